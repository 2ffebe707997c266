import { separatorsOf } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import { type Chart, dispose, init, type KLineData, type OverlayEvent, registerIndicator, utils } from 'klinecharts';
import { type Bar, periodOf, timeToClose } from './candles.ts';
import { type ChartColours, chartColours } from './colours.ts';
import { chartStyles } from './look.ts';
import { indicatorByName } from './tools.ts';

/** A narrow interface to the chart library. This file is a chunk of its own, loaded when a chart first comes into view. */

export interface ChartFeed {
  page(interval: Interval, before: number | undefined): Promise<{ bars: Bar[]; more: boolean }>;
  follow(interval: Interval, push: (bar: Bar) => void): () => void;
}
export interface Drawing {
  name: string;
  points: { timestamp: number; value: number }[];
}
export interface ChartSettings {
  symbol: string;
  interval: Interval;
  priceDecimals: number;
  quantityDecimals: number;
  timezone: string;
  locale: string;
  indicators: readonly string[];
  drawings: readonly Drawing[];
  dense: boolean;
  now: () => number;
  /** 1,240,000 as 1.24M, in the page's language. Injected, so that this file imports nothing but the chart. */
  short: (value: string) => string;
  /** Whether the forming candle closes by the clock: on an exchange with sessions, candles close with the session. */
  countsDown: () => boolean;
}
export interface ChartHooks {
  onState: (state: 'loading' | 'ready' | 'empty' | 'failed') => void;
  onBars: (bars: readonly Bar[]) => void;
  onDrawings: (drawings: Drawing[]) => void;
}
export interface ChartHandle {
  show(
    symbol: string,
    interval: Interval,
    priceDecimals: number,
    quantityDecimals: number,
    feed: ChartFeed,
    drawings: readonly Drawing[],
  ): void;
  reload(): void;
  setTimezone(timezone: string): void;
  setIndicators(names: readonly string[]): void;
  restyle(): void;
  draw(tool: string): void;
  eraseDrawings(): void;
  /** The y coordinate of a price and the width of the price axis; undefined if the price is out of view. */
  place(price: number): { y: number; axis: number; height: number } | undefined;
  /** The price at a y coordinate; undefined outside the candles. */
  priceAt(y: number): number | undefined;
  /** The same for the last price, whose tag the customer's own tags avoid. */
  placeLast(): { y: number } | undefined;
  zoom(scale: number): void;
  toNow(): void;
  close(): void;
}

const candlePane = 'candle_pane';
const ownGroup = 'customer';
/** Volume uses the lowest sixth of the candle pane. */
const volumeShare = 1 / 6;

let volumeKnown = false;
/** Draws volume under the candles without changing their price scale. */
function registerVolume() {
  if (volumeKnown) return;
  volumeKnown = true;
  registerIndicator<KLineData, unknown, ChartColours>({
    name: 'UNDERLAY',
    shortName: '',
    zLevel: -1,
    figures: [],
    calc: (bars) => bars,
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
    draw: ({ ctx, chart, indicator, bounding, xAxis }) => {
      const colours = indicator.extendData;
      const { from, to } = chart.getVisibleRange();
      const bars = chart.getDataList();
      let most = 0;
      for (let at = from; at < to; at += 1) most = Math.max(most, bars[at]?.volume ?? 0);
      if (most <= 0) return true;
      const { gapBar } = chart.getBarSpace();
      const width = Math.max(1, gapBar);
      for (let at = from; at < to; at += 1) {
        const bar = bars[at];
        if (!bar) continue;
        const height = Math.max(1, ((bar.volume ?? 0) / most) * bounding.height * volumeShare);
        ctx.fillStyle = bar.close >= bar.open ? colours.upFaint : colours.downFaint;
        ctx.fillRect(Math.round(xAxis.convertToPixel(at) - width / 2), bounding.height - height, width, height);
      }
      return true;
    },
  });
}

