import { decimalAdd, decimalNegate, decimalSign } from '@bourse/money';
import type { StatementLine } from '@bourse/protocol';
import { BalanceDirection } from '@bourse/protocol/enums';

/** The lines of one calendar day in the customer's time zone, newest first, in the order received. */
export type Day = { day: string; lines: StatementLine[] };

const dayFormats = new Map<string, Intl.DateTimeFormat>();
export function dayOf(timeMs: number, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    // The Swedish locale writes ISO dates: the shortest way to YYYY-MM-DD in a time zone.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    dayFormats.set(timeZone, format);
  }
  return format.format(timeMs);
}

export function groupByDay(lines: readonly StatementLine[], timeZone: string): Day[] {
  const days: Day[] = [];
  for (const line of lines) {
    const day = dayOf(line.time, timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(line);
    else days.push({ day, lines: [line] });
  }
  return days;
}

/** The lines that one trade wrote, or a single line. Lines of one trade come together, because ids follow the order of events. */
export type Entry = { key: string; fillId: string | null; lines: StatementLine[] };
export function entriesOf(lines: readonly StatementLine[]): Entry[] {
  const entries: Entry[] = [];
  for (const line of lines) {
    const last = entries.at(-1);
    const same = last?.lines[0];
    if (line.fillId !== null && same && last.fillId === line.fillId && same.seq === line.seq && same.symbol === line.symbol)
      last.lines.push(line);
    else entries.push({ key: line.id, fillId: line.fillId, lines: [line] });
  }
  return entries;
}

/** What a trade changed altogether, by asset, in the order of its lines. Freezes and releases change nothing that is owned. */
export function netOf(lines: readonly StatementLine[]): { asset: string; amount: string }[] {
  const sums = new Map<string, string>();
  for (const line of lines) {
    const movement = movementOf(line);
    if (movement === 'in' || movement === 'out') sums.set(line.asset, decimalAdd(sums.get(line.asset) ?? '0', signedAmount(line)));
  }
  return [...sums].filter(([, amount]) => decimalSign(amount) !== 0).map(([asset, amount]) => ({ asset, amount }));
}

export type Movement = 'in' | 'out' | 'freeze' | 'release';

/**
 * Whether the line increased or reduced the balance. A negative amount is outgoing, whatever the direction says.
 */
export function movementOf(line: Pick<StatementLine, 'direction' | 'amount'>): Movement {
  if (line.direction === BalanceDirection.freeze) return 'freeze';
  if (line.direction === BalanceDirection.release) return 'release';
  return line.direction === BalanceDirection.out || decimalSign(line.amount) < 0 ? 'out' : 'in';
}

/** The change with its sign: an outgoing amount is negative, whatever sign the line carries. */
export function signedAmount(line: Pick<StatementLine, 'direction' | 'amount'>): string {
  const sign = decimalSign(line.amount);
  const outgoing = line.direction === BalanceDirection.out || line.direction === BalanceDirection.freeze;
  return outgoing && sign > 0 ? decimalNegate(line.amount) : line.amount;
}

export type Filters = {
  wallet?: 1 | 2 | 3 | 4 | 5 | undefined;
  asset?: string | undefined;
  type?: 1 | 2 | 3 | 4 | 5 | undefined;
  period?: Period | undefined;
  page?: number | undefined;
};
export const periods = ['day', 'week', 'month', 'quarter', 'all'] as const;
export type Period = (typeof periods)[number];
const dayMs = 86_400_000;
const spans: Record<Period, number | undefined> = { day: dayMs, week: 7 * dayMs, month: 30 * dayMs, quarter: 90 * dayMs, all: undefined };

/** Start of a period, rounded down to the minute: two reads within a minute are then the same read and share an answer. */
export function periodStart(period: Period, nowMs: number): number | undefined {
  const span = spans[period];
  return span === undefined ? undefined : Math.floor((nowMs - span) / 60_000) * 60_000;
}

const list = <T extends string | number>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => String(known) === String(value));

/** Filters live in the address, so that a statement can be bookmarked and the back button works. Unknown values are ignored. */
export function readFilters(search: Record<string, unknown>): Filters {
  const page = /^\d{1,5}$/.test(String(search['page'] ?? '')) ? Math.max(1, Number(search['page'])) : undefined;
  const asset = /^[A-Za-z0-9]{1,12}$/.test(String(search['asset'] ?? '')) ? String(search['asset']) : undefined;
  const found: Filters = {
    wallet: list([1, 2, 3, 4, 5] as const, search['wallet']),
    type: list([1, 2, 3, 4, 5] as const, search['type']),
    period: list(periods, search['period']),
    asset,
    page,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
