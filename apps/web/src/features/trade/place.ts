import { ChartKind, Interval } from '@bourse/protocol/enums';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useRef } from 'react';
import { preferences, usePreference } from '../../data/index.ts';

/** The instrument and view of the trading screens, from the address: `?symbol=BTC/USDT&kind=1&interval=30`. */
export interface Place {
  symbol: string;
  kind: ChartKind;
  interval: Interval;
}

const lastKey = 'trade.last';
const firstSymbol = 'BTC/USDT';

const intervals: readonly unknown[] = Object.values(Interval);
export const isInterval = (text: unknown): text is Interval => intervals.includes(text);

const kinds: readonly number[] = Object.values(ChartKind);
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

/** The address is untrusted: the router may have parsed text as a number, and any value may be invalid. `usual` is the deployment's interval. */
export function placeOf(search: Record<string, unknown>, last: string | null, usual?: string | null): Place {
  const interval = textOf(search['interval']);
  const kind = Number(search['kind']);
  return {
    symbol: textOf(search['symbol']) ?? last ?? firstSymbol,
    kind: kinds.includes(kind) ? (kind as ChartKind) : ChartKind.coin,
    interval: isInterval(interval) ? interval : isInterval(usual) ? usual : Interval.m30,
  };
}

/**
 * The instrument that an address names. If the address names only a kind, this is the last instrument viewed when it is of that kind, otherwise the kind's first.
 */
export function instrumentOf<Item extends { id: number; symbol: string; kind: number }>(
  list: readonly Item[],
  { symbol, kind }: Pick<Place, 'symbol' | 'kind'>,
  named: boolean,
  favourites: readonly { sourceId: string }[] = [],
): Item | undefined {
  const found = list.find((item) => item.symbol === symbol);
  if (named) return found;
  if (kind === ChartKind.favourites) {
    const first = favourites[0];
    return (first && list.find((item) => String(item.id) === first.sourceId)) ?? found;
  }
  return kind === ChartKind.bulk || found?.kind === kind ? found : (list.find((item) => item.kind === kind) ?? found);
}

const readLast = (): string | null => {
  try {
    return localStorage.getItem(lastKey);
  } catch {
    return null;
  }
};

/** The place that the browser's address names. */
export const addressedPlace = (): Place =>
  placeOf(Object.fromEntries(new URLSearchParams(location.search)), readLast(), preferences.getState().interval);

export function usePlace(): [Place, (change: Partial<Place>, replace?: boolean) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const place = placeOf(search, readLast(), usePreference('interval'));
  useEffect(() => {
    try {
      localStorage.setItem(lastKey, place.symbol);
    } catch {
      // Storage refused: the instrument is not remembered.
    }
  }, [place.symbol]);
  const latest = useRef({ place, search });
  latest.current = { place, search };
  const go = useCallback(
    (change: Partial<Place>, replace = true) => {
      const { place, search } = latest.current;
      const next = { ...place, ...change };
      const kindGiven = search['kind'] !== undefined || change.kind !== undefined;
      void navigate({
        to: '.',
        search: {
          ...(next.symbol === '' ? {} : { symbol: next.symbol }),
          ...(kindGiven ? { kind: String(next.kind) } : {}),
          interval: next.interval,
        } as never,
        replace,
      });
    },
    [navigate],
  );
  return [place, go];
}
