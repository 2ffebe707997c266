import type { PlaceKind, Reconciliation, ReconciliationLine, ReconciliationRow } from '@bourse/protocol/admin';
import { Button, Chip, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act, whyOf } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { lengthText, named, t, timeText } from '../words.ts';
import own from './Outside.module.css';

type Term = Exclude<keyof ReconciliationLine, 'asset' | 'case' | 'places' | 'difference'>;
/** The sum, in its order: each term with its sign, and the places that make it up. What is owed is in the ledger. */
const terms: readonly { term: Term; sign: '+' | '−'; kinds: readonly PlaceKind[] }[] = [
  { term: 'custody', sign: '+', kinds: ['custody', 'lent'] },
  { term: 'beingSent', sign: '+', kinds: ['beingSent'] },
  { term: 'cost', sign: '+', kinds: ['cost'] },
  { term: 'notCredited', sign: '−', kinds: ['notCredited'] },
  { term: 'liabilities', sign: '−', kinds: [] },
  { term: 'simulated', sign: '+', kinds: [] },
];
const tones = { holds: 'ok', differs: 'error', unknown: 'warn' } as const;
const differs = ({ difference }: ReconciliationLine) => difference !== '0';

/** `#reconcile` shows the newest comparison, `#reconcile/12` one of before, `#reconcile/12/USDT` an asset of it. */
export function ReconcileScreen({ rest }: { rest: readonly string[] }) {
  const [id = '', asset = ''] = rest;
  const read = useRead('GET reconcile/get', id ? { id } : {}, id ? 0 : 30_000);
  const [page, setPage] = useState(1);
  const history = useRead('GET reconcile/list', { pageNo: page, pageSize: pageRows }, 60_000);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const run = () => {
    setBusy(true);
    setProblem('');
    act('POST reconcile/run', {})
      .then(
        () => go('reconcile'),
        (error: unknown) => setProblem(whyOf(error)),
      )
      .finally(() => {
        setBusy(false);
        read.again();
        history.again();
      });
  };
  return (
    <>
      <Head title={t('console.nav.reconcile')} read={read}>
        <Button busy={busy} onClick={run}>
          {t('console.compareNow')}
        </Button>
      </Head>
      <p className={styles.lead}>{t('console.reconcileLead')}</p>
      {problem && (
        <strong className={styles.problem} role="alert">
          {problem}
        </strong>
      )}
      <Remote read={read}>{(one) => <Comparison one={one} chosen={asset} />}</Remote>
      <Section title={t('console.history')}>
        <PagedTable<ReconciliationRow>
          label={t('console.history')}
          file="reconciliations"
          {...{ read: history, page }}
          onPage={setPage}
          rowKey={(row) => row.id}
          onRow={(row) => go('reconcile', row.id)}
          columns={[
            { id: 'at', head: t('console.time'), cell: (row) => timeText(row.at), text: (row) => new Date(row.at).toISOString() },
            { id: 'lamp', head: t('console.state'), cell: Lamp, text: (row) => row.lamp },
            { id: 'assets', head: t('console.assets'), align: 'end', cell: (row) => String(row.assets), text: (row) => String(row.assets) },
            { id: 'differences', head: t('console.term.difference'), cell: found, text: found },
          ]}
        />
      </Section>
    </>
  );
}

const found = ({ differences, problem }: ReconciliationRow): string =>
  problem ?? differences.map(({ asset, difference }) => `${difference} ${asset}`).join(', ');
const Lamp = ({ lamp }: Pick<Reconciliation, 'lamp'>) => <Chip tone={tones[lamp]}>{named('comparison', lamp)}</Chip>;

