import { decimalCompare, decimalSign, decimalSubtract, decimalSum, formatAmount, plotNumber, shortForm } from '@bourse/money';

/** One UTC day of an account: its value at the end of the day, the profit or loss, and what came from outside. */
export type Day = { day: string; total: string; pl: string; deposits: string };

/** Days of each span. `day` is today's own curve in steps of half an hour. */
export const spans = { day: 1, week: 7, month: 30, quarter: 90, year: 366 } as const;
export type Span = keyof typeof spans;

const dayMs = 86_400_000;
const startOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

type Points = readonly { at: number; value: number }[];
/**
 * The last days of a span as points of a curve: the end of each past day, then today by the minute, because today has not ended. Days before
 * the account held anything are left out.
 */
export function curveOf(days: readonly Day[], span: Span, convert: (usd: string) => string, today: Points): Points {
  const past = days.slice(-spans[span], -1).map((day) => ({ at: startOf(day.day) + dayMs, value: plotNumber(convert(day.total)) }));
  const points = [...past, ...today.filter(({ at }) => at > (past.at(-1)?.at ?? 0))];
  const first = points.findIndex((point) => point.value > 0);
  return first < 0 ? [] : points.slice(first);
}

export const profitOf = (days: readonly Day[]): string => decimalSum(days.map((day) => day.pl));

export type Cell = Day & { date: number };
export type Month = { key: string; weeks: (Cell | null)[][]; pl: string };

/**
 * The days by month, oldest first. Each month is a list of weeks with seven cells; a cell is null outside the month or where nothing is
 * known. `firstDay` is 1 for Monday to 7 for Sunday.
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

/** How strongly to colour a day, 0 to 3, relative to the month's largest move. The cell also shows the figure. */
export function strengthOf(pl: string, all: readonly string[]): 0 | 1 | 2 | 3 {
  const largest = Math.max(...all.map((value) => Math.abs(plotNumber(value || '0'))));
  const share = largest === 0 ? 0 : Math.abs(plotNumber(pl || '0')) / largest;
  return share === 0 ? 0 : share < 0.25 ? 1 : share < 0.6 ? 2 : 3;
}

/** The first day of the week in this language, 1 (Monday) to 7 (Sunday). */
export function firstDayOf(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?: () => { firstDay: number }; weekInfo?: { firstDay: number } };
  return (info.getWeekInfo?.() ?? info.weekInfo)?.firstDay ?? 1;
}

/** A signed figure of at most five characters for a cell: +1.24K, −186, +12.5. Truncated, never rounded up. */
export function briefly(amount: string, locale: string): string {
  const size = decimalSign(amount) < 0 ? decimalSubtract('0', amount) : amount;
  if (decimalCompare(size, '1000') >= 0) return `${decimalSign(amount) < 0 ? '\u2212' : '+'}${shortForm(size, locale)}`;
  const decimals = decimalCompare(size, '100') >= 0 ? 0 : decimalCompare(size, '10') >= 0 ? 1 : 2;
  return formatAmount(amount, { locale, decimals, sign: 'always' });
}
