import { type IndicatorDrawParams, type KLineData, registerIndicator } from 'klinecharts';
import type { ChartColours } from './colours.ts';
import { type HeikinAshiBar, heikinAshi } from './heikin-ashi.ts';

/** What the chart draws beside the library's own indicators. Neither has a legend, and neither changes the price axis. */
export const ownIndicators = { volume: 'UNDERLAY', heikinAshi: 'HEIKIN_ASHI' } as const;

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
