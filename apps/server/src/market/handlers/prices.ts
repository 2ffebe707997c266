import type { Handlers } from '../../calls/handlers.ts';
import { intervalIndex } from '../candles/intervals.ts';
import { priceText, quantityText } from '../figures.ts';
import { rowOf } from '../rows.ts';
import { inVenue, liveBySymbol, type MarketSources, venueOf } from './sources.ts';

type Names =
  | 'GET exchange/candlestick/stock-data'
  | 'GET exchange/candlestick/stock-24-hour-stat'
  | 'GET exchange/depth'
  | 'GET exchange/trades';

export function priceHandlers(sources: MarketSources): Handlers<Names> {
  const { board, store, clock } = sources;
  return {
    'GET exchange/candlestick/stock-data': async ({ symbol, interval, to, limit }) => {
      const live = liveBySymbol(sources, symbol);
      const { instrument, builder } = live;
      await sources.ready(instrument.id);
      const index = intervalIndex.get(interval) ?? 0;
      const end = to ?? clock.now() + 1;
      const candles = [...board.inSharesOfNow(live, await store.before(instrument.id, index, end, limit))];
      const forming = builder.current(index);
      // Between the two reads the forming candle may have closed. Then the stored candles contain it already.
      if (forming && forming.t < end && forming.t > (candles.at(-1)?.t ?? -1)) candles.push(forming);
      return {
        symbol: instrument.symbol,
        interval,
        candles: candles.slice(-limit).map(({ t, o, h, l, c, v }) => ({
          t,
          o: priceText(instrument, o),
          h: priceText(instrument, h),
          l: priceText(instrument, l),
          c: priceText(instrument, c),
          v: quantityText(instrument, v),
        })),
        source: instrument.source.name,
        feed: instrument.source.feed,
      };
    },
    'GET exchange/candlestick/stock-24-hour-stat': async ({ symbols }, context) =>
      [...new Set(symbols.split(',').filter(Boolean))].map((symbol) => {
        const live = liveBySymbol(sources, symbol.trim());
        return rowOf(board, live, inVenue(sources, context, live).best);
      }),
    'GET exchange/depth': async ({ symbol, levels }, context) => {
      const { instrument } = liveBySymbol(sources, symbol);
      const books = sources.venueMarkets.get(venueOf(context))?.books;
      const depth = books?.depth(instrument.id, levels) ?? { bids: [], asks: [] };
      const level = ([ticks, lots]: [number, number]): [string, string] => [priceText(instrument, ticks), quantityText(instrument, lots)];
      return { p: instrument.symbol, seq: String(books?.seq ?? 0), a: depth.asks.map(level), b: depth.bids.map(level) };
    },
    'GET exchange/trades': async ({ symbol, limit }, context) => {
      const { instrument } = liveBySymbol(sources, symbol);
      const fills = sources.venueMarkets.get(venueOf(context))?.books.recentFills(instrument.id) ?? [];
      return fills
        .slice(-limit)
        .reverse()
        .map(({ priceTicks, lots, side, time, fill, simulated }) => ({
          price: priceText(instrument, priceTicks),
          quantity: quantityText(instrument, lots),
          side,
          time,
          fillId: String(fill),
          simulated,
        }));
    },
  };
}
