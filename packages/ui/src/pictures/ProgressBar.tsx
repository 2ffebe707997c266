import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './Pictures.module.css';

/** Progress of long work; without a value it only shows that the work continues. */
export function ProgressBar({ label, share, text }: { label: string; share?: number | undefined; text?: ReactNode }) {
  const id = useId();
  return (
    <div className={styles.progress}>
      <div className={styles.progressHead}>
        <span id={id}>{label}</span>
        <span>{text}</span>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      >
        <div
          className={cx(styles.fill, share === undefined && styles.waiting)}
          style={share === undefined ? undefined : { scale: `${share} 1` }}
        />
      </div>
    </div>
  );
}
