import { ErrorState, SkeletonRows } from '@bourse/ui';
import type { ReactNode } from 'react';
import { lastValue, type Remote } from '../../../data/index.ts';
import { type PlainKey, useT } from '../../../i18n/index.ts';

/** One thing in whatever state it is; an unknown one says so without asking again. */
export function DetailFrame<Answer>({
  remote,
  missing,
  children,
}: {
  remote: Remote<Answer>;
  missing: PlainKey;
  children: (answer: Answer) => ReactNode;
}) {
  const t = useT();
  const answer = lastValue(remote);
  if (answer !== undefined) return children(answer);
  if (remote.state !== 'failed') return <SkeletonRows rows={7} />;
  const unknown = remote.error.status === 404 || remote.error.status === 400;
  return (
    <ErrorState title={t(unknown ? missing : 'common.loadFailed')} {...(unknown ? {} : { onRetry: remote.retry })}>
      {unknown ? t('funds.lineMissingText') : remote.error.message}
    </ErrorState>
  );
}
