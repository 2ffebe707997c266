import type { DepositRow, PayoutRow } from '@bourse/protocol/admin';
import { Button, Chip, Select, TextField } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import type { AdminOutput } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { Head, Remote } from '../parts/Screen.tsx';
import { type VenueName, VenueSelect, venueOf } from '../parts/VenueSelect.tsx';
import { go } from '../routes.ts';
import { formName, named, t, timeText } from '../words.ts';

const depositStates = ['credited', 'reversed'] as const;
const payoutStates = [
  ...(['waiting', 'approved', 'sending', 'errored', 'completed', 'notPassed', 'cancelled', 'notSent', 'returned'] as const),
];

const text = <Row,>(id: keyof Row & string, head: string, of: (row: Row) => string, align?: 'end'): Column<Row> => ({
  ...{ id, head, cell: of, text: of },
  ...(align ? { align } : {}),
});
const time = <Row,>(id: keyof Row & string, head: string, of: (row: Row) => number): Column<Row> => ({
  ...{ id, head, cell: (row) => timeText(of(row)), text: (row) => new Date(of(row)).toISOString() },
});
/** What each row of the two lists leads to: the command in the ledger. */
const event = <Row extends { seq: string }>(venue: VenueName): Column<Row> => ({
  id: 'seq',
  head: t('console.sequence'),
  align: 'end',
  cell: ({ seq }) => (
    <Button kind="link" size="small" onClick={() => go('ledger', venue, 'event', seq)}>
      {seq}
    </Button>
  ),
  text: ({ seq }) => seq,
});
const state = <Row extends { state: string }>(): Column<Row> => ({
  id: 'state',
  head: t('console.state'),
  cell: (row) => (
    <Chip tone={row.state === 'errored' ? 'error' : row.state === 'waiting' ? 'warn' : 'plain'}>{named('moneyState', row.state)}</Chip>
  ),
  text: (row) => row.state,
});

/** Filters of both lists. */
function useFilters(states: readonly string[]) {
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const account = /^[1-9]\d{0,9}$/.test(typed) ? { account: Number(typed) } : {};
  const filters = (
    <div className={styles.filters}>
      <Select
        label={t('console.state')}
        value={chosen}
        options={[{ value: '', label: t('console.all') }, ...states.map((one) => ({ value: one, label: named('moneyState', one) }))]}
        onChange={(value) => {
          setChosen(value);
          setPage(1);
        }}
      />
      <TextField
        label={t('console.account')}
        inputMode="numeric"
        value={typed}
        maxLength={10}
        onChange={(value) => {
          setTyped(value.trim());
          setPage(1);
        }}
      />
    </div>
  );
  return { page, setPage, filters, query: { pageNo: page, pageSize: pageRows, ...account, ...(chosen ? { state: chosen } : {}) } };
}

export function DepositsScreen({ rest }: { rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const { page, setPage, filters, query } = useFilters(depositStates);
  const read = useRead('GET deposit/list', { venue, ...query }, 15_000);
  return (
    <>
      <Head title={t('console.nav.deposits')} read={read}>
        <VenueSelect venue={venue} onChange={(value) => go('deposits', value)} />
      </Head>
      {filters}
      <PagedTable<DepositRow>
        label={t('console.nav.deposits')}
        file={`deposits-${venue}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.deposit}
        columns={[
          text('deposit', t('console.number'), (row) => row.deposit),
          text('account', t('console.account'), (row) => String(row.account), 'end'),
          text('channel', formName('field', 'channel'), (row) => formName('choice', `channel.${row.channel}`)),
          text('amount', formName('field', 'amount'), (row) => row.amount, 'end'),
          text('fee', formName('field', 'fee'), (row) => row.fee, 'end'),
          text('asset', t('console.asset'), (row) => row.asset),
          text('source', formName('field', 'source'), (row) => formName('choice', `source.${row.source}`)),
          state<DepositRow>(),
          text('taken', t('console.takenBack'), (row) => row.taken, 'end'),
          text('lost', t('console.lost'), (row) => row.lost, 'end'),
          time('creditedAt', t('console.time'), (row) => row.creditedAt),
          event<DepositRow>(venue),
        ]}
      />
    </>
  );
}

export function PayoutsScreen({ rest }: { rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const { page, setPage, filters, query } = useFilters(payoutStates);
  const read = useRead('GET payout/list', { venue, ...query }, 15_000);
  return (
    <>
      <Head title={t('console.nav.payouts')} read={read}>
        <VenueSelect venue={venue} onChange={(value) => go('payouts', value)} />
      </Head>
      {filters}
      <PagedTable<PayoutRow>
        label={t('console.nav.payouts')}
        file={`payouts-${venue}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.payout}
        columns={[
          text('payout', t('console.number'), (row) => row.payout),
          text('account', t('console.account'), (row) => String(row.account), 'end'),
          text('rail', formName('field', 'rail'), (row) => String(row.rail), 'end'),
          text('amount', formName('field', 'amount'), (row) => row.amount, 'end'),
          text('fee', formName('field', 'fee'), (row) => row.fee, 'end'),
          text('asset', t('console.asset'), (row) => row.asset),
          text('value', t('console.valueUsdt'), (row) => row.value ?? '–', 'end'),
          state<PayoutRow>(),
          text('reason', t('console.reason'), (row) => (row.reason === 'none' ? '' : formName('choice', `reason.${row.reason}`))),
          text('flags', t('console.flags'), (row) => row.flags.map((flag) => named('flag', flag)).join(', ')),
          time('requestedAt', t('console.time'), (row) => row.requestedAt),
          event<PayoutRow>(venue),
        ]}
      />
    </>
  );
}

type House = AdminOutput<'GET house/list'>[number];
export function HouseScreen({ rest }: { rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const read = useRead('GET house/list', { venue }, 15_000);
  return (
    <>
      <Head title={t('console.nav.house')} read={read}>
        <VenueSelect venue={venue} onChange={(value) => go('house', value)} />
        {(['fundHouse', 'adjust'] as const).map((kind) => (
          <Button key={kind} kind="outline" onClick={() => go('propose', venue, kind)}>
            {formName('kind', kind)}
          </Button>
        ))}
      </Head>
      <p className={styles.lead}>{t('console.houseLead')}</p>
      <Remote read={read}>
        {(rows) => (
          <DataTable<House>
            label={t('console.nav.house')}
            csvName={`house-${venue}`}
            rows={rows}
            rowKey={(row) => `${row.account} ${row.wallet} ${row.asset}`}
            empty={t('console.emptyText')}
            columns={[
              text('name', t('console.name'), (row) => named('houseAccount', row.name)),
              text('account', t('console.account'), (row) => String(row.account), 'end'),
              text('wallet', formName('field', 'wallet'), (row) => formName('choice', `wallet.${row.wallet}`)),
              text('asset', t('console.asset'), (row) => row.asset),
              text('available', t('console.available'), (row) => row.available, 'end'),
              text('frozen', t('console.frozen'), (row) => row.frozen, 'end'),
            ]}
          />
        )}
      </Remote>
    </>
  );
}
