import type { CallArguments, Listed } from '@bourse/protocol';
import { HomeTab, type InstrumentKind } from '@bourse/protocol/enums';
import type { CallContext, Handlers } from '../../calls/handlers.ts';
import type { Live } from '../board.ts';
import { namesOf } from '../catalogue/names.ts';
import { changeNumber } from '../figures.ts';
import { listedOf, rulesOf } from '../rows.ts';
import { favouritesOf } from './favourites.ts';
import { inVenue, liveBySymbol, type MarketSources, pageOf } from './sources.ts';

type Names =
  | 'GET pay/symbol/coin-page'
  | 'GET pay/symbol/contract-page'
  | 'GET pay/symbol/stock-page'
  | 'GET pay/symbol/instruments'
  | 'GET pay/symbol/search'
  | 'GET pay/symbol/get-currency'
  | 'GET stock/symbol/top';
type ListInput = CallArguments<'GET pay/symbol/coin-page'>;

const changeOf = (live: Live) => changeNumber(live.day.figures(live.builder.current(0), live.last).open, live.last);
/** Comparable across instruments of one quote asset. Lists mix quote assets only by board. */
export const turnoverOf = ({ instrument, day, builder, last }: Live) =>
  (day.figures(builder.current(0), last).tickLots * instrument.quoteUnitsPerTickLot) / 10 ** instrument.quote.scale;
const priceOf = ({ instrument, last }: Live) => (last * Number(instrument.tickUnits)) / 10 ** instrument.priceScale;

const measures = { price: priceOf, change: changeOf, turnover: turnoverOf } as const;

/** The home screen's tabs as filters: the meaning of each list type. */
const byTab: Readonly<Record<number, (live: Live, favourite: boolean) => boolean>> = {
  [HomeTab.malaysiaStock]: ({ instrument }) => instrument.board === 'MY',
  [HomeTab.forex]: ({ instrument }) => instrument.plate === 'forex' || instrument.plate === 'fiat',
  [HomeTab.crypto]: ({ instrument }) => instrument.kind === 1 || instrument.plate === 'crypto',
  [HomeTab.optional]: (_, favourite) => favourite,
};

export function sorted(lives: readonly Live[], sort: ListInput['sort']): Live[] {
  if (!sort) return [...lives];
  const down = sort.startsWith('-') ? -1 : 1;
  const key = sort.replace('-', '') as 'price' | 'change' | 'turnover' | 'symbol';
  if (key === 'symbol') return [...lives].sort((a, b) => down * a.instrument.symbol.localeCompare(b.instrument.symbol, 'en'));
  const measure = measures[key];
  return lives
    .map((live) => ({ live, value: measure(live) }))
    .sort((a, b) => down * (a.value - b.value) || a.live.instrument.id - b.live.instrument.id)
    .map(({ live }) => live);
}

export function listHandlers(sources: MarketSources): Handlers<Names> {
  const { board, clock } = sources;
  const listed = async (context: CallContext, lives: readonly Live[]): Promise<Listed[]> => {
    const favourites = await favouritesOf(sources, context);
    return lives.map((live) =>
      listedOf(board, live, clock.now(), context.language, favourites.has(live.instrument.id), inVenue(sources, context, live)),
    );
  };
  const page = (kind: InstrumentKind) => async (input: ListInput, context: CallContext) => {
    const favourites = await favouritesOf(sources, context);
    const plate = input.plate?.toLowerCase();
    const symbol = input.symbol?.toUpperCase();
    const tab = input.type === undefined ? undefined : byTab[input.type];
    const lives = board.all.filter((live) => {
      const { instrument } = live;
      if (instrument.kind !== kind) return false;
      if (plate && instrument.plate !== plate && instrument.board?.toLowerCase() !== plate) return false;
      if (symbol && !instrument.symbol.toUpperCase().includes(symbol)) return false;
      return tab === undefined || tab(live, favourites.has(instrument.id));
    });
    const shown = pageOf(sorted(lives, input.sort), input);
    return { ...shown, list: await listed(context, shown.list) };
  };
  return {
    'GET pay/symbol/coin-page': page(1),
    'GET pay/symbol/contract-page': page(2),
    'GET pay/symbol/stock-page': page(3),
    'GET pay/symbol/instruments': async (_input, context) =>
      board.all.map((live) => rulesOf(board, live, clock.now(), context.language, inVenue(sources, context, live))),
    'GET pay/symbol/search': async (input, context) => {
      const keyword = input.keyword.trim().toUpperCase();
      const rank = ({ instrument }: Live) => {
        const symbol = instrument.symbol.toUpperCase();
        if (symbol === keyword || instrument.base.code === keyword) return 0;
        if (symbol.startsWith(keyword)) return 1;
        if (symbol.includes(keyword)) return 2;
        const { name, words } = namesOf(instrument, context.language);
        return `${name} ${words}`.toUpperCase().includes(keyword) ? 3 : 9;
      };
      const found = keyword
        ? board.all
            .map((live) => ({ live, rank: rank(live) }))
            .filter((one) => one.rank < 9)
            .sort((a, b) => a.rank - b.rank || a.live.instrument.id - b.live.instrument.id)
            .map(({ live }) => live)
        : [];
      const shown = pageOf(found, input);
      return { ...shown, list: await listed(context, shown.list) };
    },
    'GET pay/symbol/get-currency': async ({ symbol }, context) => {
      const [one] = await listed(context, [liveBySymbol(sources, symbol)]);
      return one!;
    },
    'GET stock/symbol/top': async ({ by, board: wanted, limit }, context) => {
      const stocks = board.all.filter(({ instrument }) => instrument.kind === 3 && (!wanted || instrument.board === wanted.toUpperCase()));
      const sort = by === 'gainers' ? '-change' : by === 'losers' ? 'change' : '-turnover';
      return listed(context, sorted(stocks, sort).slice(0, limit));
    },
  };
}
