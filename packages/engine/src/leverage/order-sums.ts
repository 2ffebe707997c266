import { MarginMode, OrderPriceType } from '@bourse/protocol/enums';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, countedBit, Product, productOf, termsDirection, termsMode, wholeBit } from '../book/terms.ts';
import type { State } from '../core/state.ts';
import { typeOf } from '../record/decode.ts';
import { placeKey } from './place-index.ts';
import { modeAndLeverage, openingReserve, openingValue, reservedPerLot } from './reserve.ts';

/** Adds an open order of a contract or stock to the sums and lists over open orders. Call it once the order's record is final. */
export function countOrder(s: State, slot: number): void {
  const terms = s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]!;
  if (productOf(terms) === Product.spot) return;
  s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] = terms | countedBit;
  if (closes(terms)) countExit(s, slot, terms);
  else countOpening(s, slot, terms, 1);
}

/** Takes an order out again, before it ends or enters again. An order that never rested or waited was never added. */
export function uncountOrder(s: State, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if ((terms & countedBit) === 0) return;
  i[at * 2 + OrdI.terms] = terms & ~countedBit;
  if (closes(terms)) s.exits.forget(positionOfOrder(s, slot), f[at]!);
  else countOpening(s, slot, terms, -1);
}

function countOpening(s: State, slot: number, terms: number, sign: 1 | -1): void {
  const { i } = s.orders.store;
  const at = slot * orderWidth * 2;
  const ins = s.instruments.at(i[at + OrdI.instrument]!);
  s.pending.add(
    placeKey(i[at + OrdI.owner]!, ins.slot, termsDirection(terms)),
    modeAndLeverage(terms),
    sign,
    sign * openingValue(s, ins, slot),
  );
  if (termsMode(terms) === MarginMode.segmented) s.pending.addSegmented(i[at + OrdI.reserve]!, sign * openingReserve(s, ins, slot));
}

function countExit(s: State, slot: number, terms: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const id = f[at + Ord.id]!;
  const exits = s.exits.obtain(positionOfOrder(s, slot));
  exits.all.add(id);
  if (f[at + Ord.trigger] === 0) return;
  const type = typeOf(i[at * 2 + OrdI.flags]!);
  const profit = type === OrderPriceType.takeProfitLimit || type === OrderPriceType.takeProfitMarket;
  if ((terms & wholeBit) === 0) exits.parts.add(id);
  else if (profit) exits.takeProfit = id;
  else exits.stopLoss = id;
}

/** Takes filled lots of a resting opening order out of the sums, before its record changes. */
export function countFilled(s: State, slot: number, lots: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const ins = s.instruments.at(i[at * 2 + OrdI.instrument]!);
  const key = placeKey(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  s.pending.add(key, modeAndLeverage(terms), 0, -lots * f[at + Ord.price]! * ins.unit);
  if (termsMode(terms) === MarginMode.segmented) s.pending.addSegmented(i[at * 2 + OrdI.reserve]!, -lots * reservedPerLot(s, ins, slot));
}

/** Id of the open position that an order closes or adds to, 0 when there is none. */
export function positionOfOrder(s: State, slot: number): number {
  const { i } = s.orders.store;
  const at = slot * orderWidth * 2;
  const position = s.positions.find(i[at + OrdI.owner]!, i[at + OrdI.instrument]!, termsDirection(i[at + OrdI.terms]!));
  return position === 0 ? 0 : s.positions.id(position);
}
