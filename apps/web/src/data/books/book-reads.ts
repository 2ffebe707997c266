/** The books, tapes, marks and forming candles of trading screens: the first route does without them. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { books, candles, idle, lookAt, marks, tapes } from '../live.ts';
import type { Book, LiveCandle, Mark, Print } from './books.ts';

/** The book as this page has it now, where somebody looks at it. */
export const bookNow = (symbol: string): Book | undefined => books.get(symbol);
/** The best prices of the book; null where a side is empty or not known yet. It changes only with them, not with every level. */
export function useBest(symbol: string): { bid: string | null; ask: string | null } {
  useEffect(() => lookAt({ depth: [symbol] }), [symbol]);
  const read = () => {
    const book = books.get(symbol);
    return `${book?.bids[0]?.[0] ?? ''} ${book?.asks[0]?.[0] ?? ''}`;
  };
  const text = useSyncExternalStore((listener) => books.subscribe(symbol, listener), read, read);
  return useMemo(() => {
    const [bid, ask] = text.split(' ');
    return { bid: bid || null, ask: ask || null };
  }, [text]);
}
export function useBook(symbol: string | undefined): Book | undefined {
  useEffect(() => (symbol ? lookAt({ depth: [symbol] }) : undefined), [symbol]);
  const read = () => (symbol ? books.get(symbol) : undefined);
  return useSyncExternalStore(symbol ? (listener) => books.subscribe(symbol, listener) : idle, read, read);
}
export function useTape(symbol: string | undefined): readonly Print[] | undefined {
  useEffect(() => (symbol ? lookAt({ trades: [symbol] }) : undefined), [symbol]);
  const read = () => (symbol ? tapes.get(symbol) : undefined);
  return useSyncExternalStore(symbol ? (listener) => tapes.subscribe(symbol, listener) : idle, read, read);
}
/** Mark, index and funding of a contract. The socket sends them with the depth, so this subscribes to the depth. */
export function useMark(symbol: string | undefined): Mark | undefined {
  useEffect(() => (symbol ? lookAt({ depth: [symbol] }) : undefined), [symbol]);
  return useMarkOnly(symbol);
}
/** Like `useMark`, where another component already subscribes to the contract. */
export function useMarkOnly(symbol: string | undefined): Mark | undefined {
  const read = () => (symbol ? marks.get(symbol) : undefined);
  return useSyncExternalStore(symbol ? (listener) => marks.subscribe(symbol, listener) : idle, read, read);
}
/** Follows the mark for code that draws outside React. */
export function onMark(symbol: string, listener: () => void): () => void {
  const leave = lookAt({ depth: [symbol] });
  const off = marks.subscribe(symbol, listener);
  return () => {
    off();
    leave();
  };
}
/** Follows the mark where another component already subscribes to the contract. */
export const followMark = (symbol: string, listener: () => void): (() => void) => marks.subscribe(symbol, listener);
export const markNow = (symbol: string): Mark | undefined => marks.get(symbol);
/** Subscribes to the marks of several contracts. The socket sends depth, and marks with it, for four at most. */
export function useLookAtMarks(symbols: readonly string[]): void {
  const key = symbols.slice(0, 3).join('|');
  useEffect(() => (key === '' ? undefined : lookAt({ depth: key.split('|') })), [key]);
}
/** The forming candle, for charts that draw outside React. */
export function onCandle(symbol: string, interval: string, listener: (candle: LiveCandle) => void): () => void {
  const name = `${symbol}:${interval}`;
  const leave = lookAt({ candles: [{ s: symbol, i: interval }] });
  const off = candles.subscribe(name, () => {
    const candle = candles.get(name);
    if (candle) listener(candle);
  });
  return () => {
    off();
    leave();
  };
}
