import { type CallName, cache, useRead } from '../../data/index.ts';

const changing: ReadonlySet<CallName> = new Set<CallName>(['GET pay/vip-config/list', 'GET pay/vip-purchase/detail']);
/** No push changes them. They are read anew after each command. */
export const rereadLevels = (seq?: string): void =>
  cache.reread(([name]) => changing.has(name as CallName), seq === undefined ? undefined : Number(seq));

export const useLevels = () => useRead('GET pay/vip-config/list', {}, { staleMs: 30_000, everyMs: 300_000 });
export const useOwnLevel = (enabled = true) =>
  useRead('GET pay/vip-purchase/detail', {}, { needsSession: true, enabled, staleMs: 5_000, everyMs: 60_000, keepPrevious: true });
