/** The chart's indicators and drawing tools. Names are the library's; the language files have the words for people under the same keys. */
export interface IndicatorChoice {
  name: string;
  overCandles: boolean;
  params?: readonly number[];
}
export const indicatorChoices: readonly IndicatorChoice[] = [
  { name: 'MA', overCandles: true, params: [12] },
  { name: 'EMA', overCandles: true, params: [12, 26] },
  { name: 'BOLL', overCandles: true, params: [20, 2] },
  { name: 'SAR', overCandles: true },
  { name: 'VOL', overCandles: false },
  { name: 'MACD', overCandles: false },
  { name: 'RSI', overCandles: false },
  { name: 'KDJ', overCandles: false },
  { name: 'OBV', overCandles: false },
  { name: 'WR', overCandles: false },
  { name: 'CCI', overCandles: false },
  { name: 'ROC', overCandles: false },
];
export const indicatorByName = (name: string): IndicatorChoice | undefined => indicatorChoices.find((choice) => choice.name === name);

export const drawingTools = [
  { tool: 'segment', key: 'drawSegment' },
  { tool: 'rayLine', key: 'drawRay' },
  { tool: 'straightLine', key: 'drawLine' },
  { tool: 'horizontalStraightLine', key: 'drawHorizontal' },
  { tool: 'verticalStraightLine', key: 'drawVertical' },
  { tool: 'parallelStraightLine', key: 'drawParallel' },
  { tool: 'priceChannelLine', key: 'drawChannel' },
  { tool: 'fibonacciLine', key: 'drawFibonacci' },
  { tool: 'priceLine', key: 'drawPrice' },
] as const;
