import { InstrumentStatus } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { stock as declared } from '../stock/declare.ts';
import type { Calendar } from './calendar.ts';
import { continueCharges, startCharges } from './charge.ts';
import { beginSession, closeDay, endSession } from './day.ts';

/** The stocks that follow a calendar, in the order they were defined. */
const stocksOf = (s: State, calendar: Calendar) => s.instruments.list.filter(({ stock }) => stock?.rules.calendar === calendar.id);

/** Skips sessions that had already ended when they were announced, and sets the timer for the next one. */
export function catchUp(s: State, calendar: Calendar): void {
  while (!calendar.inSession && calendar.next !== undefined && calendar.next.close <= s.time) calendar.begun += 1;
  calendar.trim();
  schedule(s, calendar);
  if (!calendar.inSession && calendar.next !== undefined && calendar.next.open <= s.time) sessionOpens(s, calendar.id);
}

/** Sets at most one timer: the close of the running session, or the open of the next. */
function schedule(s: State, calendar: Calendar): void {
  s.timers.clear(declared.timers.sessionOpen.number, calendar.id);
  if (calendar.inSession) s.timers.set(declared.timers.sessionClose.number, calendar.id, calendar.current!.close);
  else if (calendar.next !== undefined) s.timers.set(declared.timers.sessionOpen.number, calendar.id, calendar.next.open);
}

/** A day's first session sets its price limits. After a midday break the limits stay, and orders that arrived during the break enter. */
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

/** Closes the stocks. After the last session of a day, day orders expire and held positions are charged. */
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

/** Finishes the charges of the day before. Some are left only when the host was down for a whole day. */
function finishCharges(s: State, calendar: Calendar): void {
  while (calendar.chargeAt !== 0) continueCharges(s, calendar);
}
