import { decimalCompare, decimalSign, decimalSubtract, decimalSum, formatAmount, plotNumber, shortForm } from '@bourse/money';

/** A UTC day of the account: worth at its end, what was earned or lost, what came from outside. */
export type Day = { day: string; total: string; pl: string; deposits: string };

/** Days of each span; `day` is today's own curve, half hour by half hour. */
export const spans = { day: 1, week: 7, month: 30, quarter: 90, year: 366 } as const;
export type Span = keyof typeof spans;

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

/** The last days of a span as points of a curve, each at the end of its day. Days before the account had anything are left out. */
export function curveOf(days: readonly Day[], span: Span, convert: (usd: string) => string): { at: number; value: number }[] {
  const points = days.slice(-spans[span]).map((day) => ({ at: startOf(day.day) + dayMs, value: plotNumber(convert(day.total)) }));
  const first = points.findIndex((point) => point.value > 0);
  return first < 0 ? [] : points.slice(first);
}

export const profitOf = (days: readonly Day[]): string => decimalSum(days.map((day) => day.pl));

export type Cell = Day & { date: number };
export type Month = { key: string; weeks: (Cell | null)[][]; pl: string };

/**
 * The days by month, oldest first, each month as weeks of seven cells; null where the month has no such day or nothing is known of it. `firstDay` is
 * 1 for Monday to 7 for Sunday.
 */
export function monthsOf(days: readonly Day[], firstDay: number): Month[] {
  const byMonth = new Map<string, Day[]>();
  for (const day of days) byMonth.set(day.day.slice(0, 7), [...(byMonth.get(day.day.slice(0, 7)) ?? []), day]);
  return [...byMonth].map(([key, list]) => {
    const known = new Map(list.map((day) => [day.day, day]));
    const first = startOf(`${key}-01`);
    const offset = (new Date(first).getUTCDay() + 7 - (firstDay % 7)) % 7;
    const [year, month] = key.split('-').map(Number) as [number, number];
    const count = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const cells: (Cell | null)[] = Array.from({ length: offset }, () => null);
    for (let date = 1; date <= count; date += 1) {
      const day = known.get(`${key}-${String(date).padStart(2, '0')}`);
      cells.push(day ? { ...day, date } : { day: `${key}-${String(date).padStart(2, '0')}`, date, total: '', pl: '', deposits: '' });
    }
    while (cells.length % 7 !== 0) cells.push(null);
    return { key, weeks: Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7)), pl: profitOf(list) };
  });
}

/** How strong a day's wash is, 0 to 3, against the month's largest move. A picture: the figure stands beside it. */
export function strengthOf(pl: string, all: readonly string[]): 0 | 1 | 2 | 3 {
  const largest = Math.max(...all.map((value) => Math.abs(plotNumber(value || '0'))));
  const share = largest === 0 ? 0 : Math.abs(plotNumber(pl || '0')) / largest;
  return share === 0 ? 0 : share < 0.25 ? 1 : share < 0.6 ? 2 : 3;
}

/** The first day of the week where this language is spoken, 1 (Monday) to 7 (Sunday). */
export function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

/** A signed figure for a cell of five letters: +1.24K, −186, +12.5. Cut, never rounded up. */
export function briefly(amount: string, locale: string): string {
  const size = decimalSign(amount) < 0 ? decimalSubtract('0', amount) : amount;
  if (decimalCompare(size, '1000') >= 0) return `${decimalSign(amount) < 0 ? '\u2212' : '+'}${shortForm(size, locale)}`;
  const decimals = decimalCompare(size, '100') >= 0 ? 0 : decimalCompare(size, '10') >= 0 ? 1 : 2;
  return formatAmount(amount, { locale, decimals, sign: 'always' });
}
