import { decimalDivide } from '@bourse/money';
import type { FeedKind } from '@bourse/protocol';
import type { AdminOutput } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../../calls/handlers.ts';
import { type Board, staleMs } from '../board.ts';
import { namesOf } from '../catalogue/names.ts';
import { dayText } from '../feeds/simulated/secrets.ts';
import { changeText, priceText, turnoverText } from '../figures.ts';
import { leastReal } from '../port.ts';
import type { MarketSources } from './sources.ts';

type Names =
  | 'GET exchange/rate/data'
  | 'GET pay/symbol-index/list'
  | 'GET pay/symbol-contract/heatmap'
  | 'GET exchange/price-days'
  | 'GET exchange/sources';

const rateScale = 10;

export function overviewHandlers(sources: MarketSources): Handlers<Names> {
  const { board, rates, indices, feeds, clock, days, anchor } = sources;
  return {
    'GET exchange/rate/data': async ({ base = 'USD' }) => {
      const against = rates.usd(base);
      if (!against) throw new Refusal('rateMissing', { asset: base });
      return rates.all().map(({ currency, price, time, stale, source, feed }) => ({
        currency,
        rate: base.toUpperCase() === 'USD' ? price : decimalDivide(price, against.price, rateScale),
        time: Math.min(time, against.time) || time,
        stale: stale || against.stale,
        source,
        // A rate against another currency is no more real than either.
        feed: leastReal([feed, against.feed]),
      }));
    },
    'GET pay/symbol-index/list': async (_input, { language }) => indices.list(language),
    'GET pay/symbol-contract/heatmap': async ({ kind }, { language }) =>
      board.all
        .filter(({ instrument, last }) => instrument.kind === kind && last > 0)
        .map((live) => {
          const { instrument, last } = live;
          const figures = live.day.figures(live.builder.current(0), last);
          return {
            symbol: instrument.symbol,
            name: namesOf(instrument, language).name,
            plate: instrument.plate,
            turnover: turnoverText(instrument, figures.tickLots),
            change: changeText(figures.open, last),
            price: priceText(instrument, last),
            feed: instrument.source.feed,
          };
        }),
    'GET exchange/price-days': async ({ pageNo, pageSize }) => {
      const { list, total } = days.published((pageNo - 1) * pageSize, pageSize);
      return { list: list.map((one) => ({ ...one, day: dayText(one.day) })), total, pageNo, pageSize, anchor, walk: days.walk };
    },
    'GET exchange/sources': async ({ stale }) => {
      const now = clock.now();
      const found = new Map<string, { source: string; feed: FeedKind; instruments: number; lastTick: number | null }>();
      for (const live of board.all) {
        const { name, feed } = live.instrument.source;
        const one = found.get(name) ?? { source: name, feed, instruments: 0, lastTick: null };
        one.instruments += 1;
        if (live.time > 0) one.lastTick = Math.max(one.lastTick ?? 0, live.time);
        found.set(name, one);
      }
      const held = heldPrices(board);
      const gaps = new Map(feeds.flatMap((feed) => [...feed.gaps()]));
      return [...found.values()]
        .map((one) => ({
          ...one,
          ageMs: one.lastTick === null ? null : Math.max(0, now - one.lastTick),
          gaps: gaps.get(one.source) ?? 0,
          held: held.filter(({ source }) => source === one.source).map(({ source: _, ...shown }) => shown),
        }))
        .filter(({ ageMs }) => stale === undefined || stale === (ageMs === null || ageMs > staleMs));
    },
  };
}

/** Prices that wait to be believed, with the source that said them. */
export const heldPrices = (board: Pick<Board, 'held'>): AdminOutput<'GET price/held'> =>
  board.held().map(({ live: { instrument }, held: { price, against, since, prints } }) => ({
    ...{ symbol: instrument.symbol, source: instrument.source.name, since, prints },
    ...{ price: priceText(instrument, price), last: priceText(instrument, against) },
  }));
