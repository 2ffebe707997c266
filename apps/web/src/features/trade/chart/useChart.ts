import { shortForm } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useEffect, useRef, useState } from 'react';
import { type Instrument, onCandle, serverNow, usePreference, useTimeZone } from '../../../data/index.ts';
import { activeLocale, t } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { barOf, barsOf } from './bars.ts';
import { candleTimes } from './candle-times.ts';
import type { Bar, Candle } from './candles.ts';
import type { followCompared as FollowCompared } from './compare-feed.ts';
import type { Drawing } from './drawings.ts';
import type { ChartFeed, ChartHandle } from './engine.ts';
import { candlePage } from './first-candles.ts';
import { trustPixels } from './sharpness.ts';
import { type ChartView, studiesOf } from './view.ts';

/** Candles in pages back in time, and the forming candle from the socket. */
function feedOf(symbol: string, onCandles: (candles: readonly Candle[]) => void): ChartFeed {
  return {
    async page(interval, before) {
      const { candles, more } = await candlePage(symbol, interval, before);
      if (before === undefined) onCandles(candles);
      return { bars: barsOf(candles), more };
    },
    follow: (interval, push) => onCandle(symbol, interval, (candle) => push(barOf(candle))),
  };
}

const drawingsKey = (symbol: string) => `trade.drawings.${symbol}`;
function readDrawings(symbol: string): Drawing[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(drawingsKey(symbol)) ?? '[]');
    return Array.isArray(kept)
      ? (kept as Drawing[]).filter((drawing) => typeof drawing?.name === 'string' && Array.isArray(drawing.points))
      : [];
  } catch {
    return [];
  }
}

const drawn = (view: ChartView) => ({ ...view, studies: studiesOf(view) });

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed';

/**
 * Opens the chart in a box and keeps its instrument, interval, time zone, theme and direction up to date. The library loads on first use.
 */
export function useChart(instrument: Instrument, interval: Interval, view: ChartView, dense: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartHandle | null>(null);
  const [state, setState] = useState<ChartState>('loading');
  const [candles, setCandles] = useState<readonly Candle[]>([]);
  const [opened, setOpened] = useState<ChartHandle | null>(null);
  const [canUndo, setCanUndo] = useState(false);
  /** The drawing that the customer asks to remove. */
  const [erasing, setErasing] = useState<string | null>(null);
  const timezone = useTimeZone();
  const theme = usePreference('theme');
  const direction = usePreference('direction');
  const { symbol, tick, lot, session } = instrument;
  /** The time of the oldest candle, and the instrument that is drawn beside the candles. */
  const from = useRef(Number.POSITIVE_INFINITY);
  const comparison = useRef<ReturnType<typeof FollowCompared> | null>(null);
  const latest = useRef({ symbol, interval, view, timezone, session });
  latest.current = { symbol, interval, view, timezone, session };

  // One chart per box: the effects below apply later changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    let gone = false;
    void Promise.all([import('./engine.ts'), box.current ? trustPixels(box.current) : undefined])
      .then(([{ openChart }]) => {
        if (gone || !box.current) return;
        const now = latest.current;
        handle.current = openChart(
          box.current,
          {
            symbol: now.symbol,
            interval: now.interval,
            priceDecimals: stepDecimals(tick),
            quantityDecimals: stepDecimals(lot),
            times: (of) => candleTimes(of, latest.current.timezone),
            locale: activeLocale(),
            view: drawn(now.view),
            drawings: readDrawings(now.symbol),
            dense,
            now: serverNow,
            short: (value) => shortForm(value, activeLocale()),
            countsDown: () => latest.current.session === null,
          },
          feedOf(now.symbol, setCandles),
          {
            onState: setState,
            onBars: ([first]: readonly Bar[]) => {
              from.current = first?.timestamp ?? Number.POSITIVE_INFINITY;
              comparison.current?.from(from.current);
            },
            onDrawings: (drawings, undoable) => {
              localStorage.setItem(drawingsKey(latest.current.symbol), JSON.stringify(drawings));
              setCanUndo(undoable);
            },
            onErase: setErasing,
          },
        );
        setOpened(handle.current);
      })
      .catch(() => setState('failed'));
    return () => {
      gone = true;
      handle.current?.close();
      handle.current = null;
      setOpened(null);
    };
  }, [dense]);

  const { compare } = view;
  useEffect(() => {
    if (!opened || compare === null || compare === symbol) return;
    let gone = false;
    const fail = () => toast('error', t('chart.compareFailed', { symbol: compare }));
    void import('./compare-feed.ts').then(({ followCompared }) => {
      if (gone) return;
      comparison.current = followCompared(compare, interval, opened.compare, fail);
      comparison.current.from(from.current);
    }, fail);
    return () => {
      gone = true;
      comparison.current?.stop();
      comparison.current = null;
      if (handle.current === opened) opened.compare(null);
    };
  }, [opened, symbol, interval, compare]);

  const shown = useRef('');
  useEffect(() => {
    const key = `${symbol} ${interval}`;
    if (!opened) {
      shown.current = key;
      return;
    }
    if (shown.current === key) return;
    // In a task of its own: the library lays itself out again.
    const timer = setTimeout(() => {
      shown.current = key;
      setCandles([]);
      opened.show(symbol, interval, stepDecimals(tick), stepDecimals(lot), feedOf(symbol, setCandles), readDrawings(symbol));
    });
    return () => clearTimeout(timer);
  }, [opened, symbol, interval, tick, lot]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart asks for the time zone of the moment
  useEffect(() => opened?.retime(), [opened, timezone]);
  useEffect(() => opened?.setView(drawn(view)), [opened, view]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow these two
  useEffect(() => {
    if (!opened) return;
    const restyle = () => opened.restyle();
    const frame = requestAnimationFrame(restyle);
    const media = matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', restyle);
    return () => {
      cancelAnimationFrame(frame);
      media.removeEventListener('change', restyle);
    };
  }, [opened, theme, direction]);

  return { box, chart: opened, state, candles, canUndo, erasing, setErasing };
}
