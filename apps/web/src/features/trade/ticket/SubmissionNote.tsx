import { Button, cx, IconAlert, IconCheck, IconClock } from '@bourse/ui';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from './SubmissionNote.module.css';
import type { Submission } from './submission.ts';

type Props = {
  submission: Submission;
  field: string | undefined;
  /** The order that was sent, in the words of its button. */
  sent?: string | undefined;
  onAgain: () => void;
  onForget: () => void;
  /** A further step after a refusal. */
  remedy?: ReactNode;
};

/** What became of sending an order, in the ticket itself: a dialog would be in the way. The result of an accepted one is `ResultNote`. */
export function SubmissionNote({ submission, field, sent, onAgain, onForget, remedy }: Props) {
  const t = useT();
  if (submission.state === 'sent') return <Note tone="wait" title={t('trade.sending')} />;
  if (submission.state === 'rejected')
    return field ? null : (
      <Note tone="bad" title={t('trade.rejected')}>
        {submission.message}
        {remedy && <span className={styles.actions}>{remedy}</span>}
      </Note>
    );
  if (submission.state === 'unknown')
    return (
      <Note tone="wait" title={t('trade.unknown')}>
        {t('trade.unknownWhy')}
      </Note>
    );
  if (submission.state === 'missing')
    return (
      <Note tone="bad" title={t('trade.missing')}>
        {t('trade.missingWhy')}
        <span className={styles.actions}>
          <Button size="small" onClick={onAgain}>
            {sent === undefined ? t('trade.sendAgain') : t('trade.sendAgainOrder', { order: sent })}
          </Button>
          <Button size="small" kind="outline" onClick={onForget}>
            {t('trade.letGo')}
          </Button>
        </span>
      </Note>
    );
  return null;
}

const pictures = { good: IconCheck, bad: IconAlert, wait: IconClock };

export function Note({ tone, title, children }: { tone: 'good' | 'bad' | 'wait'; title: string; children?: ReactNode }) {
  const Picture = pictures[tone];
  return (
    <div className={cx(styles.note, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Picture size={18} aria-hidden />
      <div>
        <strong>{title}</strong>
        {children && <span>{children}</span>}
      </div>
    </div>
  );
}
