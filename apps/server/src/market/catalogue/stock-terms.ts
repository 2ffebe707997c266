import type { StockRules } from '../port.ts';

/** Ids of session calendars in the engine; part of the journal, never reused. 0 is no calendar. */
export const calendarIds: Readonly<Record<string, number>> = { XNYS: 1, XKLS: 2 };

/** How readily a share is lent and lent against. */
export type Lending = 'liquid' | 'ordinary';
export type StockTerms = Omit<StockRules, 'calendar'>;

/** 8 % a year for a loan, 0.5 % a year for shares that are easy to borrow; both charged by the day. */
const interestPpm = 219;
const borrowPpm = 14;

/**
 * New York: no daily limits, margin on every name, short sales where the pool has enough to lend. Maintenance leaves room below the initial margin, and a
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

/** Kuala Lumpur: within 30 % of the last close, cash only, nothing is lent; 0.1 % stamp duty on both sides of a trade. */
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
