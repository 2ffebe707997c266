import { useEffect, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { leftOf } from '../model/quotes.ts';
import styles from './Quote.module.css';

const radius = 7;
const around = 2 * Math.PI * radius;

/** How long a quote is still good: a ring for the eye, and the seconds in words. Neither is announced: it would be said without end. */
export function Countdown({ until, lifeMs }: { until: number; lifeMs: number }) {
  const t = useT();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const { seconds, share } = leftOf(until, lifeMs, now);
  return (
    <span className={styles.countdown}>
      <svg viewBox="0 0 18 18" width={18} height={18} className={styles.ring} aria-hidden="true">
        <circle cx="9" cy="9" r={radius} className={styles.track} />
        <circle
          cx="9"
          cy="9"
          r={radius}
          className={styles.left}
          strokeDasharray={`${share * around} ${around}`}
          transform="rotate(-90 9 9)"
        />
      </svg>
      {t('swaps.renewsIn', { seconds })}
    </span>
  );
}
