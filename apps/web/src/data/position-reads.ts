/** Reads of contracts, timed contracts and stocks. */
import { InstrumentStatus } from '@bourse/protocol/enums';
import { useEffect } from 'react';
import { cache } from './answers.ts';
import type { CallInput } from './api.ts';
import { serverNow } from './clock.ts';
import { instrumentsKey, turnGraceMs } from './opening.ts';
import { useInstrument } from './reads.ts';
import { lastValue, type ReadOptions, readKey, useRead } from './remote.ts';

/** Pushes refresh histories. The mark price changes without a push, and with it the server's valuation of a position. */
const live: ReadOptions = { needsSession: true, staleMs: 5_000 };
const openPage = 100;

export type PositionView = NonNullable<CallInput<'GET pay/order-contract/page'>['view']>;

export const useContractPage = (view: PositionView, pageSize: number = openPage, symbol?: string) =>
  useRead('GET pay/order-contract/page', { view, pageSize, ...(symbol ? { symbol } : {}) }, { ...live, keepPrevious: true });
export const useStockPage = (view: PositionView, pageSize: number = openPage, symbol?: string) =>
  useRead('GET pay/order-stock/page', { view, pageSize, ...(symbol ? { symbol } : {}) }, { ...live, keepPrevious: true });

export const useContractWallet = () => useRead('GET pay/wallet/contract', {}, { needsSession: true, staleMs: 2_000, everyMs: 10_000 });
export const useFastWallet = () => useRead('GET pay/wallet/quick-contract', {}, { needsSession: true, staleMs: 2_000 });

export const useTiers = (symbol: string) => useRead('GET pay/order-contract/position-level-map', { symbol }, { staleMs: 600_000 });
export const useRisk = (symbol: string, enabled = true) =>
  useRead('GET pay/order-contract/risk', { symbol }, { enabled, staleMs: 10_000, everyMs: 30_000 });

export const useTimedOffers = () => useRead('GET pay/order-contract-quick/offers', {}, { staleMs: 600_000 });
export const useTimedPage = (state: 'open' | 'finished' | 'all', pageSize: number = openPage) =>
  useRead('GET pay/order-contract-quick/page', { state, pageSize }, { ...live, keepPrevious: true });

export const useStockSession = (symbol: string | undefined) =>
  useRead('GET stock/session', { symbol: symbol ?? '' }, { enabled: symbol !== undefined, staleMs: 15_000, everyMs: 30_000 });

/**
 * A page can stay open while a market opens or closes. Read the session again at that time, and the instrument's status if the two
 * disagree.
 */
export function useSessionTurn(symbol: string): void {
  const remote = useStockSession(symbol);
  const session = lastValue(remote);
  const status = useInstrument(symbol)?.status;
  const turnsAt = (session?.inSession ? session.close : session?.open) ?? null;
  const disagree = session?.inSession ? status === InstrumentStatus.closed : session && status === InstrumentStatus.trading;
  const askedAt = remote.state === 'ready' ? remote.at : 0;
  useEffect(() => {
    if (turnsAt === null) return;
    const timer = setTimeout(() => void cache.refetch(readKey('GET stock/session', { symbol })), turnsAt - serverNow() + turnGraceMs);
    return () => clearTimeout(timer);
  }, [symbol, turnsAt]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer of the session asks once more while they disagree
  useEffect(() => {
    if (disagree) void cache.refetch(instrumentsKey);
  }, [disagree, askedAt]);
}

export const useProtection = () => useRead('GET system/protection/get', {}, { needsSession: true });
