import { Button, buttonClass, EmptyState, IconDocument, List } from '@bourse/ui';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { cache, call, lastValue, session, useAction, useRead, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Unread } from '../../shell/Unread.tsx';
import { Paged } from '../history/parts/Paged.tsx';
import { Page } from '../settings/Page.tsx';
import { Missing, SpokenNote, TextLink, useQuery } from './parts.tsx';
import styles from './Texts.module.css';
import { TreeView } from './TreeView.tsx';
import { isId, pageIn } from './texts.ts';

const one = 'GET system/forum-message/get';

/** `/college_list` */
export function CollegeScreen() {
  const t = useT();
  const navigate = useNavigate();
  const page = pageIn(useQuery().page);
  const remote = useRead('GET system/forum-message/page', { pageNo: page }, { keepPrevious: true });
  return (
    <Page
      title={t('texts.college')}
      lead={t('texts.collegeLead')}
      fallback="/home"
      body={
        <Paged
          {...{ remote, page }}
          onPage={(to) => void navigate({ to: '/college_list', search: to > 1 ? { page: String(to) } : {}, replace: true })}
          pick={(answer) => answer}
          empty={
            <EmptyState icon={<IconDocument size={28} strokeWidth={1.5} aria-hidden />} title={t('texts.none')}>
              {t('texts.noneText')}
            </EmptyState>
          }
        >
          {(rows) => (
            <List label={t('texts.college')}>
              {rows.map((row) => (
                <TextLink key={row.id} row={row} to="/college_detail" under={<Counts {...row} />} />
              ))}
            </List>
          )}
        </Paged>
      }
    />
  );
}

/** What counts nothing yet is not said. */
function Counts({ likes, views }: { likes: number; views: number }) {
  const t = useT();
  const said = [...(likes > 0 ? [t('texts.likes', { count: likes })] : []), ...(views > 0 ? [t('texts.views', { count: views })] : [])];
  return said.length > 0 && <span className={styles.counts}>{said.join(' · ')}</span>;
}

/** `/college_detail?id=` */
export function LessonScreen() {
  const t = useT();
  const { id } = useQuery();
  return <Page title={t('texts.lesson')} fallback="/college_list" body={isId(id) ? <Lesson id={id} /> : <Missing to="/college_list" />} />;
}

function Lesson({ id }: { id: string }) {
  const t = useT();
  const signedIn = useSignedIn();
  const remote = useRead(one, { id });
  const text = lastValue(remote);
  const found = text !== undefined;
  useEffect(() => {
    // The server counts a customer once a day.
    if (found && session.signedIn) void call('POST system/forum-message/look', { id }, { noMsg: true }).catch(() => undefined);
  }, [found, id]);
  const like = useAction(async (liked: boolean) => {
    await call('POST system/forum-message/thumbs-up', { id, liked });
    void cache.invalidate(one);
    void cache.invalidate('GET system/forum-message/page');
  });
  if (!text)
    return remote.state === 'failed' && remote.error.status === 404 ? <Missing to="/college_list" /> : <Unread remote={remote} rows={6} />;
  return (
    <article className={styles.page}>
      <h2 className={styles.title} lang={text.language} dir="auto">
        {text.title}
      </h2>
      <p className={styles.lead} lang={text.language} dir="auto">
        {text.summary}
      </p>
      <SpokenNote {...text} />
      <TreeView body={text.body} language={text.language} />
      <div className={styles.acts}>
        <Link to={signedIn ? '/order' : '/login'} className={buttonClass({ kind: 'solid' })}>
          {t('texts.tryDemo')}
        </Link>
        {signedIn && (
          <Button
            kind={text.liked ? 'solid' : 'outline'}
            aria-pressed={text.liked}
            busy={like.busy}
            onClick={() => void like.run(!text.liked)}
          >
            {t(text.liked ? 'texts.liked' : 'texts.like')}
          </Button>
        )}
      </div>
      <p className={styles.under}>
        <Counts {...text} />
      </p>
    </article>
  );
}
