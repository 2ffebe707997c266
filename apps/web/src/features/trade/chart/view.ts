import { type IndicatorChoice, indicatorByName } from './tools.ts';

/** How the customer wants charts to look. It is kept on the device and holds for every instrument. */
export const chartStyleNames = ['candles', 'hollow', 'bars', 'line', 'area', 'heikinAshi'] as const;
export type ChartStyle = (typeof chartStyleNames)[number];

export interface ChartView {
  style: ChartStyle;
  /** Equal distances on the price axis are equal percentages. */
  logarithmic: boolean;
  indicators: readonly string[];
  /** The values of indicators that the customer has changed. */
  params: Readonly<Record<string, readonly number[]>>;
  /** The symbol of the instrument that is drawn beside the candles. */
  compare: string | null;
}

const viewKey = 'trade.chart';
const standard: ChartView = { style: 'candles', logarithmic: false, indicators: ['MA'], params: {}, compare: null };

/** The most bars that one value of an indicator may span. */
export const maxIndicatorValue = 500;

/** Whether an indicator can be computed with these values: as many as it has, each a whole number of bars. */
export const areParams = (name: string, values: readonly unknown[]): values is readonly number[] =>
  values.length === indicatorByName(name)?.params.length &&
  values.every((value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxIndicatorValue);

export const paramsOf = (view: ChartView, name: string): readonly number[] => view.params[name] ?? indicatorByName(name)?.params ?? [];

/** An indicator as the chart draws it. */
export interface Study extends Omit<IndicatorChoice, 'params'> {
  params: number[];
}
export const studiesOf = (view: ChartView): Study[] =>
  view.indicators.flatMap((name) => {
    const choice = indicatorByName(name);
    return choice ? [{ ...choice, params: [...paramsOf(view, name)] }] : [];
  });

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

/** What is kept, without what is not known any more. */
export function readView(text: string | null): ChartView {
  try {
    const kept = record(JSON.parse(text ?? '{}'));
    const params = Object.entries(record(kept.params)).filter(
      (entry): entry is [string, number[]] => Array.isArray(entry[1]) && areParams(entry[0], entry[1]),
    );
    return {
      style: chartStyleNames.find((name) => name === kept.style) ?? standard.style,
      logarithmic: kept.logarithmic === true,
      indicators: Array.isArray(kept.indicators)
        ? kept.indicators.filter((name): name is string => typeof name === 'string' && indicatorByName(name) !== undefined)
        : standard.indicators,
      params: Object.fromEntries(params),
      compare: typeof kept.compare === 'string' && kept.compare !== '' ? kept.compare : null,
    };
  } catch {
    return standard;
  }
}

export const keptView = (): ChartView => readView(localStorage.getItem(viewKey));
export const keepView = (view: ChartView): void => localStorage.setItem(viewKey, JSON.stringify(view));
