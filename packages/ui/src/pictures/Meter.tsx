import { cx } from '../cx.ts';
import styles from './Pictures.module.css';

export type MeterProps = {
  label: string;
  /** Percent, 0 to 100; anything beyond is drawn full. */
  share: number;
  /** The value as text, such as "12.5%". */
  text?: string | undefined;
  tone?: 'plain' | 'ok' | 'warn' | 'error' | undefined;
};

/** How much of a limit is used. Show the figure with it: the bar alone is not enough. */
export function Meter({ label, share, text, tone = 'plain' }: MeterProps) {
  const width = Math.min(100, Math.max(0, share));
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each their own way
    <span
      role="meter"
      className={styles.meter}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(width)}
      aria-valuetext={text}
    >
      <span className={cx(styles.level, styles[`level-${tone}`])} style={{ inlineSize: `${width}%` }} />
    </span>
  );
}
