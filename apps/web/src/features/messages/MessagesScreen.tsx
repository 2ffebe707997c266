import { List, RowContent, rowClass, rowItemClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useSignedIn } from '../../data/index.ts';
import { type PlainKey, useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Page } from '../settings/Page.tsx';
import { NoticeRow } from './NoticeRow.tsx';
import { type Topic, topics, useCounts, useNotices } from './notices.ts';

/** Whatever is not a notice and still speaks to the customer. */
const others = [
  { to: '/announcement', label: 'texts.announcements' },
  { to: '/news', label: 'texts.news' },
  { to: '/service_list', label: 'chat.title' },
  { to: '/mine/helpFeedback', label: 'feedback.title' },
  { to: '/changes', label: 'settings.changes' },
  { to: '/mine/notifications', label: 'notifications.title' },
] as const satisfies readonly { to: string; label: PlainKey }[];

/** Messages: what the customer was told, by what it is about, and the newest of it. */
export function MessagesScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('messages.title')}
      lead={t('messages.lead')}
      fallback="/home"
      body={signedIn ? <Own /> : <SignInFirst title={t('messages.signIn')} text={t('messages.signInText')} />}
    />
  );
}

function Own() {
  const t = useT();
  const read = useCounts();
  const counts = lastValue(read);
  const newest = lastValue(useNotices({ pageSize: 5 }))?.list ?? [];
  const row = (to: '/noticelist' | (typeof others)[number]['to'], title: string, topic?: Topic) => {
    const count = counts?.topics.find((one) => one.topic === topic);
    return (
      <li key={title} className={rowItemClass}>
        <Link to={to} search={topic ? { topic } : {}} className={rowClass()}>
          <RowContent title={title} under={count && t('messages.counted', { unread: count.unread, total: count.total })} goes />
        </Link>
      </li>
    );
  };
  if (!counts) return <Unread remote={read} rows={5} height={56} />;
  return (
    <>
      <List label={t('messages.listTitle')}>{topics.map((topic) => row('/noticelist', t(`messages.topic.${topic}`), topic))}</List>
      {newest.length > 0 && (
        <List label={t('messages.newest')} head={t('messages.newest')}>
          {newest.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} />
          ))}
          {row('/noticelist', t('messages.seeAll'))}
        </List>
      )}
      <List label={t('messages.others')}>{others.map(({ to, label }) => row(to, t(label)))}</List>
    </>
  );
}
