import { PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import type { PositionPreview } from '../api.ts';
import { ceilShare, isCount, isPositive, limb, maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { Funds, PlaceStockOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { leverageOf, PosI, positionInts } from '../leverage/positions.ts';
import { emptyPreview } from '../leverage/views.ts';
import { feeClassOf } from '../membership/class.ts';
import { refuse } from '../outcomes.ts';
import { readyFunded } from '../treasury/funded.ts';
import { money } from './balances.ts';
import { holdingOf } from './holding.ts';
import { after, closingOf, type Holding, ownPerLot, watchLong, watchShort } from './margin.ts';
import { readyStock } from './place.ts';

/** What an order would cost and lead to if it filled completely now at its limit or the reference price, and why it would be refused. */
export function previewStock(s: State, owner: number, order: PlaceStockOrder, funds?: Funds): PositionPreview {
  const alone = () => readyStock(s, owner, order);
  const ready =
    owner === 0 ? refuse('accountUnknown') : funds ? readyFunded(s, owner, { ...order, ...funds }, Wallet.stock, alone) : alone();
  const refusal: Outcome | undefined = 'ok' in ready ? ready : undefined;
  const ins = s.instruments.get(order.instrument);
  const preview = emptyPreview(refusal);
  if (ins?.stock === undefined || owner === 0) return preview;
  preview.free = freeMoney(s, ins, owner);
  const orderPrice = 'priceTicks' in ready ? ready.priceTicks : 'funds' in ready ? ready.order.priceTicks : order.priceTicks;
  const at = isPositive(orderPrice) ? orderPrice : isPositive(order.triggerTicks) ? order.triggerTicks : ins.triggerPrice;
  const direction = order.direction === PositionDirection.short ? PositionDirection.short : PositionDirection.long;
  const slot = s.positions.find(owner, ins.slot, direction);
  const held: Holding =
    slot === 0 ? { long: direction === PositionDirection.long, lots: 0, entry: 0, margin: 0, loan: 0 } : holdingOf(s, slot);
  const opening = order.action === PositionAction.open;
  const lots = opening || order.lots !== 0 ? order.lots : held.lots;
  const leverage = opening ? order.leverage : leverageOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  if (!isPositive(lots) || !isCount(at) || at === 0 || lots * at * ins.unit > maxSafe || !isPositive(leverage)) return preview;
  if (!opening && lots > held.lots) return preview;
  const value = lots * at * ins.unit;
  const own = opening ? lots * ownPerLot(at, ins.unit, leverage) : 0;
  const result = opening ? more(held, lots, value, own) : after(held, lots, closingOf(held, lots, value));
  return {
    ...preview,
    atTicks: at,
    margin: own,
    fee: ceilShare(value, ins.takerPpm(feeClassOf(s, owner)) + ins.stock.rules.stampDutyPpm),
    resultingLots: result.lots,
    resultingEntryValue: result.entry,
    resultingMargin: result.margin,
    liquidationTicks: liquidationOf(ins, result),
  };
}

const more = ({ long, lots, entry, margin, loan }: Holding, added: number, value: number, own: number): Holding => ({
  long,
  lots: lots + added,
  entry: entry + value,
  margin: margin + own,
  loan: loan + (long ? value - own : value),
});

/** Reference price at which a holding is liquidated; 0 for a holding that owes nothing. */
function liquidationOf(ins: Instrument, { long, lots, entry, margin, loan }: Holding): number {
  const { maintenancePpm } = ins.stock!.rules;
  if (lots === 0 || (long && loan === 0)) return 0;
  return long ? watchLong(loan, lots, ins.unit, maintenancePpm) : watchShort(entry, margin, lots, ins.unit, maintenancePpm);
}

function freeMoney(s: State, ins: Instrument, owner: number): number {
  const [high, low] = s.ledger.limbs(money(s, ins, owner));
  return Math.min(maxSafe, high * limb + low);
}
