/** Reads that single screens use: candles, feeds, days of simulated prices, changes of terms, calling codes. */
import type { CallInput } from './api.ts';
import { candlesStaleMs } from './limits.ts';
import { useRead } from './remote.ts';

export const useCandles = (input: CallInput<'GET exchange/candlestick/stock-data'>, enabled = true) =>
  useRead('GET exchange/candlestick/stock-data', input, { staleMs: candlesStaleMs, enabled });
export const useSources = () => useRead('GET exchange/sources', {}, { staleMs: 10_000, everyMs: 30_000 });
export const usePriceDays = (pageNo: number) =>
  useRead('GET exchange/price-days', { pageNo, pageSize: 10 }, { staleMs: 60_000, keepPrevious: true });
export const useChanges = (input: CallInput<'GET exchange/change/page'>) =>
  useRead('GET exchange/change/page', { pageSize: 10, ...input }, { staleMs: 10_000, everyMs: 60_000, keepPrevious: true });
export const useAreaCodes = () => useRead('GET system/area-code/list', {}, { staleMs: 24 * 60 * 60_000 });
