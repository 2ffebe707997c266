import { isPositive } from '../base/exact.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { statusWord } from '../core/words.ts';
import { refuse } from '../outcomes.ts';

/** The slot of an account's open order, or why there is none. */
export function ownOrder(s: State, owner: number, order: number) {
  if (!isPositive(order)) return refuse('orderUnknown');
  const slot = s.orders.slot(order);
  if (slot !== 0) return s.orders.store.i[slot * orderWidth * 2 + OrdI.owner] === owner ? slot : refuse('orderUnknown');
  const status = s.finished.status(order, s.accounts.id(owner));
  return status === undefined ? refuse('orderUnknown') : refuse('orderFinished', { status: statusWord(status) });
}

export const instrumentOf = (s: State, slot: number): Instrument =>
  s.instruments.at(s.orders.store.i[slot * orderWidth * 2 + OrdI.instrument]!);

export const isSpot = (s: State, slot: number): boolean => s.orders.store.i[slot * orderWidth * 2 + OrdI.terms] === 0;
