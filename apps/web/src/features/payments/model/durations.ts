import { useT } from '../../../i18n/index.ts';

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** A length of time in its largest unit, rounded up: a promise is never said shorter than it is. */
export function useDuration(): (seconds: number) => string {
  const t = useT();
  return (seconds) => {
    if (seconds < minute) return t('journey.seconds', { count: Math.max(1, Math.ceil(seconds)) });
    if (seconds < hour) return t('journey.minutes', { count: Math.ceil(seconds / minute) });
    if (seconds < 2 * day) return t('journey.hours', { count: Math.ceil(seconds / hour) });
    return t('journey.days', { count: Math.ceil(seconds / day) });
  };
}
