import { type CallName, cache, pageSize, useRead } from '../../data/index.ts';

/** Reads that no push changes. They are read anew after each command. */
const changing: ReadonlySet<CallName> = new Set<CallName>([
  'GET pay/foundation-config/page',
  'GET pay/foundation-order/status-page',
  'GET pay/foundation-order/get',
]);
export const rereadEarn = (seq: string | undefined): void =>
  cache.reread(([name]) => changing.has(name as CallName), seq === undefined ? undefined : Number(seq));

export const useProducts = () =>
  useRead('GET pay/foundation-config/page', { pageNo: 1, pageSize: 100 }, { staleMs: 10_000, everyMs: 30_000 });

export type Status = 'earning' | 'ended';
/** Own holdings, newest first. */
export const useHoldings = (status: Status, pageNo: number) =>
  useRead(
    'GET pay/foundation-order/status-page',
    { status, pageNo, pageSize },
    { needsSession: true, keepPrevious: true, staleMs: 5_000, everyMs: 60_000 },
  );

export const useHolding = (id: string) =>
  useRead(
    'GET pay/foundation-order/get',
    { id },
    { needsSession: true, enabled: /^[0-9]{1,18}$/.test(id), staleMs: 5_000, everyMs: 60_000 },
  );
