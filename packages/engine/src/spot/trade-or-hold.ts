import { InstrumentStatus, OrderSide } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { askHeld, hold } from '../book/protection.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { goAheadContract } from '../leverage/trade-or-hold.ts';
import { Reason } from '../record/decode.ts';
import { checkNotional, dearest, isFresh } from './check.ts';
import { enter } from './enter.ts';
import { survey } from './match.ts';
import { reservedUnits } from './order-life.ts';

const releaseFlow = flows.spotOrderRelease.code;

/** A protection that has fired trades what stands inside its bounds now; while that is nothing, it is held. */
export function goAhead(s: State, ins: Instrument, slot: number): void {
  if (s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0) goAheadSpot(s, ins, slot);
  else goAheadContract(s, ins, slot);
}

function goAheadSpot(s: State, ins: Instrument, slot: number): void {
  const { held } = ins.book;
  if (!findsBuyer(s, ins, slot)) {
    if (!held.has(slot)) hold(s, ins, slot, Reason.triggered);
    return;
  }
  if (held.has(slot)) held.remove(slot);
  const { f, i } = s.orders.store;
  s.ledger.release(i[slot * orderWidth * 2 + OrdI.reserve]!, reservedUnits(s, ins, slot), releaseFlow, f[slot * orderWidth]!, 0);
  enter(s, ins, slot, true, Reason.triggered);
}

/** However little is left of it: what it sells is its owner's and frozen, so nothing but a value beyond the exact stands in its way. */
function findsBuyer(s: State, ins: Instrument, slot: number): boolean {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const lots = f[at + Ord.lots]! - f[at + Ord.filled]!;
  const most = lots * dearest(ins, OrderSide.sell, ins.reference) * ins.unit;
  if (checkNotional(ins, ins.rules.minNotional, most) !== undefined) return false;
  survey(s, ins, i[at * 2 + OrdI.owner]!, OrderSide.sell, ins.bandLow, lots, Number.POSITIVE_INFINITY);
  return s.sweep.lots > 0;
}

/** Looks at everybody held, where the instrument trades at a fresh price. What the command's limit leaves over goes on with the next one. */
function lookAtHeld(s: State, ins: Instrument): void {
  const { held } = ins.book;
  const trades = s.mode === 'normal' && ins.status === InstrumentStatus.trading && isFresh(s, ins);
  while (trades && held.due > 0) {
    if (s.heldLooks === s.limits.heldLooksPerCommand) return;
    s.heldLooks += 1;
    const slot = held.next();
    if (slot !== 0) goAhead(s, ins, slot);
  }
  held.due = 0;
  held.lookedTo = 0;
  s.asked.delete(ins.slot);
}

/** A price that bounds follow: they have moved for everybody held. */
export function lookAgain(s: State, ins: Instrument): void {
  if (ins.book.held.size === 0) return;
  askHeld(s, ins);
  lookAtHeld(s, ins);
}

/** Goes on with those for whom somebody came to the book, or whom an earlier command's limit left over. */
export function goOnWithHeld(s: State): void {
  if (s.asked.size === 0) return;
  for (const slot of [...s.asked].sort((a, b) => a - b)) lookAtHeld(s, s.instruments.at(slot));
}
