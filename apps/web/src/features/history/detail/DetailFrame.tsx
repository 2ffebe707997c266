import { ErrorState, SkeletonRows } from '@bourse/ui';
import type { ReactNode } from 'react';
import { lastValue, type Remote } from '../../../data/index.ts';
import { type PlainKey, useT } from '../../../i18n/index.ts';

/** A detail page in any state of its read. If the item does not exist, it says so and does not retry. */
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
