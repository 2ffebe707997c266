/** Named reads that several features share, and the actions that go with them. */
import { decimalMultiply, roundHolding, roundMoney } from '@bourse/money';
import type { InstrumentKind } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useEffect } from 'react';
import { t } from '../i18n/index.ts';
import { cache } from './answers.ts';
import { type CallInput, type CallOutput, call } from './api.ts';
import { exchangeRateStaleMs, pageSize } from './limits.ts';
import { usePreference } from './preferences.ts';
import { lastValue, type Remote, readKey, useRead } from './remote.ts';
import { ticks } from './tick-store.ts';
import { emptyTick } from './ticks.ts';

const minute = 60_000;

export const useBaseInfo = () => useRead('GET system/base-info/get', {}, { staleMs: 5 * minute });
export const useMember = () => useRead('GET system/member/get-current-member', {}, { needsSession: true, staleMs: minute });
export const useMenus = () => useRead('GET system/menu/list', {}, { needsSession: true, staleMs: 5 * minute });
/** Rates of the display currencies. They are read again where amounts depend on them: `live`. */
export const useExchangeRates = (live = true) =>
  useRead('GET pay/exchange-rate/list', {}, { staleMs: exchangeRateStaleMs, everyMs: live ? exchangeRateStaleMs : undefined });
/** A menu entry is hidden only if the server lists it as not visible. */
export function useMenuVisible(): (path: string) => boolean {
  const listed = lastValue(useMenus());
  return (path) => listed?.find((item) => item.path === path)?.visible !== 0;
}

export type Instrument = CallOutput<'GET pay/symbol/instruments'>[number];
/** The rules of every instrument. */
export const useInstruments = () => useRead('GET pay/symbol/instruments', {}, { staleMs: 10 * minute });
export function useInstrument(symbol: string | undefined): Instrument | undefined {
  const list = lastValue(useInstruments());
  return symbol === undefined ? undefined : list?.find((instrument) => instrument.symbol === symbol);
}

export type MarketQuery = Omit<CallInput<'GET pay/symbol/coin-page'>, 'pageNo' | 'pageSize'> & { pageNo?: number; pageSize?: number };
const marketCalls = {
  1: 'GET pay/symbol/coin-page',
  2: 'GET pay/symbol/contract-page',
  3: 'GET pay/symbol/stock-page',
} as const;
export type MarketPage = CallOutput<'GET pay/symbol/coin-page'>;
/** A page of a board. Its rows seed the live ticks; the latest first page of each board is kept for the next visit. */
export function useMarketList(kind: InstrumentKind, query: MarketQuery = {}): Remote<MarketPage> {
  const remote = useRead(marketCalls[kind], { pageNo: 1, pageSize, ...query }, { staleMs: 10_000, keepPrevious: true });
  const page = lastValue(remote);
  useEffect(() => {
    if (page) seedTicks(page.list.map((item) => item.row));
  }, [page]);
  return remote;
}

/** Rows of an answer become ticks where nothing newer is known, so that lists show prices before the socket connects. */
export function seedTicks(rows: readonly MarketPage['list'][number]['row'][]): void {
  for (const { o: _o, ...row } of rows) ticks.seed({ ...emptyTick(row.p), ...row, at: row.t });
}

export type DisplayCurrency = CallOutput<'GET pay/exchange-rate/list'>[number];
const dollars: Pick<DisplayCurrency, 'exchange' | 'price' | 'sign' | 'position' | 'priceAccuracy'> = {
  exchange: 'USDT',
  price: '1',
  sign: 'USDT',
  position: 1,
  priceAccuracy: 2,
};
export type Money = {
  /** The unit after a figure: the USD display currency is shown as USDT. */
  code: string;
  sign: string;
  position: number;
  decimals: number;
  /** USD → display currency, with every digit: for sums and pictures. */
  exact: (usd: string) => string;
  /** USD → display currency, rounded as account views are. */
  convert: (usd: string) => string;
  /** The same for what somebody owns: the smallest positive value is 0.01, not nothing. */
  holding: (usd: string) => string;
  /** A rate that is old, or the wanted currency that has none, so that amounts are in USDT. */
  problem: { kind: 'old'; time: number; code: string } | { kind: 'missing'; code: string } | undefined;
};
/** The display currency and its rates: the customer's choice, or else the deployment's default. Conversion is for display only. */
export function useMoney(): Money {
  const chosen = usePreference('currency');
  const rates = lastValue(useExchangeRates(chosen !== 'USD'));
  const wanted = chosen ?? rates?.find(({ isDefault }) => isDefault)?.exchange ?? 'USD';
  const listed = rates?.find(({ exchange }) => exchange === wanted);
  const rate = wanted === 'USD' || !listed ? dollars : listed;
  const exact = (usd: string) => (rate.price === '1' ? usd : decimalMultiply(usd, rate.price));
  return {
    code: rate.exchange === 'USD' ? 'USDT' : rate.exchange,
    sign: rate.sign,
    position: rate.position,
    decimals: rate.priceAccuracy,
    exact,
    convert: (usd) => roundMoney(exact(usd), rate.priceAccuracy),
    holding: (usd) => roundHolding(exact(usd), rate.priceAccuracy),
    problem:
      rates && !listed && wanted !== 'USD'
        ? { kind: 'missing', code: wanted }
        : listed?.stale
          ? { kind: 'old', code: listed.exchange, time: listed.time }
          : undefined,
  };
}

export const useFavourites = () => useRead('GET pay/favorite/list', {}, { needsSession: true, staleMs: minute });
export type FavouriteOf = { id: number | string; symbol: string };
/** Adds or removes a favourite at once on screen, and reverts it if the server refuses. */
export async function toggleFavourite(instrument: FavouriteOf, favourite: boolean): Promise<void> {
  const key = readKey('GET pay/favorite/list', {});
  type List = CallOutput<'GET pay/favorite/list'>;
  const before = cache.read<List>(key).data;
  const id = String(instrument.id);
  const list = (before ?? []).filter((item) => item.sourceId !== id);
  const added = { id: `new-${id}`, sourceId: id, symbol: instrument.symbol, isTripartite: false, createdAt: Date.now() };
  cache.write(key, favourite ? list : [...list, added]);
  try {
    if (favourite) await call('POST pay/favorite/delete', { ids: [id] });
    else await call('POST pay/favorite/add', { sourceId: id });
    toast('success', t(favourite ? 'common.favouriteRemoved' : 'common.favouriteAdded'));
  } catch {
    cache.write(key, before);
  }
  void cache.invalidate('GET pay/favorite/list');
}

/** The operator's name and logo. For our own venue, the wordmark replaces the logo. */
export function useBrand(): { name: string; logo: string | undefined } {
  const info = lastValue(useBaseInfo());
  const logo = info?.APP_BASE_LOGO;
  return { name: info?.APP_BASE_NAME || 'Bourse', logo: logo && logo !== '/v8/icon.svg' ? logo : undefined };
}
