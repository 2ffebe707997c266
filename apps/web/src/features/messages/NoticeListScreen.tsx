import { Button, EmptyState, IconBell, List, Switch, Tabs } from '@bourse/ui';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lastValue, useAction, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { SignInFirst } from '../funds/parts/SignInFirst.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import styles from './Messages.module.css';
import { NoticeRow } from './NoticeRow.tsx';
import { markAllRead, type Topic, topics, useCounts, useNotices } from './notices.ts';

type Search = { topic?: string; unread?: string; page?: string };

/** Every notice, by topic, or only those that nobody opened. */
export function NoticeListScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('messages.listTitle')}
      fallback="/message"
      body={signedIn ? <Own at="/noticelist" /> : <SignInFirst title={t('messages.signIn')} text={t('messages.signInText')} />}
    />
  );
}

/** The notices about orders and positions. */
export function OrderNoticesScreen() {
  const t = useT();
  const signedIn = useSignedIn();
  return (
    <Page
      title={t('messages.orderTitle')}
      fallback="/message"
      body={
        signedIn ? <Own at="/message/order" only="trading" /> : <SignInFirst title={t('messages.signIn')} text={t('messages.signInText')} />
      }
    />
  );
}

function Own({ at, only }: { at: '/noticelist' | '/message/order'; only?: Topic }) {
  const t = useT();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Search;
  const topic = only ?? topics.find((known) => known === search.topic);
  const unread = search.unread === '1';
  const page = /^[1-9][0-9]{0,4}$/.test(search.page ?? '') ? Number(search.page) : 1;
  const go = (next: Search) => {
    const { page: to, ...rest } = { ...search, page: undefined, ...next };
    const query: Search = Object.fromEntries(
      Object.entries({ ...rest, ...(to && to !== '1' ? { page: to } : {}) }).filter(([, text]) => text),
    );
    void navigate({ to: at, search: query, replace: true });
  };
  const counts = lastValue(useCounts());
  const of = (wanted: Topic) => counts?.topics.find((one) => one.topic === wanted)?.unread;
  const remote = useNotices({ pageNo: page, ...(topic ? { topic } : {}), ...(unread ? { unread } : {}) });
  const newest = lastValue(remote)?.list[0];
  const mark = useAction((upTo: string) => markAllRead(upTo, topic));
  const left = topic ? of(topic) : counts?.unread;
  const some = (count: number | undefined) => (count ? { count } : {});
  return (
    <>
      {!only && (
        <Tabs
          label={t('messages.filter')}
          value={topic ?? 'all'}
          onChange={(value) => go({ topic: value === 'all' ? '' : value })}
          options={[
            { value: 'all', label: t('messages.all'), ...some(counts?.unread) },
            ...topics.map((value) => ({ value, label: t(`messages.topic.${value}`), ...some(of(value)) })),
          ]}
        />
      )}
      <div className={styles.bar}>
        <Switch checked={unread} onChange={(value) => go({ unread: value ? '1' : '' })}>
          {t('messages.unreadOnly')}
        </Switch>
        {page === 1 && newest && left ? (
          <Button kind="plain" size="small" busy={mark.busy} onClick={() => void mark.run(newest.id)}>
            {t('messages.markAll')}
          </Button>
        ) : null}
      </div>
      <Paged
        {...{ remote, page }}
        onPage={(to) => go({ page: String(to) })}
        pick={(answer) => answer}
        empty={
          <EmptyState
            icon={<IconBell size={28} strokeWidth={1.5} aria-hidden />}
            title={t(unread ? 'messages.noneUnread' : 'messages.none')}
          >
            {t(unread ? 'messages.noneUnreadText' : 'messages.noneText')}
          </EmptyState>
        }
      >
        {(list) => (
          <List label={t('messages.listTitle')}>
            {list.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} />
            ))}
          </List>
        )}
      </Paged>
    </>
  );
}