function Comparison({ one, chosen }: { one: Reconciliation; chosen: string }) {
  const asset = one.lines.find((line) => line.asset === chosen);
  const figure = (term: Term): Column<ReconciliationLine> => ({
    ...{ id: term, head: named('term', term), align: 'end' },
    cell: (line) => line[term],
    text: (line) => line[term],
  });
  return (
    <Section title={t('console.comparedAt', { time: timeText(one.at) })}>
      <p role="status">
        <Lamp lamp={one.lamp} /> {named('comparisonText', one.lamp)}{' '}
        <span className={styles.quiet}>{t('console.ago', { age: lengthText(Math.max(0, (Date.now() - one.at) / 1000)) })}</span>
      </p>
      {one.problem && <p className={styles.paper}>{one.problem}</p>}
      {asset ? (
        <Sum key={asset.asset} {...{ one, line: asset }} />
      ) : (
        one.lines.length > 0 && <p className={styles.quiet}>{t('console.chooseAsset')}</p>
      )}
      <DataTable
        label={t('console.nav.reconcile')}
        csvName={`reconciliation-${one.id}`}
        rows={one.lines}
        rowKey={({ asset: code }) => code}
        chosen={({ asset: code }) => code === chosen}
        onRow={({ asset: code }) => go('reconcile', one.id, code)}
        empty={<EmptyState title={t('console.emptyTitle')}>{t('console.nothingCompared')}</EmptyState>}
        columns={[
          { id: 'asset', head: t('console.asset'), cell: (line) => <b>{line.asset}</b>, text: (line) => line.asset },
          {
            ...{ id: 'difference', head: t('console.term.difference'), align: 'end' },
            cell: (line) => <Chip tone={differs(line) ? 'error' : 'ok'}>{line.difference}</Chip>,
            text: (line) => line.difference,
          },
          ...terms.map(({ term }) => figure(term)),
          {
            ...{ id: 'case', head: t('console.caseOf') },
            cell: (line) => line.case && <CaseLink id={line.case} />,
            text: (line) => line.case ?? '',
          },
        ]}
      />
    </Section>
  );
}

const CaseLink = ({ id }: { id: string }) => (
  <Button kind="link" size="small" onClick={() => go('inbox', 'difference', id)}>
    {`${named('kind', 'difference')} ${id}`}
  </Button>
);

/** One asset as the sum that it is; each term opens what it is made of. */
function Sum({ one, line }: { one: Reconciliation; line: ReconciliationLine }) {
  const [term, setTerm] = useState<Term>('custody');
  const shown = terms.find((each) => each.term === term)!;
  const rows = line.places.flatMap((place, at) => (shown.kinds.includes(place.kind) ? [{ ...place, at }] : []));
  return (
    <section aria-label={line.asset} className={own.inner}>
      <h3>{line.asset}</h3>
      <ul className={own.sum}>
        {terms.map((each) => (
          <li key={each.term}>
            <button
              type="button"
              className={own.sumTerm}
              aria-pressed={each.term === term}
              onClick={() =>
                each.term === 'liabilities' ? go('ledger', 'real', 'lines', String(one.ledgerAccount), line.asset) : setTerm(each.term)
              }
            >
              <span aria-hidden="true">{each.sign}</span>
              <span>{named('term', each.term)}</span>
              <code className={styles.mono}>{line[each.term]}</code>
            </button>
          </li>
        ))}
        <li className={own.sumTotal}>
          <span aria-hidden="true">=</span>
          <b>{t('console.term.difference')}</b>
          <Chip tone={differs(line) ? 'error' : 'ok'}>{line.difference}</Chip>
          {line.case && <CaseLink id={line.case} />}
        </li>
      </ul>
      <DataTable
        label={named('term', term)}
        csvName={`reconciliation-${one.id}-${line.asset}-${term}`}
        rows={rows}
        rowKey={({ at }) => String(at)}
        empty={t(term === 'simulated' ? 'console.term.simulatedText' : 'console.noPlaces')}
        columns={[
          {
            id: 'where',
            head: t('console.place'),
            cell: (row) => <code className={own.place}>{row.where}</code>,
            text: (row) => row.where,
          },
          { id: 'kind', head: t('console.kind'), cell: (row) => named('placeKind', row.kind), text: (row) => row.kind },
          { id: 'amount', head: t('console.amount'), align: 'end', cell: (row) => row.amount, text: (row) => row.amount },
        ]}
      />
    </section>
  );
}
