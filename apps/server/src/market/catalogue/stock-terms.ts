import type { StockRules } from '../port.ts';

/** Ids of session calendars in the engine; part of the journal, never reused. 0 is no calendar. */
export const calendarIds: Readonly<Record<string, number>> = { XNYS: 1, XKLS: 2 };

/** How easily a share can be borrowed and borrowed against. */
export type Lending = 'liquid' | 'ordinary';
export type StockTerms = Omit<StockRules, 'calendar'>;

/** A loan costs 8 % a year, an easily borrowed share 0.5 % a year; both are charged daily. */
const interestPpm = 219;
const borrowPpm = 14;

/**
 * New York: no daily limits, margin on every name, and short sales where the pool has enough to lend. Maintenance is below the initial margin. A
 * margined account needs permission for its fourth round trip within five sessions.
 */
export const newYorkTerms = (lending: Lending): StockTerms => ({
  limitBps: 0,
  maxLeverage: lending === 'liquid' ? 4 : 2,
  maintenancePpm: lending === 'liquid' ? 150_000 : 300_000,
  shortable: lending === 'liquid',
  interestPpm,
  borrowPpm,
  stampDutyPpm: 0,
  dayTradeRule: true,
  stopsWait: true,
  marginWarnings: true,
});

/** Kuala Lumpur: prices within 30 % of the last close, cash only, no lending; 0.1 % stamp duty on both sides of a trade. */
export const kualaLumpurTerms: StockTerms = {
  limitBps: 3_000,
  maxLeverage: 1,
  maintenancePpm: 300_000,
  shortable: false,
  interestPpm: 0,
  borrowPpm: 0,
  stampDutyPpm: 1_000,
  dayTradeRule: false,
  stopsWait: true,
  marginWarnings: true,
};

/** `session` null: a replayed market, open whenever its recording is. */
export function stockRules(terms: StockTerms, session: string | null): StockRules {
  const calendar = session === null ? 0 : calendarIds[session];
  if (calendar === undefined) throw new RangeError(`calendar ${session} has no id`);
  return { ...terms, calendar };
}
