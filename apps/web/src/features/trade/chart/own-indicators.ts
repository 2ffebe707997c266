import { type AxisTemplate, type Chart, type IndicatorDrawParams, type KLineData, registerIndicator, registerYAxis } from 'klinecharts';
import type { ChartColours } from './colours.ts';
import { type Compared, comparedPrices } from './compared.ts';
import { type HeikinAshiBar, heikinAshi } from './heikin-ashi.ts';

/** What the chart draws beside the library's own indicators. */
export const ownIndicators = { volume: 'UNDERLAY', heikinAshi: 'HEIKIN_ASHI', compared: 'COMPARED' } as const;
/** The price axis in per cent of the first visible candle, wide enough for the instrument that is compared. */
export const comparedAxis = 'compared';

/** Volume uses the lowest sixth of the candle pane. */
const volumeShare = 1 / 6;

let known = false;
export function registerOwnIndicators(): void {
  if (known) return;
  known = true;
  const silent = {
    shortName: '',
    figures: [],
    createTooltipDataSource: () => ({ name: '', calcParamsText: '', features: [], legends: [] }),
  };
  registerIndicator<KLineData, unknown, ChartColours>({
    ...silent,
    name: ownIndicators.volume,
    zLevel: -1,
    calc: (bars) => bars,
    draw: drawVolume,
  });
  registerIndicator<HeikinAshiBar, unknown, ChartColours>({
    ...silent,
    name: ownIndicators.heikinAshi,
    calc: heikinAshi,
    draw: drawHeikinAshi,
  });
  registerIndicator<KLineData, unknown, () => ComparedLine>({
    ...silent,
    name: ownIndicators.compared,
    calc: (bars) => bars,
    draw: drawCompared,
    createTooltipDataSource({ chart, indicator }) {
      const line = (indicator.extendData as () => ComparedLine)();
      const legend = {
        title: { text: `${line.symbol} `, color: line.muted },
        value: { text: percentText(lastOf(visibleCompared(chart, line))), color: line.colour },
      };
      return { ...silent.createTooltipDataSource(), legends: [legend] };
    },
  });
  registerYAxis(percentAxis);
}

/** The library copies plain data, and would lose a map: it gets a function. */
interface ComparedLine extends Compared {
  colour: string;
  muted: string;
}

const percentOf = (value: number, base: number) => (value / base - 1) * 100;
const percentText = (percent: number | undefined) =>
  percent === undefined ? '–' : `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;

/** The compared line's prices among the visible candles, and the price that stands for 0 %. */
function visibleCompared(chart: Chart, compared: ComparedLine) {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList();
  return { from, base: bars[from]?.close, prices: comparedPrices(bars, from, to, compared) };
}
const lastOf = ({ base, prices }: ReturnType<typeof visibleCompared>) => {
  const last = prices.findLast((price) => price !== undefined);
  return base && last !== undefined ? percentOf(last, base) : undefined;
};

type AxisRange = Parameters<NonNullable<AxisTemplate['createRange']>>[0]['defaultRange'];
const percentAxis: AxisTemplate = {
  name: comparedAxis,
  minSpan: () => 0.01,
  displayValueToText: percentText,
  valueToRealValue: (value, { range }) => ((value - range.from) / (range.range || 1)) * range.realRange + range.realFrom,
  realValueToValue: (value, { range }) => ((value - range.realFrom) / (range.realRange || 1)) * range.range + range.from,
  createRange({ chart, defaultRange }) {
    const [line] = chart.getIndicators({ name: ownIndicators.compared });
    if (!line) return defaultRange;
    const { base, prices } = visibleCompared(chart, (line.extendData as () => ComparedLine)());
    if (!base) return defaultRange;
    const known = prices.filter((price) => price !== undefined);
    const from = Math.min(defaultRange.from, ...known);
    const to = Math.max(defaultRange.to, ...known);
    const [realFrom, realTo] = [percentOf(from, base), percentOf(to, base)];
    const [range, realRange] = [to - from, realTo - realFrom];
    return { from, to, range, realFrom, realTo, realRange, displayFrom: realFrom, displayTo: realTo, displayRange: realRange } as AxisRange;
  },
};

function drawCompared({ ctx, chart, indicator, xAxis, yAxis }: IndicatorDrawParams<KLineData, unknown, () => ComparedLine>): boolean {
  const line = indicator.extendData();
  const { from, prices } = visibleCompared(chart, line);
  ctx.strokeStyle = line.colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const [at, price] of prices.entries())
    if (price !== undefined) ctx.lineTo(xAxis.convertToPixel(from + at), yAxis.convertToPixel(price));
  ctx.stroke();
  return true;
}

type Draw<Value> = IndicatorDrawParams<Value, unknown, ChartColours>;

function drawVolume({ ctx, chart, indicator, bounding, xAxis }: Draw<KLineData>): boolean {
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
}

function drawHeikinAshi({ ctx, chart, indicator, xAxis, yAxis }: Draw<HeikinAshiBar>): boolean {
  const colours = indicator.extendData;
  const { from, to } = chart.getVisibleRange();
  const width = Math.max(1, Math.round(chart.getBarSpace().gapBar));
  for (let at = from; at < to; at += 1) {
    const bar = indicator.result[at];
    if (!bar) continue;
    const [open, high, low, close] = [bar.open, bar.high, bar.low, bar.close].map((price) => Math.round(yAxis.convertToPixel(price))) as [
      number,
      number,
      number,
      number,
    ];
    const middle = Math.round(xAxis.convertToPixel(at));
    ctx.fillStyle = bar.close >= bar.open ? colours.upFill : colours.downFill;
    ctx.fillRect(middle, high, 1, Math.max(1, low - high));
    ctx.fillRect(middle - Math.floor(width / 2), Math.min(open, close), width, Math.max(1, Math.abs(close - open)));
  }
  return true;
}
