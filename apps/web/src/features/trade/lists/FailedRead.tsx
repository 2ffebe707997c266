import { ErrorState } from '@bourse/ui';
import type { Remote } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** Shown if a list never loaded. If an earlier answer is on screen, it stays and nothing is said. */
export function FailedRead<T>({ remote }: { remote: Remote<T> }) {
  const t = useT();
  if (remote.state !== 'failed' || remote.value !== undefined) return null;
  return (
    <ErrorState compact title={t('common.loadFailed')} onRetry={remote.retry}>
      {t('common.loadFailedWhy', { reason: remote.error.message })}
    </ErrorState>
  );
}
export const hasFailed = <T,>(remote: Remote<T>): boolean => remote.state === 'failed' && remote.value === undefined;

/** What a table shows without rows: a skeleton, or why the read failed. */
export const tableRead = <T,>(remote: Remote<T>) => ({
  state: remote.state === 'loading' || remote.state === 'idle' ? ('loading' as const) : ('ready' as const),
  failed: hasFailed(remote) ? <FailedRead remote={remote} /> : undefined,
});
