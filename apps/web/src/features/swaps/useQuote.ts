import type { SwapQuote } from '@bourse/protocol';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { CallError, type CallInput, call, useIsDemo, useOfflineSince, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { goodUntil, mayPass, pauseMs, retryMs } from './model/quotes.ts';

const name = 'GET pay/flash-exchange/quote';
type Asked = CallInput<typeof name>;
/** The last answer, and the question that it belongs to. */
type Held = { of: string; until: number; lifeMs: number; quote?: SwapQuote; problem?: string };

export type Quoting = {
  /** The last quote, perhaps of another amount: then it is not `current`. */
  shown: SwapQuote | undefined;
  /** The quote of exactly this question, as long as it is good. */
  current: SwapQuote | undefined;
  /** A quote of this question is being replaced by a newer one. */
  renewing: boolean;
  problem: string | undefined;
  until: number;
  lifeMs: number;
  renew: () => void;
};

const watchPage = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const pageHidden = () => document.hidden;

/**
 * What a swap would come to, asked once the person stops typing and again when the quote runs out. Nothing is asked while the page is hidden or
 * offline. A question that is no longer the form's is aborted.
 */
export function useQuote(asked: Asked | undefined): Quoting {
  const t = useT();
  const hidden = useSyncExternalStore(watchPage, pageHidden);
  const offline = useOfflineSince() > 0;
  // Each venue has its own prices.
  const who = `${useSignedIn()} ${useIsDemo()}`;
  const of = asked === undefined ? '' : JSON.stringify([who, asked.from, asked.to, asked.amount]);
  const [held, setHeld] = useState<Held>();
  const [asking, setAsking] = useState(false);

  useEffect(() => {
    if (of === '' || hidden || offline) return;
    const mine = held?.of === of ? held : undefined;
    if (mine?.until === Number.POSITIVE_INFINITY) return;
    const abort = new AbortController();
    const ask = async () => {
      const [, from, to, amount] = JSON.parse(of) as [string, string, string, string];
      const askedAt = Date.now();
      setAsking(true);
      const next = await call(name, { from, to, amount }, { signal: abort.signal, noMsg: true }).then(
        (quote): Held => ({ of, quote, until: goodUntil(quote, askedAt, Date.now()), lifeMs: quote.validUntil - quote.quotedAt }),
        (error: unknown): Held => ({
          ...{ of, lifeMs: 0, until: mayPass(error) ? Date.now() + retryMs : Number.POSITIVE_INFINITY },
          problem: error instanceof CallError && error.status > 0 ? error.message : t('common.noResponse'),
        }),
      );
      if (abort.signal.aborted) return;
      setAsking(false);
      setHeld(next);
    };
    const timer = setTimeout(() => void ask(), mine ? Math.max(0, mine.until - Date.now()) : pauseMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
      setAsking(false);
    };
  }, [of, hidden, offline, held, t]);

  const renew = useCallback(() => setHeld((last) => last && { ...last, until: 0 }), []);
  const mine = held?.of === of ? held : undefined;
  const good = mine?.quote !== undefined && !asking && mine.until > 0;
  return {
    shown: held?.quote,
    current: good ? mine.quote : undefined,
    renewing: mine?.quote !== undefined && !good,
    problem: mine?.problem,
    until: held?.until ?? 0,
    lifeMs: held?.lifeMs ?? 0,
    renew,
  };
}
