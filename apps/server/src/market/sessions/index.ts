import { type Calendar, Sessions } from './calendar.ts';
import { forexWeek } from './forex.ts';
import { kualaLumpur } from './kuala-lumpur.ts';
import { newYork } from './new-york.ts';

export { dateOf, dayMs, hourMs, minuteMs, type Segment, type SessionDay, Sessions, weekday } from './calendar.ts';

const calendars = new Map<string, Sessions>(
  [newYork, kualaLumpur, forexWeek].map((calendar: Calendar) => [calendar.name, new Sessions(calendar)]),
);

/** The sessions of an instrument's calendar; null trades around the clock. */
export function sessionsOf(name: string | null): Sessions | null {
  if (name === null) return null;
  const found = calendars.get(name);
  if (!found) throw new RangeError(`no session calendar ${name}`);
  return found;
}
