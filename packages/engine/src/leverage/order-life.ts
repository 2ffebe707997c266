import { flows } from '@bourse/protocol/flows';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { termsDirection, wholeBit } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { changed } from '../contract/settle.ts';
import { watchShared } from '../contract/watch.ts';
import type { State } from '../core/state.ts';
import type { OrderTermsEvent } from '../events.ts';
import { Flag, Reason, smallFlags } from '../record/decode.ts';
import { termsEvent } from '../record/decode-leverage.ts';
import { Record } from '../record/event-log.ts';
import { releaseLent } from '../stock/reserve.ts';
import { positionOfOrder, unnoteOrder } from './order-sums.ts';
import { Pos, positionWidth } from './positions.ts';
import { contractReserve } from './reserve.ts';

/** What the life of an order of a contract or stock has beside that of a spot order. */

const contractRelease = flows.contractOrderRelease.code;
const stockRelease = flows.stockOrderRelease.code;
export const releaseFlow = (ins: Instrument) => (ins.stock === undefined ? contractRelease : stockRelease);

/** Gives back what an order has frozen, as it stands. */
export function releaseReserve(s: State, ins: Instrument, slot: number): void {
  const reserved = contractReserve(s, ins, slot);
  const { f, i } = s.orders.store;
  if (ins.stock !== undefined && ins.book.isResting(slot)) releaseLent(s, ins, slot);
  if (reserved === 0) return;
  s.ledger.release(i[slot * orderWidth * 2 + OrdI.reserve]!, reserved, releaseFlow(ins), f[slot * orderWidth]!, 0);
  watchShared(s, i[slot * orderWidth * 2 + OrdI.owner]!);
}

/** An order that ends leaves the sums and lists; a position that goes on without the order that protected it says so. */
export function forgetOrder(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (s.attached.size > 0) s.attached.delete(f[at]!);
  unnoteOrder(s, slot);
  if ((terms & wholeBit) === 0) return;
  const position = s.positions.find(i[at * 2 + OrdI.owner]!, ins.slot, termsDirection(terms));
  if (position !== 0 && s.positions.store.f[position * positionWidth + Pos.lots]! > 0) changed(s, ins, position, 'stopsChanged');
}

/** Lots of an order as it would trade: what protects a whole position follows its size. */
export function lotsOf(s: State, slot: number): number {
  const { f, i } = s.orders.store;
  const terms = i[slot * orderWidth * 2 + OrdI.terms]!;
  const position = s.positions.find(
    i[slot * orderWidth * 2 + OrdI.owner]!,
    i[slot * orderWidth * 2 + OrdI.instrument]!,
    termsDirection(terms),
  );
  if ((terms & wholeBit) === 0 || position === 0) return f[slot * orderWidth + Ord.lots]!;
  return f[slot * orderWidth + Ord.filled]! + s.positions.store.f[position * positionWidth + Pos.lots]!;
}

/** What the record of a margined order at `to` says otherwise than a spot order's, and its terms when they are new. */
export function completeOrder(s: State, ins: Instrument, slot: number, to: number, reason: number): void {
  const n = s.log.numbers;
  n[to + 4] = (s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]! & smallFlags) | (reason << Flag.reason);
  n[to + 12] = ins.quote.asset;
  if (reason !== Reason.filled) emitTerms(s, slot);
}

function emitTerms(s: State, slot: number): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  const position = positionOfOrder(s, slot);
  const attached = s.attached.size === 0 ? undefined : s.attached.get(f[at]!);
  const to = s.log.open(Record.orderTerms, 6);
  const n = s.log.numbers;
  n[to + 1] = f[at]!;
  n[to + 2] = terms;
  n[to + 3] = position;
  n[to + 4] = attached?.takeProfit ?? 0;
  n[to + 5] = attached?.stopLoss ?? 0;
}

/** The terms of an open order, undefined for a spot order. */
export function termsView(s: State, slot: number): OrderTermsEvent | undefined {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (terms === 0) return undefined;
  const attached = s.attached.get(f[at]!);
  const position = positionOfOrder(s, slot);
  return termsEvent(f[at]!, terms, position, attached?.takeProfit ?? 0, attached?.stopLoss ?? 0, { seq: s.seq, index: 0, time: s.time });
}
