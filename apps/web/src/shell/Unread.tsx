import { ErrorState, SkeletonRows } from '@bourse/ui';
import type { Remote } from '../data/index.ts';
import { useT } from '../i18n/index.ts';

type Props = { remote: Remote<unknown>; rows: number; height?: number | undefined; compact?: boolean | undefined };

/** Shown until a read has an answer: a skeleton, or the error with a retry button. */
export function Unread({ remote, compact = false, ...bones }: Props) {
  const t = useT();
  return remote.state === 'failed' ? (
    <ErrorState compact={compact} title={t('common.loadFailed')} onRetry={remote.retry}>
      {remote.error.message}
    </ErrorState>
  ) : (
    <SkeletonRows {...bones} />
  );
}
