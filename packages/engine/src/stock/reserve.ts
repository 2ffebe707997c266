import { PositionDirection } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { closes, termsDirection, termsLeverage } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { poolMoney, poolShares } from './balances.ts';
import { ownPerLot } from './margin.ts';

const freezeFlow = flows.stockOrderFreeze.code;
const releaseFlow = flows.stockOrderRelease.code;

/** What the pool lends on one lot: shares to a short, and to a margined long the part of the value that it does not pay itself. */
export const lentPerLot = (ins: Instrument, direction: PositionDirection, leverage: number, priceTicks: number) =>
  direction === PositionDirection.short ? ins.lotUnits : priceTicks * ins.unit - ownPerLot(priceTicks, ins.unit, leverage);

/** The pool's balance that a position in this direction borrows from. */
export const lender = (s: State, ins: Instrument, direction: PositionDirection) =>
  direction === PositionDirection.short ? poolShares(s, ins) : poolMoney(s, ins);

/** What the pool reserves for `lots` of a resting opening order, so that every order in the book can be lent what it needs. */
export function lentFor(s: State, ins: Instrument, slot: number, lots: number): number {
  const { f, i } = s.orders.store;
  const terms = i[slot * orderWidth * 2 + OrdI.terms]!;
  return closes(terms) ? 0 : lots * lentPerLot(ins, termsDirection(terms), termsLeverage(terms), f[slot * orderWidth + Ord.price]!);
}

const openLots = (s: State, slot: number) =>
  s.orders.store.f[slot * orderWidth + Ord.lots]! - s.orders.store.f[slot * orderWidth + Ord.filled]!;

const lenderOf = (s: State, ins: Instrument, slot: number) =>
  lender(s, ins, termsDirection(s.orders.store.i[slot * orderWidth * 2 + OrdI.terms]!));

/** Freezes the pool's part of an order that begins to rest. */
export function freezeLent(s: State, ins: Instrument, slot: number): void {
  const lent = lentFor(s, ins, slot, openLots(s, slot));
  if (lent > 0) s.ledger.freeze(lenderOf(s, ins, slot), lent, freezeFlow, s.orders.store.f[slot * orderWidth]!, 0);
}

/** Releases the pool's part of a resting order that leaves the book, or of lots of it that are about to trade. */
export function releaseLent(s: State, ins: Instrument, slot: number, lots = openLots(s, slot), fill = 0): void {
  const lent = lentFor(s, ins, slot, lots);
  if (lent > 0) s.ledger.release(lenderOf(s, ins, slot), lent, releaseFlow, s.orders.store.f[slot * orderWidth]!, fill);
}
