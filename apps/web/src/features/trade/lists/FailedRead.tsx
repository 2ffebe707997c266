import { ErrorState } from '@bourse/ui';
import type { Remote } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';

/** A list that never came; one that came before stays, and says nothing. */
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

/** What a table shows of its read while there are no rows: bones, or why nothing came. */
export const tableRead = <T,>(remote: Remote<T>) => ({
  state: remote.state === 'loading' || remote.state === 'idle' ? ('loading' as const) : ('ready' as const),
  failed: hasFailed(remote) ? <FailedRead remote={remote} /> : undefined,
});
