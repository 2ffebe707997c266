import { RowContent, rowClass, rowItemClass, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../data/index.ts';
import { sentenceOf } from '../../data/notices/text.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Messages.module.css';
import type { Notice } from './notices.ts';

/** A notice in a list: what was said, when, and whether it was opened. */
export function NoticeRow({ notice }: { notice: Notice }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  return (
    <li className={rowItemClass}>
      <Link to="/message/order_detail" search={{ id: notice.id }} className={rowClass()}>
        <RowContent
          start={
            <span className={styles.mark} data-unread={!notice.read}>
              {!notice.read && <span className="visually-hidden">{t('messages.unread')}</span>}
            </span>
          }
          title={<span className={styles.sentence}>{sentenceOf(notice, locale, amountsHidden) ?? t('messages.unknown')}</span>}
          under={<time dateTime={new Date(notice.t).toISOString()}>{formatTime(notice.t, 'dateTime', zone)}</time>}
          goes
        />
      </Link>
    </li>
  );
}
