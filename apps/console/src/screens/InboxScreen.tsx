import { Chip, EmptyState, Kbd, Select } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, whyOf } from '../data/api.ts';
import { useKeys } from '../data/use-keys.ts';
import { useRead } from '../data/use-read.ts';
import { Head, Remote } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { lengthText, named, t } from '../words.ts';
import { CasePanel } from './CasePanel.tsx';

type Row = AdminOutput<'GET case/list'>['list'][number];
/** How long until it is due, or since when it is late. */
function Due({ row }: { row: Row }) {
  if (row.dueAt === null) return <span className={styles.quiet}>{named('step', row.step)}</span>;
  const left = row.dueAt - Date.now();
  return left < 0 ? (
    <Chip tone="warn">{`${t('console.late')} ${lengthText(-left / 1000)}`}</Chip>
  ) : (
    <span className={styles.quiet}>{lengthText(left / 1000)}</span>
  );
}

/** The queue on the left, the case on the right; keys for both hands. */
export function InboxScreen({ rest }: { rest: readonly string[] }) {
  const [kind = '', id] = rest;
  const [step, setStep] = useState<'' | Row['step']>('');
  const kinds = useRead('GET case/kinds', {});
  const read = useRead('GET case/list', { pageSize: 100, ...(kind ? { kind } : {}), ...(step ? { step } : {}) }, 10_000);
  const [problem, setProblem] = useState('');
  const list = read.value?.list ?? [];
  const at = list.findIndex((row) => row.id === id);
  const chosen = list[at];
  const choose = (row: Row | undefined) => row && go('inbox', kind, row.id);

  const run = (name: 'POST case/take' | 'POST case/release') => {
    if (!chosen) return;
    setProblem('');
    act(name, { id: chosen.id, revision: chosen.revision }).then(read.again, (error: unknown) => {
      setProblem(whyOf(error));
      read.again();
    });
  };
  useKeys({
    j: () => choose(list[Math.min(at + 1, list.length - 1)]),
    k: () => choose(list[Math.max(at - 1, 0)]),
    a: () => run('POST case/take'),
    r: () => run('POST case/release'),
  });

  return (
    <>
      <Head title={t('console.nav.inbox')} read={read}>
        <Select
          label={t('console.kind')}
          value={kind}
          options={[
            { value: '', label: t('console.all') },
            ...(kinds.value ?? []).map((one) => ({ value: one.kind, label: named('kind', one.kind) })),
          ]}
          onChange={(value) => go('inbox', value)}
        />
        <Select
          label={t('console.step')}
          value={step}
          options={(['', 'waiting', 'taken', 'asked', 'proposed', 'passed', 'refused', 'cancelled'] as const).map((value) => ({
            value,
            label: value ? named('step', value) : t('console.all'),
          }))}
          onChange={setStep}
        />
      </Head>
      <p className={styles.quiet}>
        {['J', 'K', 'A', 'R', 'O', '1', 'D'].map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}{' '}
        {t('console.inboxKeys')}
      </p>
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
      <div className={styles.split}>
        <Remote read={read}>
          {() =>
            list.length === 0 ? (
              <EmptyState title={t('console.noCases')}>{t('console.noCasesText')}</EmptyState>
            ) : (
              <ul className={styles.queue}>
                {list.map((row) => (
                  <li key={row.id}>
                    <button type="button" className={styles.item} aria-current={row.id === id} onClick={() => choose(row)}>
                      <span className={styles.itemLine}>
                        <b>{`${named('kind', row.kind)} ${row.id}`}</b>
                        <Due row={row} />
                      </span>
                      <span className={styles.itemLine}>
                        <span className={styles.quiet}>{row.customer ? t('console.customer', { id: row.customer }) : ''}</span>
                        <Chip tone={row.mine ? 'yours' : 'plain'}>{row.owner ? row.owner.name : named('step', row.step)}</Chip>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            )
          }
        </Remote>
        {id ? (
          <CasePanel key={id} id={id} seen={chosen?.revision ?? 0} onChanged={read.again} />
        ) : (
          <EmptyState title={t('console.chooseCase')}>{t('console.chooseCaseText')}</EmptyState>
        )}
      </div>
    </>
  );
}
