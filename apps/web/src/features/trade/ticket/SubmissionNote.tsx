import { formatAmount, trimZeros } from '@bourse/money';
import { OrderStatus } from '@bourse/protocol/enums';
import { Button, cx, IconAlert, IconCheck, IconClock, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Translate, useT } from '../../../i18n/index.ts';
import styles from './SubmissionNote.module.css';
import type { Submission } from './submission.ts';

type Props = {
  submission: Submission;
  asset: string;
  field: string | undefined;
  onAgain: () => void;
  onForget: () => void;
  /** A further step after a refusal. */
  remedy?: ReactNode;
  /** The order's page; without it the note has no link. */
  orderPage?: boolean | undefined;
  /** What acceptance means, for tickets whose orders neither rest nor fill. */
  acceptedAs?: string | undefined;
};

/** The order's status, in the ticket itself: a dialog would be in the way. */
export function SubmissionNote({ submission, asset, field, onAgain, onForget, remedy, orderPage = true, acceptedAs }: Props) {
  const t = useT();
  const { locale } = useUi();
  if (submission.state === 'idle') return null;
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
            {t('trade.sendAgain')}
          </Button>
          <Button size="small" kind="outline" onClick={onForget}>
            {t('trade.letGo')}
          </Button>
        </span>
      </Note>
    );
  const quantity = formatAmount(trimZeros(submission.filledQuantity), { locale });
  return (
    <Note tone="good" title={t('trade.accepted')}>
      {acceptedAs ?? acceptedText(t, submission, quantity, asset)}{' '}
      {orderPage && (
        <Link to="/order/detail/$id" params={{ id: submission.orderId }} className={styles.link}>
          {t('trade.seeOrder')}
        </Link>
      )}
    </Note>
  );
}

function acceptedText(t: Translate, submission: Extract<Submission, { state: 'accepted' }>, quantity: string, asset: string): string {
  const traded = submission.filledQuantity !== '' && !/^0(\.0*)?$/.test(submission.filledQuantity);
  switch (submission.status) {
    case null:
      return t('trade.acceptedAsked', { id: submission.orderId });
    case OrderStatus.untriggered:
      return t('trade.acceptedWaits');
    case OrderStatus.open:
      return t('trade.acceptedRests');
    case OrderStatus.partlyFilled:
      return t('trade.acceptedPartly', { quantity, asset });
    case OrderStatus.filled:
      return t('trade.acceptedFilled', { quantity, asset });
    default:
      return traded ? t('trade.acceptedEnded', { quantity, asset }) : t('trade.acceptedNothing');
  }
}

const pictures = { good: IconCheck, bad: IconAlert, wait: IconClock };

function Note({ tone, title, children }: { tone: 'good' | 'bad' | 'wait'; title: string; children?: ReactNode }) {
  const Picture = pictures[tone];
  return (
    <div className={cx(styles.note, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Picture size={18} aria-hidden />
      <p>
        <strong>{title}</strong>
        {children && <span>{children}</span>}
      </p>
    </div>
  );
}
