import { lotBaseUnits } from '../catalogue/catalogue.ts';
import { targetUnits } from './funding.ts';
import { type Book, isLeveraged } from './maker-book.ts';
import type { Means } from './quotes.ts';

const clamp = (value: number) => Math.max(-1, Math.min(1, value));

/** What a spot book may use: its share of the base inventory and of the quote asset. Books of the same asset share it. */
export function spotMeans(book: Book, price: number, books: Iterable<Book>, balances: ReadonlyMap<number, bigint>): Means {
  const { instrument } = book.live;
  const all = [...books].map(({ live }) => live).filter((live) => !isLeveraged(live.instrument));
  const target = targetUnits(instrument, price);
  const wanted = all
    .filter((live) => live.instrument.base.id === instrument.base.id && live.last > 0)
    .reduce((sum, live) => sum + targetUnits(live.instrument, live.last), 0n);
  const held = balances.get(instrument.base.id) ?? 0n;
  const ratio = Number(held) / Number(wanted || 1n);
  const askLots = Math.floor((ratio * Number(target)) / Number(lotBaseUnits(instrument)));
  const rivals = all.filter((live) => live.instrument.quote.id === instrument.quote.id);
  const weight = instrument.quotedLevel / rivals.reduce((sum, live) => sum + live.instrument.quotedLevel, 0);
  const quote = balances.get(instrument.quote.id) ?? 0n;
  const bidTickLots = (Number(quote) / instrument.quoteUnitsPerTickLot) * weight;
  return { lean: clamp(ratio - 1), askLots, bidTickLots };
}

/**
 * What a book of positions may use. Its net position stays within its limit in either direction. In a stock, the maker holds shares, at most twice
 * its target; where short sales are allowed, it goes short only after selling its shares.
 */
export function positionMeans({ live, longLots, shortLots }: Book, price: number, mayShort: boolean): Means {
  const limit = Number(targetUnits(live.instrument, price) / lotBaseUnits(live.instrument));
  const net = longLots - shortLots;
  if (live.instrument.kind === 3) {
    const askLots = mayShort ? Math.max(0, net + limit) : longLots;
    return { lean: clamp(net / limit - 1), askLots, bidTickLots: Math.max(0, 2 * limit - net) * price };
  }
  return { lean: clamp(net / limit), askLots: Math.max(0, limit + net), bidTickLots: Math.max(0, limit - net) * price };
}
