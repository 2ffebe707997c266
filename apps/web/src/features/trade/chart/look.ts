import type { DeepPartial, Styles } from 'klinecharts';
import type { ChartColours } from './colours.ts';
import type { ChartStyle } from './view.ts';

/** Pixels of the letters on the axes. */
export const axisTextSize = 11;

/** The library's own drawing of each style. Heikin-Ashi candles are an indicator over candles that are not seen. */
const candleTypes = {
  candles: 'candle_solid',
  hollow: 'candle_up_stroke',
  bars: 'ohlc',
  line: 'area',
  area: 'area',
  heikinAshi: 'candle_solid',
} as const;
const unseen = 'transparent';

const family = '"Inter Variable", "Inter Metric", system-ui, sans-serif';

/** The chart in the product's style: hairline grid, a tag for the last price, greys and inks for indicators. */
export function chartStyles(colours: ChartColours, dense: boolean, style: ChartStyle): DeepPartial<Styles> {
  const [up, down, still] = style === 'heikinAshi' ? [unseen, unseen, unseen] : [colours.upFill, colours.downFill, colours.muted];
  const tag = {
    size: 12,
    family,
    weight: 520,
    paddingLeft: 6,
    paddingRight: 6,
    paddingTop: 4,
    paddingBottom: 4,
    borderSize: 0,
    borderRadius: 3,
  };
  const axisText = { color: colours.muted, size: axisTextSize, family, weight: 420 };
  const legend = {
    size: dense ? 12 : 11,
    family,
    weight: 420,
    color: colours.text2,
    marginTop: 6,
    marginBottom: 2,
    marginLeft: 0,
    marginRight: 8,
  };
  const line = (colour: string) => ({ style: 'solid' as const, smooth: false, size: 1.25, dashedValue: [2, 2], color: colour });
  return {
    grid: {
      horizontal: { color: colours.grid, style: 'solid', size: 1 },
      vertical: { color: colours.grid, style: 'solid', size: 1 },
    },
    candle: {
      type: candleTypes[style],
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: still,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: still,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: still,
      },
      area: {
        lineSize: 1.5,
        lineColor: colours.text,
        value: 'close',
        smooth: false,
        backgroundColor: style === 'area' ? colours.areaFill : unseen,
        point: { show: true, color: colours.text, radius: 3, rippleColor: unseen, rippleRadius: 0, animation: false },
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          upColor: colours.upFill,
          downColor: colours.downFill,
          noChangeColor: colours.muted,
          line: { style: 'dashed', dashedValue: [1, 3], size: 1 },
          text: { ...tag, color: colours.onUp, paddingBottom: 2, borderRadius: [3, 3, 0, 0] },
          extendTexts: [
            {
              ...tag,
              show: true,
              color: colours.onUp,
              paddingTop: 1,
              borderRadius: [0, 0, 3, 3],
              position: 'below_price',
              updateInterval: 1000,
            },
          ],
        },
      },
      tooltip: {
        offsetLeft: dense ? 12 : 16,
        offsetTop: 4,
        title: { show: false },
        legend: { ...legend, defaultValue: '–' },
      },
    },
    indicator: {
      lines: [colours.first, colours.second, colours.third, colours.fourth, colours.fifth].map(line),
      bars: [{ upColor: colours.upFaint, downColor: colours.downFaint, noChangeColor: colours.lineStrong }],
      circles: [{ upColor: colours.up, downColor: colours.down, noChangeColor: colours.muted }],
      ohlc: { upColor: colours.upFaint, downColor: colours.downFaint, noChangeColor: colours.lineStrong },
      tooltip: {
        offsetLeft: dense ? 12 : 16,
        offsetTop: 4,
        title: { ...legend, color: colours.muted, showParams: false, showName: false },
        legend: { ...legend, defaultValue: '–' },
      },
    },
    xAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: { ...axisText, marginStart: 6, marginEnd: 8 } },
    yAxis: { axisLine: { show: false }, tickLine: { show: false }, tickText: { ...axisText, marginStart: 8, marginEnd: 8 } },
    separator: { size: 1, color: colours.line, fill: true, activeBackgroundColor: colours.accentWeak },
    crosshair: {
      horizontal: {
        line: { color: colours.muted, dashedValue: [3, 3] },
        text: { ...tag, color: colours.surface, backgroundColor: colours.text, borderColor: colours.text },
      },
      vertical: {
        line: { color: colours.muted, dashedValue: [3, 3] },
        text: { ...tag, color: colours.surface, backgroundColor: colours.text, borderColor: colours.text },
      },
    },
    overlay: {
      point: {
        color: colours.accent,
        borderColor: colours.accentWeak,
        borderSize: 1,
        radius: 4,
        activeColor: colours.accent,
        activeBorderColor: colours.accentWeak,
        activeBorderSize: 4,
        activeRadius: 5,
      },
      line: { color: colours.accent, size: 1.25 },
      rect: { color: colours.accentWeak, borderColor: colours.accent },
      polygon: { color: colours.accentWeak, borderColor: colours.accent },
      circle: { color: colours.accentWeak, borderColor: colours.accent },
      arc: { color: colours.accent },
      text: { color: colours.surface, backgroundColor: colours.accent, family, size: 11, borderRadius: 3 },
    },
  };
}
