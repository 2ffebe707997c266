import { isCount, isId } from '../base/exact.ts';
import type { State } from '../core/state.ts';
import type { CommandOf } from '../define/declare.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { Calendar, type Session } from './calendar.ts';
import type { stock } from './declare.ts';
import { catchUp } from './sessions.ts';

const maxSessions = 4096;

/**
 * Sets an exchange's sessions. Sessions that have begun stay as they are; later ones are replaced. A session that should already be running opens at once.
 * Of the sessions that had ended when they were first announced, only the newest are kept, to count trading days by.
 */
export function defineCalendar(s: State, command: CommandOf<typeof stock, 'defineCalendar'>) {
  const { calendar: id, sessions } = command;
  if (!isId(id)) return badField('calendar', 'id');
  if (!Array.isArray(sessions) || sessions.length > maxSessions)
    return badField('sessions', { problem: 'items', min: 0, max: maxSessions });
  let last = 0;
  for (const session of sessions as readonly (Session | null | undefined)[]) {
    const { open, close } = session ?? {};
    if (!isCount(open) || !isCount(close) || open < last || close <= open) return badField('sessions', 'ascending');
    last = close;
  }
  const known = s.calendars.get(id);
  if (known === undefined && s.calendars.size >= s.limits.calendars) return refuse('overloaded');
  const calendar = known ?? new Calendar(id);
  if (known === undefined) s.calendars.set(id, calendar);
  calendar.replace(sessions);
  catchUp(s, calendar);
  return done;
}
