import { type ReactNode, useState } from 'react';
import { Arrow } from './Amount.tsx';
import { cx } from './cx.ts';
import { IconCheck, IconOffline } from './icons.tsx';
import styles from './Small.module.css';

export type ChipTone = 'plain' | 'warn' | 'ok' | 'error' | 'up' | 'down' | 'yours';

/** A small label. `up` and `down` have a triangle, `ok` a tick: colour is never the only sign. */
export function Chip({
  tone = 'plain',
  children,
  className,
}: {
  tone?: ChipTone | undefined;
  children: ReactNode;
  className?: string | undefined;
}) {
  return (
    <span className={cx(styles.chip, tone !== 'plain' && styles[tone], className)}>
      {(tone === 'up' || tone === 'down') && <Arrow direction={tone} />}
      {tone === 'ok' && <IconCheck size={13} strokeWidth={2.25} />}
      {children}
    </span>
  );
}

/** A picture, or the first letters of the name. */
export function Avatar({ name, src, size = 32 }: { name: string; src?: string | null | undefined; size?: number | undefined }) {
  const [broken, setBroken] = useState(false);
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const letters = (words.length > 1 ? [words[0], words.at(-1)] : words).map((word) => [...(word ?? '')][0] ?? '').join('');
  return (
    <span
      className={styles.avatar}
      style={{ inlineSize: size, blockSize: size, fontSize: Math.round(size * 0.375) }}
      role="img"
      aria-label={name}
    >
      {src && !broken ? <img src={src} alt="" draggable={false} onError={() => setBroken(true)} /> : letters.toUpperCase() || '·'}
    </span>
  );
}

export const Kbd = ({ children }: { children: ReactNode }) => <kbd className={styles.kbd}>{children}</kbd>;

/** The source and the age of a figure. A ring instead of a dot when it is late or disconnected. */
export function Age({ state, children }: { state: 'live' | 'late' | 'lost'; children: ReactNode }) {
  return (
    <span className={styles.age}>
      <span className={cx(styles.dot, styles[state])} aria-hidden />
      <span className={styles.said}>{children}</span>
    </span>
  );
}

/** A bar across the top that says since when the connection is down. */
export function OfflineBar({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.offline} role="status">
      <IconOffline size={16} aria-hidden />
      <span>{children}</span>
      {action}
    </div>
  );
}
