import { separatorsOf } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import { type Chart, dispose, init, type KLineData, type Overlay, type OverlayEvent, utils } from 'klinecharts';
import type { CandleTimes } from './candle-times.ts';
import type { Bar } from './candles.ts';
import { chartColours } from './colours.ts';
import type { Compared } from './compared.ts';
import { type Drawing, DrawingHistory } from './drawings.ts';
import { axisTextSize, chartStyles } from './look.ts';
import { comparedAxis, ownIndicators, registerOwnIndicators } from './own-indicators.ts';
import { periodOf, timeToClose } from './periods.ts';
import { timeTicks } from './time-axis.ts';
import type { ChartView, Study } from './view.ts';

/** A narrow interface to the chart library. This file is a chunk of its own, loaded when a chart first comes into view. */

/** The customer's view with what its indicators are computed from. */
export interface DrawnView extends Pick<ChartView, 'style' | 'logarithmic'> {
  studies: readonly Study[];
}
export interface ChartFeed {
  page(interval: Interval, before: number | undefined): Promise<{ bars: Bar[]; more: boolean }>;
  follow(interval: Interval, push: (bar: Bar) => void): () => void;
}
export interface ChartSettings {
  symbol: string;
  interval: Interval;
  priceDecimals: number;
  quantityDecimals: number;
  /** How the times of this interval's candles are written, in the customer's time zone of the moment. */
  times: (interval: Interval) => CandleTimes;
  locale: string;
  view: DrawnView;
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
  /** The drawings have changed, and whether the change can be undone. */
  onDrawings: (drawings: readonly Drawing[], canUndo: boolean) => void;
  /** The customer asks to remove the drawing with this id. */
  onErase: (id: string) => void;
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
  /** Writes the times again: the customer's time zone has changed. */
  retime(): void;
  /** Draws another instrument beside the candles, both in per cent of the first visible candle; null for none. */
  compare(compared: Compared | null): void;
  setView(view: DrawnView): void;
  restyle(): void;
  draw(tool: string): void;
  erase(id: string): void;
  eraseDrawings(): void;
  /** Takes back the last change of the drawings. */
  undo(): void;
  /** The y coordinate of a price and the width of the price axis; undefined if the price is out of view. */
  place(price: number): { y: number; axis: number; height: number } | undefined;
  /** On which side of the candles a price is out of view; undefined while it is in view. */
  beyond(price: number): { side: 'above' | 'below'; axis: number; height: number } | undefined;
  /** The price at a y coordinate; undefined outside the candles. */
  priceAt(y: number): number | undefined;
  /** The same for the last price, whose tag the customer's own tags avoid. */
  placeLast(): { y: number } | undefined;
  axisWidth(): number;
  zoom(scale: number): void;
  toNow(): void;
  close(): void;
}

