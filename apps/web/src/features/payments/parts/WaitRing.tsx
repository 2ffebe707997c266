import { useNow, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { useDuration } from '../model/durations.ts';
import styles from './parts.module.css';

const radius = 9;
const around = 2 * Math.PI * radius;

/** How much of a wait is over. Without a wait nothing is drawn. */
export function WaitRing({ from, until }: { from: number; until: number }) {
  const now = useNow();
  const share = until <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (until - from)));
  return (
    <svg viewBox="0 0 22 22" width={22} height={22} className={styles.ring} aria-hidden="true">
      <circle cx="11" cy="11" r={radius} className={styles.ringTrack} />
      <circle
        cx="11"
        cy="11"
        r={radius}
        className={share < 1 ? styles.ringWaits : styles.ringDone}
        strokeDasharray={`${share * around} ${around}`}
        transform="rotate(-90 11 11)"
      />
    </svg>
  );
}

/** From when something may be used, in words. */
export function UsableFrom({ at }: { at: number }) {
  const t = useT();
  const zone = useTimeZone();
  const duration = useDuration();
  const left = at - useNow();
  if (left <= 0) return t('moneyOut.usable');
  return t('moneyOut.usableFrom', { time: formatTime(at, 'dateTime', zone), left: duration(left / 1_000) });
}
