import { pageSize, useRead } from '../../data/index.ts';

/** Own swaps, newest first. */
export const useRecord = (pageNo: number) =>
  useRead('GET pay/flash-exchange/record', { pageNo, pageSize }, { needsSession: true, keepPrevious: true, staleMs: 5_000 });