export function openChart(box: HTMLElement, settings: ChartSettings, firstFeed: ChartFeed, hooks: ChartHooks): ChartHandle {
  registerVolume();
  let { interval, locale } = settings;
  let colours = chartColours(box);
  const opened = init(box, {
    timezone: settings.timezone,
    styles: chartStyles(colours, settings.dense),
    thousandsSeparator: { sign: separatorsOf(locale).group },
    decimalFold: { threshold: 99 },
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    layout: { barSpaceLimit: { min: 1.5, max: 40 }, yAxis: { gap: { top: 0.12, bottom: 0.2 } } },
    formatter: {
      formatBigNumber: (value) => settings.short(String(value)),
      formatExtendText: ({ data }) => (settings.countsDown() ? timeToClose(data.timestamp, interval, settings.now()) : ''),
    },
  });
  if (!opened) throw new Error('the chart could not be opened');
  const chart: Chart = opened;
  // The library takes over the focus order; the page's own order and the text alternative work better.
  for (const node of box.querySelectorAll<HTMLElement>('[tabindex]')) node.tabIndex = -1;

  const price = (value: number | undefined, decimals: number) =>
    value === undefined ? '–' : utils.formatThousands(utils.formatPrecision(value, decimals), separatorsOf(locale).group);
  let legendOf: number | undefined;
  const legend = (priceDecimals: number) => {
    if (legendOf === priceDecimals) return;
    legendOf = priceDecimals;
    chart.setStyles({
      candle: {
        tooltip: {
          legend: {
            template: ({ current }: { current: KLineData | null }) => {
              const tone = !current ? colours.muted : current.close >= current.open ? colours.up : colours.down;
              const part = (title: string, value: number | undefined) => ({
                title: { text: `${title} `, color: colours.muted },
                value: { text: price(value, priceDecimals), color: tone },
              });
              return [part('O', current?.open), part('H', current?.high), part('L', current?.low), part('C', current?.close)];
            },
          },
        },
      } as never,
    });
  };

  let unfollow = () => {};
  let feed = firstFeed;
  /** Changes two settings together: the library would load data after each. */
  let muted = false;
  const loader = {
    getBars: async ({ type, timestamp, callback }: Parameters<Parameters<Chart['setDataLoader']>[0]['getBars']>[0]) => {
      if (muted) return;
      const asked = feed;
      if (type === 'init') hooks.onState('loading');
      try {
        const { bars, more } = await asked.page(interval, type === 'init' ? undefined : (timestamp ?? undefined));
        if (asked !== feed) return;
        callback([...bars] as unknown as KLineData[], { forward: more, backward: false });
        if (type === 'init') hooks.onState(bars.length === 0 ? 'empty' : 'ready');
        hooks.onBars(chart.getDataList() as unknown as Bar[]);
      } catch {
        if (asked !== feed) return;
        callback([], { forward: false, backward: false });
        if (type === 'init') hooks.onState('failed');
      }
    },
    subscribeBar: ({ callback }: { callback: (bar: KLineData) => void }) => {
      unfollow();
      unfollow = feed.follow(interval, atMostFourTimesASecond(callback as (bar: Bar) => void));
    },
    unsubscribeBar: () => {
      unfollow();
      unfollow = () => {};
    },
  };

  const inPane = new Map<string, string>();
  const setIndicators = (names: readonly string[]) => {
    for (const [name, id] of inPane) {
      if (names.includes(name)) continue;
      chart.removeIndicator({ id });
      inPane.delete(name);
    }
    for (const name of names) {
      const known = indicatorByName(name);
      if (!known || inPane.has(name)) continue;
      const id = known.overCandles
        ? chart.createIndicator({ name, paneId: candlePane, ...(known.params ? { calcParams: [...known.params] } : {}) }, true)
        : chart.createIndicator({ name }, false);
      if (id) inPane.set(name, id);
      const pane = known.overCandles ? undefined : chart.getIndicators({ name })[0]?.paneId;
      if (pane) chart.setPaneOptions({ id: pane, height: settings.dense ? 84 : 72, minHeight: 48 });
    }
  };

  const report = () =>
    hooks.onDrawings(
      chart
        .getOverlays({ groupId: ownGroup })
        .filter((overlay) => overlay.points.length > 0)
        .map(({ name, points }) => ({
          name,
          points: points.map((point) => ({ timestamp: point.timestamp ?? 0, value: point.value ?? 0 })),
        })),
    );
  const later = (_: OverlayEvent<unknown>) => queueMicrotask(report);
  const overlay = (name: string, points?: Drawing['points']) => ({
    name,
    groupId: ownGroup,
    mode: 'weak_magnet' as const,
    ...(points ? { points } : {}),
    onDrawEnd: later,
    onPressedMoveEnd: later,
    onRemoved: later,
  });

  chart.setDataLoader(loader);
  chart.createIndicator({ name: 'UNDERLAY', paneId: candlePane, extendData: colours }, true);
  setIndicators(settings.indicators);
  chart.setBarSpace(settings.dense ? 8 : 7);
  chart.setOffsetRightDistance(settings.dense ? 72 : 40);

  const handle: ChartHandle = {
    show(symbol, nextInterval, priceDecimals, quantityDecimals, nextFeed, drawings) {
      unfollow();
      unfollow = () => {};
      interval = nextInterval;
      feed = nextFeed;
      legend(priceDecimals);
      chart.removeOverlay({ groupId: ownGroup });
      muted = true;
      chart.setPeriod(periodOf(interval));
      muted = false;
      chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals });
      for (const drawing of drawings) chart.createOverlay(overlay(drawing.name, drawing.points));
    },
    reload: () => chart.resetData(),
    setTimezone: (timezone) => chart.setTimezone(timezone),
    setIndicators,
    restyle() {
      colours = chartColours(box);
      legendOf = undefined;
      chart.setStyles(chartStyles(colours, settings.dense));
      chart.overrideIndicator({ name: 'UNDERLAY', extendData: colours });
    },
    draw: (tool) => void chart.createOverlay(overlay(tool)),
    eraseDrawings: () => void chart.removeOverlay({ groupId: ownGroup }),
    place(value) {
      const pane = chart.getSize(candlePane, 'main');
      const at = chart.convertToPixel({ value }, { paneId: candlePane, absolute: true });
      const y = Array.isArray(at) ? undefined : at.y;
      if (!pane || y === undefined || y < pane.top || y > pane.top + pane.height) return undefined;
      return { y, axis: chart.getSize(candlePane, 'yAxis')?.width ?? 64, height: pane.height };
    },
    priceAt(y) {
      const pane = chart.getSize(candlePane, 'main');
      if (!pane || y < pane.top || y > pane.top + pane.height) return undefined;
      const at = chart.convertFromPixel([{ x: 0, y }], { paneId: candlePane, absolute: true });
      return (Array.isArray(at) ? at[0] : at)?.value;
    },
    placeLast() {
      const last = chart.getDataList().at(-1);
      return last ? handle.place(last.close) : undefined;
    },
    zoom: (scale) => chart.zoomAtCoordinate(scale, undefined, 90),
    toNow: () => chart.scrollToRealTime(140),
    close() {
      unfollow();
      window.removeEventListener('resize', resize);
      observer.disconnect();
      dispose(box);
    },
  };
  const resize = () => chart.resize();
  const observer = new ResizeObserver(resize);
  observer.observe(box);
  window.addEventListener('resize', resize);
  handle.show(settings.symbol, interval, settings.priceDecimals, settings.quantityDecimals, firstFeed, settings.drawings);
  return handle;
}

/** Draws the newest bar in a frame, at most every 250 ms. A new candle is never skipped. */
function atMostFourTimesASecond(push: (bar: Bar) => void): (bar: Bar) => void {
  let waiting: Bar | undefined;
  let last = 0;
  let asked = false;
  const flush = () => {
    asked = false;
    if (!waiting) return;
    push(waiting);
    waiting = undefined;
    last = performance.now();
  };
  return (bar) => {
    if (waiting && waiting.timestamp !== bar.timestamp) push(waiting);
    waiting = bar;
    if (asked) return;
    asked = true;
    const wait = 250 - (performance.now() - last);
    if (wait <= 0) requestAnimationFrame(flush);
    else setTimeout(() => requestAnimationFrame(flush), wait);
  };
}
