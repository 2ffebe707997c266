import { OrderSide } from '@bourse/protocol/enums';
import { isMarketType } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import type { OrderEvent } from '../events.ts';
import { lotsOf } from '../leverage/order-life.ts';
import { orderReserve } from '../leverage/reserve.ts';
import { byValueOf, postOnlyOf, sideOf, statusOf, tifOf, typeOf } from '../record/decode.ts';
import { reservedUnits } from '../spot/order-life.ts';

/** What an open order of any product has frozen, in minor units of the asset it pays with. */
export const reservedBy = (s: State, ins: Instrument, slot: number) =>
  s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0 ? reservedUnits(s, ins, slot) : orderReserve(s, ins, slot);

/** An open order as a view. */
export function orderView(s: State, slot: number): OrderEvent {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const ins = s.instruments.at(i[at * 2 + OrdI.instrument]!);
  const flags = i[at * 2 + OrdI.flags]!;
  const byValue = byValueOf(flags);
  const side = sideOf(flags);
  const type = typeOf(flags);
  const margined = i[at * 2 + OrdI.terms] !== 0;
  const filledLots = f[at + Ord.filled]!;
  return {
    seq: s.seq,
    index: 0,
    time: s.time,
    kind: 'order',
    order: f[at]!,
    account: s.accounts.id(i[at * 2 + OrdI.owner]!),
    instrument: ins.id,
    side,
    type,
    tif: tifOf(flags),
    postOnly: postOnlyOf(flags),
    priceTicks: isMarketType(type) ? 0 : f[at + Ord.price]!,
    triggerTicks: f[at + Ord.trigger]!,
    lots: byValue ? 0 : margined ? lotsOf(s, slot) : f[at + Ord.lots]!,
    quoteAmount: byValue ? f[at + Ord.lots]! : 0,
    filledLots,
    filledQuote: f[at + Ord.filledQuote]!,
    reserved: BigInt(reservedBy(s, ins, slot)),
    reservedAsset: side === OrderSide.buy || margined ? ins.quote.asset : ins.base.asset,
    status: statusOf(flags),
    reason: filledLots > 0 ? 'filled' : 'placed',
    placedAt: f[at + Ord.placedAt]!,
  };
}
