import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { useUi } from './context.tsx';
import { cx } from './cx.ts';
import { IconWarning } from './icons.tsx';
import styles from './States.module.css';

type Length = number | string;

/** A placeholder with the size of the content to come. */
export function Skeleton({ width = '100%', height = 14, round = false }: { width?: Length; height?: Length; round?: boolean | undefined }) {
  return <span className={cx(styles.bone, round && styles.round)} style={{ inlineSize: width, blockSize: height }} aria-hidden />;
}

/** The placeholder of a list. */
export function SkeletonRows({
  rows = 5,
  height = 56,
  label,
}: {
  rows?: number | undefined;
  height?: number | undefined;
  label?: string | undefined;
}) {
  const { labels } = useUi();
  return (
    <div role="status" aria-label={label ?? labels.loading}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <div key={index} className={styles.boneRow} style={{ blockSize: height }}>
          <span className={styles.pair}>
            <Skeleton width={96 + ((index * 37) % 48)} />
            <Skeleton width={56} height={10} />
          </span>
          <span className={cx(styles.pair, styles.pairEnd)}>
            <Skeleton width={72} />
            <Skeleton width={40} height={10} />
          </span>
        </div>
      ))}
    </div>
  );
}

type StateProps = { title: string; children?: ReactNode; icon?: ReactNode; action?: ReactNode; compact?: boolean | undefined };

/** An empty state: what this is, and one thing to do. */
export function EmptyState({ title, children, icon, action, compact = false }: StateProps) {
  return (
    <div className={cx(styles.state, compact && styles.compact)}>
      {icon}
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** An error: what happened, what was not lost, and what to do. */
export function ErrorState({
  title,
  children,
  icon,
  action,
  compact = false,
  onRetry,
  retry,
}: StateProps & { onRetry?: (() => void) | undefined; retry?: string | undefined }) {
  const { labels } = useUi();
  return (
    <div className={cx(styles.state, compact && styles.compact)} role="alert">
      {icon ?? <IconWarning size={28} strokeWidth={1.5} aria-hidden />}
      <p className={styles.title}>{title}</p>
      {children && <p className={styles.text}>{children}</p>}
      {(action || onRetry) && (
        <div className={styles.action}>
          {onRetry && (
            <Button kind="outline" size={compact ? 'small' : 'medium'} onClick={onRetry}>
              {retry ?? labels.retry}
            </Button>
          )}
          {action}
        </div>
      )}
    </div>
  );
}
