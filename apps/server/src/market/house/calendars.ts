import type { Database } from '../../platform/database.ts';
import type { EnginePort } from '../../sequencer/port.ts';
import type { Catalogue } from '../port.ts';
import { dateOf, dayMs, type Sessions, weekday } from '../sessions/index.ts';
import { type Definition, tell } from './tell.ts';

/** Past sessions are sent too, because round trips are counted over the last five trading days. */
const pastDays = 14;
const aheadDays = 63;

/**
 * Every session from two weeks before this week's Monday to nine weeks after it. The list is the same all week, so that a restart sends nothing new.
 */
export function sessionsAround(sessions: Sessions, now: number): { open: number; close: number }[] {
  const monday = dateOf(now) - ((weekday(now) + 6) % 7) * dayMs;
  const list: { open: number; close: number }[] = [];
  for (let date = monday - pastDays * dayMs; date < monday + aheadDays * dayMs; date += dayMs)
    for (const { open, close } of sessions.on(date)?.segments ?? []) list.push({ open, close });
  return list;
}

/** The calendars of a catalogue's stocks. */
export function calendarsOf(catalogue: Catalogue, now: number): Definition[] {
  const stocks = catalogue.instruments.filter(({ tradable, stock }) => tradable && stock !== null);
  return catalogue.calendars
    .filter(({ id }) => id > 0 && stocks.some(({ stock }) => stock?.calendar === id))
    .map(({ id: calendar, sessions }) => ({
      kind: 'calendar',
      id: calendar,
      command: { kind: 'defineCalendar', calendar, sessions: sessionsAround(sessions, now) },
      known: (engine) => stocks.some(({ id, stock }) => stock?.calendar === calendar && engine.stock(id) !== undefined),
    }));
}

/** Rolls the calendars forward. Safe to repeat: within a week nothing is sent twice. */
export const tellSessions = (port: EnginePort, catalogue: Catalogue, database: Database, now: number): Promise<number> =>
  tell(port, database, calendarsOf(catalogue, now));
