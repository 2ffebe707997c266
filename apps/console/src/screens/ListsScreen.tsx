import { Button, Chip, Select, TextField } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';

const sources = ['ofac', 'un', 'eu', 'fictional'] as const;

/** Screening lists: what is in force, and a new one by the decision of two people. */
export function ListsScreen() {
  const read = useRead('GET list/list', {}, 30_000);
  const [file, setFile] = useState<string>();
  const [source, setSource] = useState<(typeof sources)[number]>('ofac');
  return (
    <>
      <Head title={t('console.nav.lists')} read={read} />
      <p className={styles.lead}>{t('console.listsLead')}</p>
      <Remote read={read}>
        {({ lists, files, toScreen }) => (
          <>
            {toScreen > 0 && <p role="status">{t('console.toScreen', { count: toScreen })}</p>}
            <DataTable
              label={t('console.nav.lists')}
              csvName="screening-lists"
              rows={lists}
              rowKey={({ id }) => id}
              empty={t('console.emptyText')}
              columns={[
                { id: 'id', head: t('console.number'), cell: (row) => row.id, text: (row) => row.id },
                { id: 'source', head: t('console.source'), cell: (row) => named('listSource', row.source), text: (row) => row.source },
                {
                  id: 'state',
                  head: t('console.state'),
                  cell: (row) => <Chip tone={row.state === 'inForce' ? 'ok' : 'plain'}>{named('listState', row.state)}</Chip>,
                  text: (row) => row.state,
                },
                {
                  id: 'people',
                  head: t('console.entries'),
                  align: 'end',
                  cell: (row) => String(row.people),
                  text: (row) => String(row.people),
                },
                { id: 'issued', head: t('console.issued'), cell: (row) => row.issued ?? '–', text: (row) => row.issued ?? '' },
                {
                  id: 'read',
                  head: t('console.readAt'),
                  cell: (row) => timeText(row.readAt),
                  text: (row) => new Date(row.readAt).toISOString(),
                },
                {
                  id: 'inForceAt',
                  head: t('console.inForceAt'),
                  cell: (row) => timeText(row.inForceAt),
                  text: (row) => (row.inForceAt === null ? '' : new Date(row.inForceAt).toISOString()),
                },
                { id: 'file', head: t('console.file'), cell: (row) => row.file, text: (row) => row.file },
                {
                  id: 'digest',
                  head: t('console.part.digest'),
                  cell: (row) => <code title={row.digest}>{row.digest.slice(0, 12)}</code>,
                  text: (row) => row.digest,
                },
              ]}
            />
            <Section title={t('console.listFiles')}>
              <DataTable
                label={t('console.listFiles')}
                csvName="list-files"
                rows={files}
                rowKey={(row) => row.file}
                empty={t('console.noListFiles')}
                columns={[
                  { id: 'file', head: t('console.file'), cell: (row) => row.file, text: (row) => row.file },
                  {
                    id: 'bytes',
                    head: t('console.bytes'),
                    align: 'end',
                    cell: (row) => String(row.bytes),
                    text: (row) => String(row.bytes),
                  },
                  {
                    id: 'changed',
                    head: t('console.created'),
                    cell: (row) => timeText(row.changedAt),
                    text: (row) => new Date(row.changedAt).toISOString(),
                  },
                  {
                    id: 'import',
                    head: t('console.importList'),
                    cell: (row) => (
                      <Button kind="outline" size="small" onClick={() => setFile(row.file)}>
                        {t('console.importList')}
                      </Button>
                    ),
                  },
                ]}
              />
            </Section>
          </>
        )}
      </Remote>
      <Compare />
      <ReasonDialog
        open={file !== undefined}
        onClose={() => setFile(undefined)}
        title={t('console.importTitle', { file: file ?? '' })}
        text={t('console.importText')}
        onDo={async (reason) => {
          if (!file) return;
          const opened = await act('POST list/import', { source, file, reason });
          go('inbox', 'screeningList', opened.case);
        }}
      >
        <Select
          labelled
          label={t('console.source')}
          value={source}
          options={sources.map((value) => ({ value, label: named('listSource', value) }))}
          onChange={setSource}
        />
      </ReasonDialog>
    </>
  );
}

/** Whether somebody would be found. */
function Compare() {
  const [name, setName] = useState('');
  const [birthYear, setYear] = useState('');
  const good = name.trim().length > 1 && /^\d{4}$/.test(birthYear);
  const read = useRead('GET list/get', good ? { name: name.trim(), birthYear } : undefined);
  return (
    <Section title={t('console.compare')}>
      <div className={styles.filters}>
        <TextField label={t('console.name')} value={name} maxLength={200} onChange={setName} />
        <TextField label={t('console.birthYear')} inputMode="numeric" value={birthYear} maxLength={4} onChange={setYear} />
      </div>
      {good && (
        <Remote read={read}>
          {(hits) => (
            <DataTable
              label={t('console.compare')}
              csvName="list-hits"
              rows={hits}
              rowKey={(row) => `${row.source} ${row.entry}`}
              empty={t('console.noHits')}
              columns={[
                { id: 'name', head: t('console.name'), cell: (row) => row.name, text: (row) => row.name },
                { id: 'source', head: t('console.source'), cell: (row) => named('listSource', row.source), text: (row) => row.source },
                { id: 'entry', head: t('console.number'), cell: (row) => row.entry, text: (row) => row.entry },
                { id: 'score', head: t('console.similarity'), align: 'end', cell: (row) => row.score, text: (row) => row.score },
              ]}
            />
          )}
        </Remote>
      )}
    </Section>
  );
}
