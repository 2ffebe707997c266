import { Button, buttonClass, EmptyState, IconBell, List, RowContent, rowClass, rowItemClass, useUi } from '@bourse/ui';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { emit, lastValue, useRead, useSignedIn, useTimeZone } from '../../data/index.ts';
import { sentenceOf, subjectOf } from '../../data/notices/text.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Messages.module.css';
import { markRead } from './notices.ts';

/** `/message/order_detail?id=`: one notice, what it is about as it stands now, and the receipts of what it wrote. */
export function NoticeScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  const id = String((useSearch({ strict: false }) as { id?: string }).id ?? '');
  return (
    <Page
      title={t('messages.detailTitle')}
      fallback="/noticelist"
      body={
        !signedIn ? (
          <SignInFirst title={t('messages.signIn')} text={t('messages.signInText')} />
        ) : /^[0-9]{1,19}$/.test(id) ? (
          <One id={id} />
        ) : (
          <Missing />
        )
      }
    />
  );
}

function Missing() {
  const t = useT();
  return (
    <EmptyState
      icon={<IconBell size={28} strokeWidth={1.5} aria-hidden />}
      title={t('messages.missing')}
      action={
        <Link to="/noticelist" className={buttonClass({ kind: 'outline' })}>
          {t('messages.seeAll')}
        </Link>
      }
    />
  );
}

function One({ id }: { id: string }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const remote = useRead('GET system/notice-msg/get', { id }, { needsSession: true, staleMs: 10_000 });
  const notice = lastValue(remote);
  const fresh = notice !== undefined && !notice.read;
  useEffect(() => {
    // A reader who is offline marks it at the next visit.
    if (fresh) void markRead(id).catch(() => undefined);
  }, [fresh, id]);
  if (!notice) return remote.state === 'failed' && remote.error.status === 404 ? <Missing /> : <Unread remote={remote} rows={4} />;
  const subject = subjectOf(notice);
  return (
    <>
      <p className={styles.said}>{sentenceOf(notice, locale, amountsHidden) ?? t('messages.unknown')}</p>
      <List label={t('messages.told')}>
        <li className={rowItemClass}>
          <span className={rowClass()}>
            <RowContent
              title={t('messages.told')}
              under={t(notice.shown ? 'messages.seenAt' : 'messages.notSeen')}
              end={<time dateTime={new Date(notice.t).toISOString()}>{formatTime(notice.t, 'full', zone)}</time>}
            />
          </span>
        </li>
      </List>
      {notice.lines.length > 0 && (
        <List label={t('messages.lines')} head={t('messages.lines')}>
          {notice.lines.map((line) => (
            <li key={line} className={rowItemClass}>
              <Link to="/receipt" search={{ line }} className={rowClass()}>
                <RowContent title={t('messages.line', { id: line })} end={t('messages.receipt')} goes />
              </Link>
            </li>
          ))}
        </List>
      )}
      {subject && (
        <div className={styles.acts}>
          <Button kind="outline" wide onClick={() => emit('go', { to: subject.to, replace: false })}>
            {t(subject.label)}
          </Button>
        </div>
      )}
    </>
  );
}
