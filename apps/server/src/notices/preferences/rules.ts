import { isUrgent, type NoticeTopic, quietHours, topicOf } from '@bourse/protocol/notice-topics';

/** What a customer chose, or the defaults. */
export interface Preference {
  push: readonly NoticeTopic[];
  mail: readonly NoticeTopic[];
  quiet: boolean;
  /** IANA name; null: not known. */
  timeZone: string | null;
  pushAmounts: boolean;
}

/** Nobody is written to about orders or news without having asked. */
export const defaultPreference: Preference = {
  push: ['trading', 'money', 'account'],
  mail: ['money', 'account'],
  quiet: true,
  timeZone: null,
  pushAmounts: false,
};

/** Changes of security have a letter of their own, which the change itself stores. */
const writtenElsewhere = ['security'];

export interface Ways {
  push: boolean;
  mail: boolean;
  /** When it may be told, ms since the epoch: now, or when quiet hours end. */
  at: number;
}

/** How a notice of this kind is told besides in the app. Security, withdrawals and margin are told at once, whatever was chosen. */
export function waysOf(kind: string, preference: Preference, now: number): Ways {
  const urgent = isUrgent(kind);
  const topic = topicOf(kind);
  const at = urgent || !preference.quiet ? now : (quietUntil(preference.timeZone, now) ?? now);
  const written = writtenElsewhere.includes(kind.split('.')[0] ?? kind);
  return { push: urgent || preference.push.includes(topic), mail: !written && (urgent || preference.mail.includes(topic)), at };
}

const hourFormats = new Map<string, Intl.DateTimeFormat | null>();
function hourFormat(timeZone: string): Intl.DateTimeFormat | null {
  const known = hourFormats.get(timeZone);
  if (known !== undefined) return known;
  let made: Intl.DateTimeFormat | null = null;
  try {
    made = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  } catch {
    // A zone that a newer version of the database no longer has: no hour is quiet there.
  }
  hourFormats.set(timeZone, made);
  return made;
}

const isQuietHour = (hour: number) => hour >= quietHours.from || hour < quietHours.to;
/** Every zone of our time differs from UTC by whole quarters of an hour, and changes at one. */
const quarterMs = 900_000;
/** More than any night, also one in which a whole day is left out of the calendar. */
const longestMs = 48 * 3_600_000;

/** When the quiet hours end in which a moment lies, ms since the epoch; null: it lies in none. */
export function quietUntil(timeZone: string | null, now: number): number | null {
  const format = timeZone === null ? null : hourFormat(timeZone);
  if (!format) return null;
  const quiet = (at: number) => isQuietHour(Number(format.format(at)));
  if (!quiet(now)) return null;
  for (let at = (Math.floor(now / quarterMs) + 1) * quarterMs; at < now + longestMs; at += quarterMs) if (!quiet(at)) return at;
  return null;
}
