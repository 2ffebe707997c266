import { activeLocale } from './index.ts';

/** Dates and times in the customer's time zone and language. Keep the formatters: creating one takes a millisecond. */
const kept = new Map<string, Intl.DateTimeFormat>();
export function timeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${activeLocale()}|${JSON.stringify(options)}`;
  const known = kept.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(activeLocale(), { numberingSystem: 'latn', ...options });
  kept.set(key, made);
  return made;
}

export type TimeStyle = 'time' | 'weekday' | 'seconds' | 'date' | 'dateTime' | 'full';
const styles: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  weekday: { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  dateTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  full: {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
};

export const formatTime = (ms: number, style: TimeStyle, timeZone: string): string => timeFormat({ ...styles[style], timeZone }).format(ms);
/** For files: always UTC, always sortable. */
export const isoTime = (ms: number): string => new Date(ms).toISOString();
