/** Order books, tapes and forming candles of the visible instruments, built from the socket's snapshots and deltas. */
import { decimalCompare, decimalSign } from '@bourse/money';
import type { CandleMessage, DepthMessage, MarkMessage, TradesMessage } from '@bourse/protocol/socket';

export type Level = readonly [price: string, quantity: string];
export type Book = { asks: readonly Level[]; bids: readonly Level[]; seq: number; at: number };
/** `simulated`: a simulated participant of the house took part. */
export type Print = { price: string; quantity: string; side: 0 | 1; time: number; fillId: string | null; simulated: boolean };
/** Mark and index price, the next funding rate in percent, and its time. */
export type Mark = { mark: string; index: string; rate: string; next: number; at: number };
export type LiveCandle = { t: number; o: string; h: string; l: string; c: string; v: string; closed: boolean };

/** Applies a delta to the levels: quantity 0 removes a level; asks ascend, bids descend. */
export function applyLevels(levels: readonly Level[], changes: readonly Level[], descending: boolean): readonly Level[] {
  const next = [...levels];
  const turn = descending ? -1 : 1;
  for (const level of changes) {
    // The side is sorted: insert by binary search instead of sorting everything for a few changes.
    let low = 0;
    let high = next.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (decimalCompare(next[middle]![0], level[0]) * turn < 0) low = middle + 1;
      else high = middle;
    }
    const known = low < next.length && decimalCompare(next[low]![0], level[0]) === 0;
    if (decimalSign(level[1]) !== 0) next.splice(low, known ? 1 : 0, level);
    else if (known) next.splice(low, 1);
  }
  return next;
}

export function applyDepth(book: Book | undefined, message: DepthMessage, at: number): Book | undefined {
  // A delta without its book means nothing.
  if (message.snap === 0 && !book) return undefined;
  const from = message.snap === 1 || !book ? { asks: [], bids: [] } : book;
  return {
    asks: applyLevels(from.asks, message.a, false),
    bids: applyLevels(from.bids, message.b, true),
    seq: message.seq,
    at,
  };
}

const tapeLength = 100;
export function applyTrades(tape: readonly Print[], message: TradesMessage): readonly Print[] {
  const arrived = message.l.map(([price, quantity, side, time, fillId, simulated]) => ({
    ...{ price, quantity, side, time, fillId },
    simulated: simulated === 1,
  }));
  // Newest first, whatever the order of arrival.
  const all = message.snap === 1 ? arrived : [...arrived, ...tape];
  return all.sort((a, b) => b.time - a.time).slice(0, tapeLength);
}

export const candleOf = (message: CandleMessage): LiveCandle => ({
  t: message.t,
  o: message.o,
  h: message.h,
  l: message.l,
  c: message.cl,
  v: message.v,
  closed: message.closed,
});

export const markOf = (message: MarkMessage, at: number): Mark => ({
  mark: message.m,
  index: message.i,
  rate: message.r,
  next: message.n,
  at,
});
