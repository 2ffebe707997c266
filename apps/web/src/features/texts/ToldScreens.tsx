import { EmptyState, IconBell, List } from '@bourse/ui';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lastValue, useRead, useTimeZone } from '../../data/index.ts';
import { formatTime } from '../../i18n/format.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import { Missing, Since, SpokenNote, TextLink, useQuery } from './parts.tsx';
import styles from './Texts.module.css';
import { TreeView } from './TreeView.tsx';
import { isId, markOpened, pageIn } from './texts.ts';

const kinds = {
  announcement: { call: 'GET system/notice/notice-page', list: '/announcement', detail: '/message/announcementDetail' },
  news: { call: 'GET system/notice/news-page', list: '/news', detail: '/message/newsDetail' },
} as const;
type Kind = keyof typeof kinds;

/** `/announcement`: what changes here, by day. */
export function AnnouncementScreen() {
  const t = useT();
  return (
    <Page title={t('texts.announcements')} lead={t('texts.announcementsLead')} fallback="/message" body={<Told kind="announcement" />} />
  );
}
/** `/news` */
export function NewsScreen() {
  const t = useT();
  return <Page title={t('texts.news')} lead={t('texts.newsLead')} fallback="/message" body={<Told kind="news" />} />;
}

function Told({ kind }: { kind: Kind }) {
  const t = useT();
  const zone = useTimeZone();
  const navigate = useNavigate();
  const page = pageIn(useQuery().page);
  const { call, list: to, detail } = kinds[kind];
  const remote = useRead(call, { pageNo: page }, { keepPrevious: true });
  return (
    <Paged
      {...{ remote, page }}
      onPage={(next) => void navigate({ to, search: next === 1 ? {} : { page: String(next) }, replace: true })}
      pick={(answer) => answer}
      empty={
        <EmptyState icon={<IconBell size={28} strokeWidth={1.5} aria-hidden />} title={t('texts.none')}>
          {t('texts.noneText')}
        </EmptyState>
      }
    >
      {(rows) => {
        const dayOf = ({ at }: { at: number }) => formatTime(at, 'date', zone);
        const days = [...new Set(rows.map(dayOf))];
        return (
          <>
            {days.map((day) => (
              <List key={day} head={day} label={day}>
                {rows
                  .filter((row) => dayOf(row) === day)
                  .map((row) => (
                    <TextLink
                      key={row.id}
                      row={row}
                      to={detail}
                      start={
                        <span className={styles.mark} data-unread={!row.read}>
                          {!row.read && <span className="visually-hidden">{t('texts.unread')}</span>}
                        </span>
                      }
                    />
                  ))}
              </List>
            ))}
          </>
        );
      }}
    </Paged>
  );
}

/** `/message/announcementDetail?id=` */
export const AnnouncementDetailScreen = () => <ToldDetail kind="announcement" />;
/** `/message/newsDetail?id=` */
export const NewsDetailScreen = () => <ToldDetail kind="news" />;

function ToldDetail({ kind }: { kind: Kind }) {
  const t = useT();
  const { id, version } = useQuery();
  return (
    <Page
      title={t(kind === 'news' ? 'texts.news' : 'texts.announcements')}
      fallback="/message"
      body={isId(id) ? <One id={id} version={version} kind={kind} /> : <Missing to={kinds[kind].list} />}
    />
  );
}

function One({ id, version, kind }: { id: string; version: string | undefined; kind: Kind }) {
  const t = useT();
  const navigate = useNavigate();
  const input = { id, ...(/^[1-9]\d{0,5}$/.test(version ?? '') ? { version: Number(version) } : {}) };
  const remote = useRead('GET system/notice/detail', input);
  const answer = lastValue(remote);
  // Terms and help have pages of their own, and news is not an announcement.
  const text = answer?.category === kind ? answer : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each version
  useEffect(() => {
    if (text) markOpened(text);
  }, [text?.id, text?.version]);
  if (!text)
    return answer || (remote.state === 'failed' && remote.error.status === 404) ? (
      <Missing to={kinds[kind].list} />
    ) : (
      <Unread remote={remote} rows={6} />
    );
  const go = (to: number | undefined) => void navigate({ to: kinds[kind].detail, search: { id, ...(to ? { version: String(to) } : {}) } });
  return (
    <article className={styles.page}>
      <h2 className={styles.title} lang={text.language} dir="auto">
        {text.title}
      </h2>
      <p className={styles.under}>
        <Since at={text.at} /> · {t('texts.version', { version: text.version })}
      </p>
      <SpokenNote {...text} />
      <TreeView body={text.body} language={text.language} />
      {(text.changed || version) && (
        <p className={styles.note}>
          {text.changed && t('texts.changed')}{' '}
          <button type="button" className={styles.link} onClick={() => go(version ? undefined : text.version - 1)}>
            {t(version ? 'texts.latest' : 'texts.earlier')}
          </button>
        </p>
      )}
    </article>
  );
}
