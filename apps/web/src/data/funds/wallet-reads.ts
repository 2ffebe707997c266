/**
 * Reads of funds. Every figure of what an account owns comes from one answer, `overview`, read at one sequence and valued at one set of
 * prices: the total in the top bar, the wallets, the assets. So no two screens disagree. Pushes change it; prices move without a push, so it
 * is also read again every ten seconds.
 */
import type { CallOutput } from '@bourse/protocol/calls';
import { useMemo } from 'react';
import { dayAfter } from '../changes/fold-worth.ts';
import { walletFundThrottleMs } from '../limits.ts';
import { lastValue, type Remote, useRead } from '../remote.ts';

const everyMs = 10_000;

export const useOverview = () => useRead('GET pay/wallet/overview', {}, { needsSession: true, staleMs: walletFundThrottleMs, everyMs });

type Overview = CallOutput<'GET pay/wallet/overview'>;
/** Every non-empty balance of every wallet. */
export function useBalances(): Remote<Overview['balances']> {
  const remote = useOverview();
  const value = lastValue(remote)?.balances;
  return remote.state === 'ready' ? { ...remote, value: remote.value.balances } : remote.state === 'failed' ? { ...remote, value } : remote;
}

export type Today = Overview['overview'] & {
  /** Profit or loss since 00:00 UTC, and in percent of what was put in. */
  dayPl: string;
  dayPlRatio: string;
  since: number;
  startTotal: string;
  curve: { t: number; v: string }[];
};
/** Today's profit and curve. The histories say where the day began; the account is worth what `overview` says. */
export function useToday(): Today | undefined {
  const worth = lastValue(useOverview())?.overview;
  const day = lastValue(useRead('GET pay/wallet/home-stat', {}, { needsSession: true, everyMs: 60_000 }));
  return useMemo(() => {
    if (!worth || !day) return undefined;
    const last = day.curve.at(-1);
    const curve = last ? [...day.curve.slice(0, -1), { t: last.t, v: worth.total }] : [];
    return { ...day, ...worth, ...dayAfter(day, worth.total), curve };
  }, [worth, day]);
}
