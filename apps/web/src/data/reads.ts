/** Named reads that several features share, and the actions that go with them. */
import type { InstrumentKind } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useEffect } from 'react';
import { t } from '../i18n/index.ts';
import { cache } from './answers.ts';
import { type CallInput, type CallOutput, call } from './api.ts';
import { pageSize } from './limits.ts';
import { lastValue, type Remote, readKey, useRead } from './remote.ts';
import { ticks } from './tick-store.ts';
import { emptyTick } from './ticks.ts';

const minute = 60_000;

export const useBaseInfo = () => useRead('GET system/base-info/get', {}, { staleMs: 5 * minute });
export const useMember = () => useRead('GET system/member/get-current-member', {}, { needsSession: true, staleMs: minute });
export const useMenus = () => useRead('GET system/menu/list', {}, { needsSession: true, staleMs: 5 * minute });
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
