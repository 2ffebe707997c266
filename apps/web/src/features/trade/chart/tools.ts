/** The chart's indicators and drawing tools. Names are the library's; the language files have the words for people under the same keys. */
export interface IndicatorChoice {
  name: string;
  overCandles: boolean;
  /** Its values until the customer changes them. */
  params: readonly number[];
}
export const indicatorChoices: readonly IndicatorChoice[] = [
  { name: 'MA', overCandles: true, params: [12] },
  { name: 'EMA', overCandles: true, params: [12, 26] },
  { name: 'BOLL', overCandles: true, params: [20, 2] },
  { name: 'SAR', overCandles: true, params: [2, 2, 20] },
  { name: 'VOL', overCandles: false, params: [5, 10, 20] },
  { name: 'MACD', overCandles: false, params: [12, 26, 9] },
  { name: 'RSI', overCandles: false, params: [6, 12, 24] },
  { name: 'KDJ', overCandles: false, params: [9, 3, 3] },
  { name: 'OBV', overCandles: false, params: [30] },
  { name: 'WR', overCandles: false, params: [6, 10, 14] },
  { name: 'CCI', overCandles: false, params: [20] },
  { name: 'ROC', overCandles: false, params: [12, 6] },
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
