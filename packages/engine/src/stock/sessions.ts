import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { stock as declared } from '../stock/declare.ts';
import type { Calendar } from './calendar.ts';
import { continueCharges, startCharges } from './charge.ts';
import { beginSession, closeDay, endSession } from './day.ts';

/** The stocks that trade in a calendar's sessions, in the order of their definition. */
const stocksOf = (s: State, calendar: Calendar) => s.instruments.list.filter(({ stock }) => stock?.rules.calendar === calendar.id);

/** Passes over sessions that were over before anybody told of them, and sets the timers of those to come. */
export function catchUp(s: State, calendar: Calendar): void {
  while (!calendar.inSession && calendar.next !== undefined && calendar.next.close <= s.time) calendar.begun += 1;
  calendar.trim();
  schedule(s, calendar);
  if (!calendar.inSession && calendar.next !== undefined && calendar.next.open <= s.time) sessionOpens(s, calendar.id);
}

/** One timer at most: the close of the session that runs, or the open of the next. */
function schedule(s: State, calendar: Calendar): void {
  s.timers.clear(declared.timers.sessionOpen.number, calendar.id);
  if (calendar.inSession) s.timers.set(declared.timers.sessionClose.number, calendar.id, calendar.current!.close);
  else if (calendar.next !== undefined) s.timers.set(declared.timers.sessionOpen.number, calendar.id, calendar.next.open);
}

/** A day's limits come with its first session; after a break they stay, and what waited meanwhile enters. */
export function sessionOpens(s: State, id: number): void {
  const calendar = s.calendars.get(id)!;
  const goesOn = calendar.dayOpen && calendar.pauses;
  if (calendar.dayOpen && !goesOn) endDay(s, calendar);
  calendar.begun += 1;
  calendar.inSession = true;
  calendar.dayOpen = true;
  schedule(s, calendar);
  for (const ins of stocksOf(s, calendar)) beginSession(s, ins, !goesOn);
}

/** Stocks close; when no further session belongs to the day, it is over: day orders expire and what is held is charged. */
export function sessionCloses(s: State, id: number): void {
  const calendar = s.calendars.get(id)!;
  calendar.inSession = false;
  for (const ins of stocksOf(s, calendar)) shut(s, ins);
  if (!calendar.pauses) endDay(s, calendar);
  calendar.trim();
  schedule(s, calendar);
}

function shut(s: State, ins: Instrument): void {
  endSession(s, ins);
  if (ins.status === InstrumentStatus.trading) ins.setStatus(s.log, InstrumentStatus.closed);
}

function endDay(s: State, calendar: Calendar): void {
  calendar.dayOpen = false;
  finishCharges(s, calendar);
  for (const ins of stocksOf(s, calendar)) closeDay(s, ins);
  startCharges(s, calendar);
}

/** Only a host that slept over a whole day finds charges of the one before left. */
function finishCharges(s: State, calendar: Calendar): void {
  while (calendar.chargeAt !== 0) continueCharges(s, calendar);
}
