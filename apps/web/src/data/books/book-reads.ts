/** The books of trading screens, beside `useBook`: the first route does without them. */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { books, lookAt } from '../live.ts';
import type { Book } from './books.ts';

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
