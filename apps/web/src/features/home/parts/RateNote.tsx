import { useMoney, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './Summary.module.css';

/** Says that the display currency has an old rate, or none, so that amounts are in USDT. */
export function RateNote() {
  const t = useT();
  const { problem } = useMoney();
  const zone = useTimeZone();
  if (!problem) return null;
  return (
    <p className={styles.missing} role="status">
      {problem.kind === 'missing'
        ? t('own.rateMissing', { currency: problem.code })
        : t('own.rateOld', { currency: problem.code, time: formatTime(problem.time, 'dateTime', zone) })}
    </p>
  );
}
