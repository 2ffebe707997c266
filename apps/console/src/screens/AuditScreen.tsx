import { Button, Chip, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, ask, whyOf } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head } from '../parts/Screen.tsx';
import { t, timeText } from '../words.ts';

type Row = AdminOutput<'GET audit/list'>['list'][number];
const changesText = ({ changes }: Row) =>
  changes
    .map(({ field, before, after, erased }) => `${field}: ${erased ? t('console.erased') : `${before ?? '–'} → ${after ?? '–'}`}`)
    .join('; ');

export function AuditScreen() {
  const [page, setPage] = useState(1);
  const [subject, setSubject] = useState('');
  const [verified, setVerified] = useState<AdminOutput<'GET audit/verify'>>();
  const [problem, setProblem] = useState('');
  const read = useRead('GET audit/list', { pageNo: page, pageSize: pageRows, ...(subject.trim() ? { subject: subject.trim() } : {}) });
  const verify = () =>
    ask('GET audit/verify', {}).then(
      (found) => {
        setVerified(found);
        setProblem('');
      },
      (error: unknown) => setProblem(whyOf(error)),
    );
  return (
    <>
      <Head title={t('console.nav.audit')} read={read}>
        <Button kind="outline" onClick={verify}>
          {t('console.audit.verify')}
        </Button>
      </Head>
      {(verified || problem) && (
        <p role="status">
          {problem ||
            (verified?.broken ? (
              <Chip tone="error">{t('console.audit.broken', { number: verified.broken.number, what: verified.broken.what })}</Chip>
            ) : (
              <Chip tone="ok">
                {t('console.audit.whole', { rows: String(verified?.rows ?? 0), head: verified?.head.slice(0, 16) ?? '' })}
              </Chip>
            ))}
        </p>
      )}
      <div className={styles.filters}>
        <div className={styles.wide}>
          <TextField label={t('console.subject')} type="search" value={subject} onChange={setSubject} maxLength={80} />
        </div>
      </div>
      <PagedTable
        label={t('console.nav.audit')}
        file="audit"
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.number}
        columns={[
          { id: 'number', head: t('console.number'), align: 'end', cell: (row) => row.number, text: (row) => row.number },
          { id: 'at', head: t('console.time'), cell: (row) => timeText(row.at), text: (row) => new Date(row.at).toISOString() },
          {
            id: 'operator',
            head: t('console.operator'),
            cell: (row) => row.operatorName || t('console.server'),
            text: (row) => row.operator ?? '',
          },
          { id: 'call', head: t('console.call'), cell: (row) => row.call, text: (row) => row.call },
          { id: 'subject', head: t('console.subject'), cell: (row) => row.subject, text: (row) => row.subject },
          { id: 'reason', head: t('console.reason'), cell: (row) => row.reason, text: (row) => row.reason },
          { id: 'change', head: t('console.change'), cell: changesText, text: changesText },
          {
            id: 'hash',
            head: t('console.digest'),
            cell: (row) => <code className={styles.mono}>{row.hash.slice(0, 12)}</code>,
            text: (row) => row.hash,
          },
        ]}
      />
    </>
  );
}
