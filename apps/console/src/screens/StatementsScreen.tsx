import { type StatementFormat, type StatementLineRow, type StatementRow, statementAtMost, statementFormats } from '@bourse/protocol/admin';
import { Button, Chip, EmptyState, Select } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, whyOf } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { formName, named, t, timeText } from '../words.ts';
import own from './Outside.module.css';

const kinds = ['all', 'unmatched', 'matched', 'out'] as const;

/** `#statements` has all statements, `#statements/DE89.../12` the lines of one. */
export function StatementsScreen({ rest }: { rest: readonly string[] }) {
  const [bank, number] = rest;
  const [page, setPage] = useState(1);
  const read = useRead('GET statement/list', { pageNo: page, pageSize: pageRows }, 30_000);
  const [imports, setImports] = useState(0);
  const imported = () => {
    read.again();
    setImports((old) => old + 1);
  };
  return (
    <>
      <Head title={t('console.nav.statements')} read={read}>
        {bank && (
          <Button kind="outline" size="small" onClick={() => go('statements')}>
            {t('console.back')}
          </Button>
        )}
      </Head>
      <p className={styles.lead}>{t('console.statementsLead')}</p>
      {!bank && (
        <>
          <Import onDone={imported} />
          <Section title={t('console.nav.statements')}>
            <PagedTable<StatementRow>
              label={t('console.nav.statements')}
              file="statements"
              {...{ read, page }}
              onPage={setPage}
              rowKey={(row) => `${row.account} ${row.number}`}
              onRow={(row) => go('statements', row.account, row.number)}
              empty={<EmptyState title={t('console.noStatements')}>{t('console.noStatementsText')}</EmptyState>}
              columns={[
                { id: 'account', head: t('console.bankAccount'), cell: (row) => row.account, text: (row) => row.account },
                {
                  ...{ id: 'number', head: t('console.number'), align: 'end' },
                  cell: (row) => String(row.number),
                  text: (row) => String(row.number),
                },
                { id: 'opening', head: t('console.opening'), align: 'end', cell: (row) => row.opening, text: (row) => row.opening },
                { id: 'closing', head: t('console.closing'), align: 'end', cell: (row) => row.closing, text: (row) => row.closing },
                { id: 'currency', head: t('console.asset'), cell: (row) => row.currency, text: (row) => row.currency },
                { id: 'lines', head: t('console.rows'), align: 'end', cell: (row) => String(row.lines), text: (row) => String(row.lines) },
                {
                  ...{ id: 'unmatched', head: t('console.lineKind.unmatched'), align: 'end' },
                  cell: (row) => (row.unmatched > 0 ? <Chip tone="warn">{row.unmatched}</Chip> : '0'),
                  text: (row) => String(row.unmatched),
                },
                {
                  ...{ id: 'importedAt', head: t('console.imported') },
                  cell: (row) => timeText(row.importedAt),
                  text: (row) => new Date(row.importedAt).toISOString(),
                },
              ]}
            />
          </Section>
        </>
      )}
      <Lines key={`${bank} ${number} ${imports}`} {...{ bank, number }} />
    </>
  );
}

const formatOf = (name: string): StatementFormat => (/\.xml$/i.test(name) ? 'camt053' : /\.csv$/i.test(name) ? 'csv' : 'mt940');