const candlePane = 'candle_pane';
const ownGroup = 'customer';
export function openChart(box: HTMLElement, settings: ChartSettings, firstFeed: ChartFeed, hooks: ChartHooks): ChartHandle {
  registerOwnIndicators();
  let { interval, locale } = settings;
  let colours = chartColours(box);
  let { view } = settings;
  let times = settings.times(interval);
  let compared: Compared | null = null;
  const opened = init(box, {
    styles: chartStyles(colours, settings.dense, view.style),
    thousandsSeparator: { sign: separatorsOf(locale).group },
    decimalFold: { threshold: 99 },
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    // Pixels at the top: the two lines of the legend stand over no candle, however low the chart is.
    layout: { barSpaceLimit: { min: 1.5, max: 40 }, yAxis: { gap: { top: 44, bottom: 0.2 } } },
    formatter: {
      formatDate: ({ timestamp, type }) => (type === 'xAxis' ? times.usual(timestamp) : times.full(timestamp)),
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
  const showIndicators = () => {
    for (const [name, id] of inPane) {
      if (view.studies.some((study) => study.name === name)) continue;
      chart.removeIndicator({ id });
      inPane.delete(name);
    }
    for (const { name, params: calcParams, overCandles } of view.studies) {
      const shown = inPane.get(name);
      if (shown !== undefined) {
        chart.overrideIndicator({ id: shown, name, calcParams });
        continue;
      }
      const id = overCandles
        ? chart.createIndicator({ name, paneId: candlePane, calcParams }, true)
        : chart.createIndicator({ name, calcParams }, false);
      if (!id) continue;
      inPane.set(name, id);
      const pane = chart.getIndicators({ id })[0]?.paneId;
      if (pane !== undefined && pane !== candlePane) chart.setPaneOptions({ id: pane, height: settings.dense ? 84 : 72, minHeight: 48 });
    }
  };
  const showStyle = () => {
    chart.setStyles(chartStyles(colours, settings.dense, view.style));
    chart.removeIndicator({ name: ownIndicators.heikinAshi });
    if (view.style === 'heikinAshi')
      chart.createIndicator({ name: ownIndicators.heikinAshi, paneId: candlePane, extendData: colours }, true);
  };
  const showScale = () =>
    chart.overrideYAxis({ paneId: candlePane, name: compared ? comparedAxis : view.logarithmic ? 'logarithm' : 'normal' });
  const showTimes = () => {
    times = settings.times(interval);
    chart.overrideXAxis({
      createTicks: ({ defaultTicks }) => {
        const list = chart.getDataList();
        const xOf = (dataIndex: number) => (chart.convertToPixel({ dataIndex }, { paneId: candlePane }) as { x: number }).x;
        return timeTicks(
          defaultTicks as never,
          list.map(({ timestamp }) => timestamp),
          chart.getVisibleRange(),
          xOf,
          times,
          { width: chart.getSize(candlePane, 'main')?.width ?? 0, widthOf: (text) => utils.calcTextWidth(text, axisTextSize) },
        );
      },
    });
  };
  const showCompared = () => {
    chart.removeIndicator({ name: ownIndicators.compared });
    if (compared) {
      const line = { ...compared, colour: colours.accent, muted: colours.muted };
      chart.createIndicator({ name: ownIndicators.compared, paneId: candlePane, extendData: () => line }, true);
    }
    showScale();
  };

  let history = new DrawingHistory();
  const report = () => {
    const drawings = chart
      .getOverlays({ groupId: ownGroup })
      .filter((overlay) => overlay.points.length > 0 && !unfinished(overlay))
      .map(({ name, points }) => ({
        name,
        points: points.map((point) => ({ timestamp: point.timestamp ?? 0, value: point.value ?? 0 })),
      }));
    if (history.changed(drawings)) hooks.onDrawings(drawings, history.canUndo);
  };
  const later = (_: OverlayEvent<unknown>) => queueMicrotask(report);
  /** Draws these and nothing else. */
  const showDrawings = (drawings: readonly Drawing[]) => {
    chart.removeOverlay({ groupId: ownGroup });
    for (const drawing of drawings) chart.createOverlay(overlay(drawing.name, drawing.points));
  };
  const overlay = (name: string, points?: Drawing['points']) => ({
    name,
    groupId: ownGroup,
    mode: 'weak_magnet' as const,
    ...(points ? { points } : {}),
    onRightClick: (event: OverlayEvent<unknown>) => {
      // The library would remove it at once.
      event.preventDefault?.();
      hooks.onErase(event.overlay.id);
    },
    onDrawEnd: later,
    onPressedMoveEnd: later,
    onRemoved: later,
  });

  chart.setDataLoader(loader);
  chart.createIndicator({ name: ownIndicators.volume, paneId: candlePane, extendData: colours }, true);
  showIndicators();
  showStyle();
  showScale();
  showTimes();
  chart.setBarSpace(settings.dense ? 8 : 7);
  chart.setOffsetRightDistance(settings.dense ? 72 : 40);

  const heightOf = (value: number): { y: number; top: number; axis: number; height: number } | undefined => {
    const pane = chart.getSize(candlePane, 'main');
    const at = chart.convertToPixel({ value }, { paneId: candlePane, absolute: true });
    const y = Array.isArray(at) ? undefined : at.y;
    if (!pane || y === undefined) return undefined;
    return { y, top: pane.top, axis: handle.axisWidth(), height: pane.height };
  };

  const restyle = () => {
    colours = chartColours(box);
    legendOf = undefined;
    showStyle();
    chart.overrideIndicator({ name: ownIndicators.volume, extendData: colours });
    showCompared();
  };

  const handle: ChartHandle = {
    show(symbol, nextInterval, priceDecimals, quantityDecimals, nextFeed, drawings) {
      unfollow();
      unfollow = () => {};
      interval = nextInterval;
      feed = nextFeed;
      legend(priceDecimals);
      history = new DrawingHistory(drawings);
      muted = true;
      chart.setPeriod(periodOf(interval));
      muted = false;
      showTimes();
      chart.setSymbol({ ticker: symbol, pricePrecision: priceDecimals, volumePrecision: quantityDecimals });
      showDrawings(drawings);
      hooks.onDrawings(drawings, false);
    },
    reload: () => chart.resetData(),
    retime: showTimes,
    compare(next) {
      compared = next;
      showCompared();
    },
    setView(next) {
      const before = view;
      view = next;
      showIndicators();
      if (next.style !== before.style) restyle();
      if (next.logarithmic !== before.logarithmic) showScale();
    },
    restyle,
    draw: (tool) => void chart.createOverlay(overlay(tool)),
    erase: (id) => void chart.removeOverlay({ id }),
    undo() {
      const before = history.undo();
      if (!before) return;
      showDrawings(before);
      hooks.onDrawings(before, history.canUndo);
    },
    eraseDrawings: () => void chart.removeOverlay({ groupId: ownGroup }),
    place(value) {
      const at = heightOf(value);
      return at === undefined || at.y < at.top || at.y > at.top + at.height ? undefined : at;
    },
    beyond(value) {
      const at = heightOf(value);
      if (at === undefined || (at.y >= at.top && at.y <= at.top + at.height)) return undefined;
      return { ...at, side: at.y < at.top ? 'above' : 'below' };
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
    axisWidth: () => chart.getSize(candlePane, 'yAxis')?.width ?? 64,
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

/** Whether the customer is still setting the points of a drawing. */
const unfinished = (overlay: Overlay): boolean => overlay.currentStep !== -1;

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
