import { Button, Chip, Select, TextField } from '@bourse/ui';
import { useState } from 'react';
import styles from '../Console.module.css';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';
import { linesColumns } from './ledger-columns.tsx';

type Venue = 'real' | 'demo';
const venueOf = (text: string | undefined): Venue => (text === 'demo' ? 'demo' : 'real');

/** `#ledger/real` > `#ledger/real/lines/10/USDT` > `#ledger/real/event/123` > `#ledger/real/batch/120`. */
export function LedgerScreen({ rest }: { rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const [, what, subject = '', asset = ''] = rest;
  return (
    <>
      <Head title={t('console.nav.ledger')}>
        {what && (
          <Button kind="outline" size="small" onClick={() => history.back()}>
            {t('console.back')}
          </Button>
        )}
        <Select
          label={t('console.venue')}
          value={venue}
          options={[
            { value: 'real', label: t('console.real') },
            { value: 'demo', label: t('console.demo') },
          ]}
          onChange={(value) => go('ledger', value)}
        />
      </Head>
      {what === 'lines' ? (
        <Lines key={`${venue} ${subject} ${asset}`} {...{ venue, asset }} account={Number(subject)} />
      ) : what === 'event' ? (
        <Event {...{ venue }} seq={subject} />
      ) : what === 'batch' ? (
        <Batch {...{ venue }} first={subject} />
      ) : (
        <Accounts key={venue} venue={venue} />
      )}
    </>
  );
}

function Accounts({ venue }: { venue: Venue }) {
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const account = /^\d{1,10}$/.test(typed) ? { account: Number(typed) } : {};
  const read = useRead('GET ledger/accounts', { venue, ...account, pageNo: page, pageSize: pageRows });
  const invariants = useRead('GET ledger/invariants', { venue });
  return (
    <>
      <p className={styles.lead}>{t('console.ledgerLead')}</p>
      <Section title={t('console.lamps')}>
        <Remote read={invariants}>
          {({ checks }) => (
            <ul className={styles.lamps}>
              {checks.map(({ name, holds, compared, found }) => (
                <li key={name}>
                  <Chip tone={holds ? 'ok' : 'error'}>{holds ? t('console.lampOn') : t('console.lampOff')}</Chip>
                  {named('lamp', name)} <span className={styles.quiet}>{`${compared} ${found.join('; ')}`}</span>
                </li>
              ))}
            </ul>
          )}
        </Remote>
      </Section>
      <div className={styles.filters}>
        <div className={styles.wide}>
          <TextField
            label={t('console.accountNumber')}
            inputMode="numeric"
            value={typed}
            maxLength={10}
            onChange={(value) => {
              setTyped(value.trim());
              setPage(1);
            }}
          />
        </div>
      </div>
      <PagedTable
        label={t('console.house')}
        file={`balances-${venue}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => `${row.account} ${row.wallet} ${row.asset}`}
        columns={[
          {
            id: 'account',
            head: t('console.account'),
            cell: (row) => (
              <Button kind="link" size="small" onClick={() => go('ledger', venue, 'lines', row.account, row.asset)}>
                {`${row.account} ${row.house ?? ''}`}
              </Button>
            ),
            text: (row) => String(row.account),
          },
          { id: 'asset', head: t('console.asset'), cell: (row) => row.asset, text: (row) => row.asset },
          { id: 'available', head: t('console.available'), align: 'end', cell: (row) => row.available, text: (row) => row.available },
          { id: 'frozen', head: t('console.frozen'), align: 'end', cell: (row) => row.frozen, text: (row) => row.frozen },
        ]}
      />
    </>
  );
}

function Lines({ venue, account, asset }: { venue: Venue; account: number; asset: string }) {
  const [page, setPage] = useState(1);
  const read = useRead('GET ledger/lines', { venue, account, ...(asset ? { asset } : {}), pageNo: page, pageSize: pageRows });
  return (
    <Section title={t('console.lines', { account: String(account), asset })}>
      <PagedTable
        label={t('console.lines', { account: String(account), asset })}
        file={`lines-${venue}-${account}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => `${row.seq} ${row.index}`}
        columns={linesColumns((row) => go('ledger', venue, 'event', row.seq))}
      />
    </Section>
  );
}

function Event({ venue, seq }: { venue: Venue; seq: string }) {
  const read = useRead('GET ledger/event', { venue, seq });
  return (
    <Remote read={read}>
      {(event) => (
        <>
          <Section title={t('console.event', { seq: event.seq })}>
            <FactList
              facts={[
                [t('console.kind'), event.kind],
                [t('console.time'), timeText(event.time)],
                [t('console.actor'), `${event.actor.by} ${event.actor.id}`],
                [
                  t('console.journalBatch'),
                  <Button key="batch" kind="link" size="small" onClick={() => go('ledger', venue, 'batch', event.batch.first)}>
                    {event.batch.first}
                  </Button>,
                ],
                ...event.sums.map(({ asset, sum }) => [`${t('console.sum')} ${asset}`, sum] as const),
              ]}
            />
            <pre className={`${styles.paper} ${styles.mono}`}>{event.body}</pre>
          </Section>
          <PagedTable
            label={t('console.part.lines')}
            file={`event-${venue}-${seq}`}
            read={{ ...read, value: { list: event.lines, total: 0 } }}
            page={1}
            onPage={() => {}}
            rowKey={(row) => `${row.account} ${row.index}`}
            columns={linesColumns(() => {})}
          />
        </>
      )}
    </Remote>
  );
}

function Batch({ venue, first }: { venue: Venue; first: string }) {
  const read = useRead('GET ledger/batch', { venue, first });
  return (
    <Remote read={read}>
      {(batch) => (
        <Section title={`${t('console.journalBatch')} ${batch.first}`}>
          <Chip tone={batch.hashFits ? 'ok' : 'error'}>{batch.hashFits ? t('console.hashFits') : t('console.hashBroken')}</Chip>
          <FactList
            facts={[
              [t('console.time'), timeText(batch.time)],
              [t('console.digest'), <code key="hash">{batch.hash}</code>],
            ]}
          />
          <PagedTable
            label={t('console.journalBatch')}
            file={`batch-${venue}-${first}`}
            read={{ ...read, value: { list: batch.commands, total: 0 } }}
            page={1}
            onPage={() => {}}
            rowKey={(row) => row.seq}
            columns={[
              {
                id: 'seq',
                head: t('console.sequence'),
                cell: (row) => (
                  <Button kind="link" size="small" onClick={() => go('ledger', venue, 'event', row.seq)}>
                    {row.seq}
                  </Button>
                ),
                text: (row) => row.seq,
              },
              { id: 'kind', head: t('console.kind'), cell: (row) => row.kind, text: (row) => row.kind },
              { id: 'actor', head: t('console.actor'), cell: (row) => `${row.by} ${row.actor}`, text: (row) => `${row.by} ${row.actor}` },
            ]}
          />
        </Section>
      )}
    </Remote>
  );
}
