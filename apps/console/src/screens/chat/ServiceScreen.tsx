import { Button, Chip, EmptyState, Kbd, Select } from '@bourse/ui';
import { offered } from '@bourse/words/languages';
import { useEffect, useState } from 'react';
import styles from '../../Console.module.css';
import { type AdminOutput, act, type Me, whyOf } from '../../data/api.ts';
import { useKeys } from '../../data/use-keys.ts';
import { useRead } from '../../data/use-read.ts';
import { Head, Remote } from '../../parts/Screen.tsx';
import { go } from '../../routes.ts';
import { lengthText, named, t } from '../../words.ts';
import { Conversation } from './Conversation.tsx';
import { Metrics } from './Metrics.tsx';
import { lookMs } from './rows.ts';
import own from './Service.module.css';
import { useLine } from './use-line.ts';

type Row = AdminOutput<'GET chat/inbox'>['list'][number];
const shows = ['every', 'mine', 'waiting', 'finished'] as const;
type Show = (typeof shows)[number];
const filters = { every: {}, mine: { mine: 'true' }, waiting: { state: 'waiting' }, finished: { state: 'finished' } } as const;
const pageSize = 100;

function Clock({ row }: { row: Row }) {
  if (row.answerBy === null) return <span className={styles.quiet}>{named('chat', `state.${row.state}`)}</span>;
  const left = (row.answerBy - Date.now()) / 1_000;
  return left < 0 ? (
    <Chip tone="warn">{t('console.chat.lateBy', { time: lengthText(-left) })}</Chip>
  ) : (
    <span className={styles.quiet}>{t('console.chat.dueIn', { time: lengthText(left) })}</span>
  );
}

/** The queue by its clock, the conversation, and beside it the customer and the notes. */
export function ServiceScreen({ me, rest }: { me: Me; rest: readonly string[] }) {
  const [id] = rest;
  const [show, setShow] = useState<Show>('every');
  const [language, setLanguage] = useState('');
  const [page, setPage] = useState(1);
  const read = useRead('GET chat/inbox', { pageNo: page, pageSize, ...filters[show], ...(language ? { language } : {}) }, lookMs);
  const line = useLine();
  const { moved } = line;
  const { again } = read;
  useEffect(() => {
    if (moved > 0) again();
  }, [moved, again]);
  const [problem, setProblem] = useState('');
  const list = read.value?.list ?? [];
  const total = read.value?.total ?? 0;
  const at = list.findIndex((row) => row.workOrder === id);
  const choose = (row: Row | undefined) => row && go('service', row.workOrder);
  const take = (workOrder?: string) => {
    setProblem('');
    act('POST chat/assign', workOrder ? { workOrder } : language ? { language } : {})
      .then(
        (taken) => go('service', taken.id),
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(read.again);
  };
  useKeys({
    j: () => choose(list[Math.min(at + 1, list.length - 1)]),
    k: () => choose(list[Math.max(at - 1, 0)]),
    a: () => take(id),
  });
  return (
    <>
      <Head title={t('console.nav.service')} read={read}>
        <Select
          label={t('console.chat.show')}
          value={show}
          options={shows.map((value) => ({ value, label: t(`console.chat.show.${value}`) }))}
          onChange={(value) => {
            setShow(value);
            setPage(1);
          }}
        />
        <Select
          label={t('console.chat.language')}
          value={language}
          options={[
            { value: '', label: t('console.all') },
            ...offered.map(({ code, name }) => ({ value: code as string, label: name as string })),
          ]}
          onChange={(value) => {
            setLanguage(value);
            setPage(1);
          }}
        />
        <Button size="small" onClick={() => take()}>
          {t('console.chat.next')}
        </Button>
      </Head>
      <p className={`${styles.quiet} ${own.keys}`}>
        {['J', 'K', 'A', 'Enter', 'N', 'H', 'F'].map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}{' '}
        {t('console.chat.keys')}
      </p>
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
      <div className={own.desk}>
        <div className={own.list}>
          <Remote read={read}>
            {() =>
              list.length === 0 ? (
                <EmptyState title={t('console.chat.none')}>{t('console.chat.noneText')}</EmptyState>
              ) : (
                <ul className={styles.queue}>
                  {list.map((row) => (
                    <li key={row.workOrder}>
                      <button type="button" className={styles.item} aria-current={row.workOrder === id} onClick={() => choose(row)}>
                        <span className={styles.itemLine}>
                          <b>
                            <bdi>{row.owner || t('console.chat.visitor')}</bdi>
                          </b>
                          <Clock row={row} />
                        </span>
                        <span className={styles.itemLine}>
                          <span className={styles.quiet}>{`${named('chat', `type.${row.groupType}`)} · ${row.language}`}</span>
                          <Chip tone={row.mine ? 'yours' : 'plain'}>{row.agent ? row.agent.name : t('console.nobody')}</Chip>
                        </span>
                        <span className={styles.itemLine}>
                          <span className={styles.quiet}>
                            {row.answerBy !== null &&
                              t('console.chat.waits', { time: lengthText(Math.max(0, Date.now() - row.waitsSince) / 1_000) })}
                          </span>
                          {row.unread > 0 && <Chip>{t('console.chat.unread', { count: row.unread })}</Chip>}
                        </span>
                      </button>
                    </li>
                  ))}
                </ul>
              )
            }
          </Remote>
          {total > pageSize && (
            <div className={styles.pager}>
              <Button kind="outline" size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
                {t('console.previous')}
              </Button>
              <Button kind="outline" size="small" disabled={page * pageSize >= total} onClick={() => setPage(page + 1)}>
                {t('console.next')}
              </Button>
            </div>
          )}
          <Metrics />
        </div>
        {id ? (
          <Conversation key={id} workOrder={id} me={me} line={line} onTake={() => take(id)} onChanged={read.again} />
        ) : (
          <EmptyState title={t('console.chat.choose')}>{t('console.chat.chooseText')}</EmptyState>
        )}
      </div>
    </>
  );
}
