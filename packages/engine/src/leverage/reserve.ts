import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsLeverage } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { Flag, feePpmOf, smallFlags } from '../record/decode.ts';
import { reservePerLot } from './margin.ts';

/** Mode and leverage of an order's terms as one number, which all opening orders of one position share. */
export const modeAndLeverage = (terms: number) => (terms >> 4) & 511;

/** What an opening order reserves for one lot, at its own price and the fee rate it was accepted at. */
export function reservedPerLot(s: State, ins: Instrument, slot: number): number {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  return reservePerLot(f[at + Ord.price]!, ins.unit, termsLeverage(i[at * 2 + OrdI.terms]!), feePpmOf(i[at * 2 + OrdI.flags]!));
}

/** Sets the fee rate that an order reserves, and pays at most when it opens. */
export function setFee(s: State, slot: number, feePpm: number): void {
  const { i } = s.orders.store;
  const at = slot * orderWidth * 2 + OrdI.flags;
  i[at] = (i[at]! & smallFlags) | (feePpm << Flag.feePpm);
}

/** What an open opening order has frozen, in quote units. It is computed each time and never stored, so it always matches the order. */
export function openingReserve(s: State, ins: Instrument, slot: number): number {
  const { f } = s.orders.store;
  const at = slot * orderWidth;
  return (f[at + Ord.lots]! - f[at + Ord.filled]!) * reservedPerLot(s, ins, slot);
}

/** What the order may still add to a position at the price it reserves at. */
export function openingValue(s: State, ins: Instrument, slot: number): number {
  const { f } = s.orders.store;
  const at = slot * orderWidth;
  return (f[at + Ord.lots]! - f[at + Ord.filled]!) * f[at + Ord.price]! * ins.unit;
}

/** What an open order has frozen. Closing orders reserve nothing: their fee comes out of what they release. */
export const orderReserve = (s: State, ins: Instrument, slot: number) =>
  closes(s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]!) ? 0 : openingReserve(s, ins, slot);
