import { OrderPriceType, PositionAction } from '@bourse/protocol/enums';
import { isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection, termsLeverage } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { PositionOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import { feePpmOf, postOnlyOf, tifOf, typeOf } from '../record/decode.ts';
import { placeKey } from './place-index.ts';
import { leverageOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';
import type { PositionEntry } from './product.ts';

/** A new order in the form that the checks use. A closing order takes its leverage from its position, and all lots if it names none. */
export function newEntry(s: State, owner: number, position: number, order: PositionOrder, feePpm: number): PositionEntry {
  const { f, i } = s.positions.store;
  const opening = order.action === PositionAction.open;
  return {
    owner,
    direction: order.direction,
    action: order.action,
    market: order.type === OrderPriceType.market,
    tif: order.tif,
    postOnly: order.postOnly,
    priceTicks: order.priceTicks,
    lots: order.lots === 0 ? f[position * positionWidth + Pos.lots]! : order.lots,
    leverage: opening ? order.leverage : leverageOf(i[position * positionInts + PosI.flags]!),
    feePpm,
    position,
    frozen: 0,
    counted: 0,
  };
}

/** An open order in the form that the checks use, for the lots it has still to trade. */
export function entryOf(s: State, ins: Instrument, slot: number): PositionEntry {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const flags = i[at * 2 + OrdI.flags]!;
  const terms = i[at * 2 + OrdI.terms]!;
  const owner = i[at * 2 + OrdI.owner]!;
  return {
    owner,
    direction: termsDirection(terms),
    action: closes(terms) ? PositionAction.close : PositionAction.open,
    market: isMarketType(typeOf(flags)),
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: f[at + Ord.price]!,
    lots: f[at + Ord.lots]! - f[at + Ord.filled]!,
    leverage: termsLeverage(terms),
    feePpm: feePpmOf(flags),
    position: s.positions.find(owner, ins.slot, termsDirection(terms)),
    frozen: 0,
    counted: 0,
  };
}

/** Entry value that the position and the other opening orders of its side may reach. */
export function reachOf(s: State, ins: Instrument, entry: Pick<PositionEntry, 'owner' | 'direction' | 'position' | 'counted'>): number {
  const open = entry.position === 0 ? 0 : s.positions.store.f[entry.position * positionWidth + Pos.entryValue]!;
  return open + s.pending.value(placeKey(entry.owner, ins.slot, entry.direction)) - entry.counted;
}