function Import({ onDone }: { onDone: () => void }) {
  const [file, setFile] = useState<File>();
  const [format, setFormat] = useState<StatementFormat>('camt053');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [told, setTold] = useState<AdminOutput<'POST statement/import'>>();
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setTold(undefined);
    setProblem(chosen && chosen.size > statementAtMost ? named('statementProblem', 'tooLarge') : '');
    if (chosen) setFormat(formatOf(chosen.name));
  };
  const run = async (chosen: File) => {
    setBusy(true);
    setProblem('');
    setTold(undefined);
    try {
      const answer = await act('POST statement/import', { format, file: chosen.name, text: await chosen.text() });
      setTold(answer);
      if (!answer.refused) onDone();
    } catch (error) {
      setProblem(whyOf(error));
    }
    setBusy(false);
  };
  const refused = told?.refused;
  return (
    <Section title={t('console.importStatement')}>
      <div className={`${styles.filters} ${own.bottom}`}>
        <label className={own.file}>
          {t('console.file')}
          <input
            type="file"
            accept=".xml,.sta,.mt940,.940,.txt,.csv"
            disabled={busy}
            onChange={({ target }) => choose(target.files?.[0] ?? undefined)}
          />
        </label>
        <div className={own.narrow}>
          <Select
            labelled
            label={t('console.format')}
            value={format}
            options={statementFormats.map((value) => ({ value, label: named('statementFormat', value) }))}
            onChange={setFormat}
          />
        </div>
        <Button busy={busy} disabled={!file || file.size > statementAtMost} onClick={() => file && void run(file)}>
          {t('console.importFile')}
        </Button>
      </div>
      {told && !refused && (
        <p role="status">
          {t('console.importedText', { statements: told.statements, lines: told.lines, matched: told.matched, again: told.again })}
        </p>
      )}
      {(problem || refused) && (
        <div role="alert">
          {refused && <strong className={styles.problem}>{t('console.refusedWhole')}</strong>}
          <p>{problem || named('statementProblem', refused?.problem ?? '')}</p>
          {refused && <p className={styles.quiet}>{refused.text}</p>}
        </div>
      )}
    </Section>
  );
}

function Lines({ bank, number }: { bank: string | undefined; number: string | undefined }) {
  const [page, setPage] = useState(1);
  const [which, setWhich] = useState<(typeof kinds)[number]>(bank ? 'all' : 'unmatched');
  const of = bank ? { bank, ...(number ? { statement: Number(number) } : {}) } : {};
  const read = useRead('GET statement/lines', { ...of, which, pageNo: page, pageSize: pageRows }, 30_000);
  return (
    <Section title={bank ? t('console.linesOf', { account: bank, number: number ?? '' }) : t('console.bankLines')}>
      <div className={styles.filters}>
        <Select
          label={t('console.kind')}
          value={which}
          options={kinds.map((value) => ({ value, label: named('lineKind', value) }))}
          onChange={(value) => {
            setWhich(value);
            setPage(1);
          }}
        />
      </div>
      <PagedTable<StatementLineRow>
        label={t('console.bankLines')}
        file="bank-lines"
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => `${row.account} ${row.id}`}
        columns={[
          { id: 'bookedOn', head: t('console.booked'), cell: (row) => row.bookedOn, text: (row) => row.bookedOn },
          {
            ...{ id: 'amount', head: t('console.amount'), align: 'end' },
            cell: (row) => `${row.amount} ${row.currency}`,
            text: (row) => row.amount,
          },
          { id: 'name', head: t('console.name'), cell: (row) => row.name, text: (row) => row.name },
          { id: 'reference', head: t('console.reference'), cell: (row) => row.reference, text: (row) => row.reference },
          { id: 'counterparty', head: t('console.otherAccount'), cell: (row) => row.counterparty, text: (row) => row.counterparty },
          {
            ...{ id: 'deposit', head: formName('field', 'deposit') },
            cell: (row) => row.deposit ?? '–',
            text: (row) => row.deposit ?? '',
          },
          {
            ...{ id: 'case', head: t('console.caseOf') },
            cell: ({ case: one }) =>
              one && (
                <Button kind="link" size="small" onClick={() => go('inbox', 'unmatched', one)}>
                  {`${named('kind', 'unmatched')} ${one}`}
                </Button>
              ),
            text: (row) => row.case ?? '',
          },
          { id: 'id', head: t('console.bankNumber'), cell: (row) => row.id, text: (row) => row.id },
        ]}
      />
    </Section>
  );
}
