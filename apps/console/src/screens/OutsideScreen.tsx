import { type ChainState, type ObservationRow, rescanAtMost, type SignerState } from '@bourse/protocol/admin';
import { Button, Chip, TextField } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { PagedTable, pageRows } from '../parts/PagedTable.tsx';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t, timeText } from '../words.ts';

const lookEveryMs = 5_000;
const tones = { ready: 'ok', away: 'error', none: 'warn' } as const;

/** `#outside`: the signer and every chain. `#outside/ethereum`: what was seen on one. */
export function OutsideScreen({ rest }: { rest: readonly string[] }) {
  const [network] = rest;
  const signer = useRead('GET signer/get', {}, lookEveryMs);
  const chains = useRead('GET rail/list', {}, lookEveryMs);
  const [asked, setAsked] = useState<ChainState>();
  return (
    <>
      <Head title={t('console.nav.outside')} read={signer} />
      <p className={styles.lead}>{t('console.outsideLead')}</p>
      <Remote read={signer}>{(state) => <Signer of={state} />}</Remote>
      <Section title={t('console.chains')}>
        <Remote read={chains}>{(list) => <Chains list={list} chosen={network} onRescan={setAsked} />}</Remote>
      </Section>
      {network !== undefined && <Observations key={network} network={network} />}
      {asked && <Rescan key={asked.network} of={asked} onClose={() => setAsked(undefined)} onDone={chains.again} />}
    </>
  );
}

function Signer({ of }: { of: SignerState }) {
  return (
    <>
      <Section title={t('console.signer')}>
        <p role="status">
          <Chip tone={tones[of.state]}>{named('signer', of.state)}</Chip> {named('signerText', of.state)}
        </p>
        {of.payoutsOff && (
          <p role="status">
            <Chip tone="warn">{t('console.payoutsAreOff')}</Chip> {t('console.payoutsOffText')}
          </p>
        )}
        {of.problem && <p className={styles.paper}>{of.problem}</p>}
        {of.vaultKey && (
          <FactList
            facts={[
              [
                t('console.publicKey'),
                <code key="key" className={styles.mono}>
                  {of.vaultKey}
                </code>,
              ],
            ]}
          />
        )}
      </Section>
      <Section title={t('console.hotWallets')}>
        <DataTable
          label={t('console.hotWallets')}
          csvName="hot-wallets"
          rows={of.rails}
          rowKey={({ rail }) => String(rail)}
          columns={[
            { id: 'code', head: t('console.rail'), cell: (row) => row.code, text: (row) => row.code },
            {
              ...{ id: 'holds', head: t('console.holds'), align: 'end' },
              cell: (row) => (row.holds === null ? '–' : `${row.holds} ${row.asset}`),
              text: (row) => row.holds ?? '',
            },
            {
              id: 'address',
              head: t('console.address'),
              cell: (row) =>
                row.address === null ? (
                  <span className={styles.quiet}>{t('console.notSigned')}</span>
                ) : (
                  <code className={styles.mono}>{row.address}</code>
                ),
              text: (row) => row.address ?? '',
            },
          ]}
        />
      </Section>
      <Section title={t('console.waitingPayouts')}>
        <DataTable
          label={t('console.waitingPayouts')}
          csvName="waiting-payouts"
          rows={of.waiting}
          rowKey={({ payout }) => payout}
          empty={t('console.nothingWaits')}
          onRow={({ payout }) => go('search', payout)}
          columns={[
            { id: 'payout', head: t('console.found.payout'), align: 'end', cell: (row) => row.payout, text: (row) => row.payout },
            { id: 'why', head: t('console.why'), cell: (row) => row.why, text: (row) => row.why },
          ]}
        />
      </Section>
    </>
  );
}

const behind = ({ head, height }: ChainState): number | undefined =>
  head === null || height === null ? undefined : Math.max(0, head - height);

function Chains({
  list,
  chosen,
  onRescan,
}: {
  list: readonly ChainState[];
  chosen: string | undefined;
  onRescan: (of: ChainState) => void;
}) {
  const reading = list.filter(({ rescan }) => rescan !== null);
  return (
    <>
      <DataTable
        label={t('console.chains')}
        csvName="chains"
        rows={list}
        rowKey={({ network }) => network}
        chosen={({ network }) => network === chosen}
        onRow={({ network }) => go('outside', network)}
        columns={[
          { id: 'network', head: t('console.network'), cell: (row) => <b>{row.network}</b>, text: (row) => row.network },
          {
            id: 'state',
            head: t('console.state'),
            cell: (row) =>
              row.problem !== null || row.head === null ? (
                <Chip tone="warn">{row.problem ?? t('console.notFollowed')}</Chip>
              ) : (
                <Chip tone={(behind(row) ?? 0) > 5 ? 'warn' : 'ok'}>
                  {`${t('console.behind')} ${t('console.blocks', { count: behind(row) ?? 0 })}`}
                </Chip>
              ),
            text: (row) => row.problem ?? String(behind(row) ?? ''),
          },
          {
            ...{ id: 'height', head: t('console.followed'), align: 'end' },
            cell: (row) => row.height ?? '–',
            text: (row) => String(row.height ?? ''),
          },
          { id: 'at', head: t('console.time'), cell: (row) => timeText(row.followedAt), text: (row) => String(row.followedAt ?? '') },
          {
            ...{ id: 'observed', head: t('console.observed'), align: 'end' },
            cell: (row) => row.observed,
            text: (row) => String(row.observed),
          },
          {
            id: 'rails',
            head: t('console.rail'),
            cell: (row) => row.rails.map(({ code }) => code).join(', '),
            text: (row) => row.rails.map(({ code }) => code).join(' '),
          },
          {
            id: 'rescan',
            head: t('console.rescan'),
            cell: (row) => (
              <Button
                kind="outline"
                size="small"
                disabled={row.height === null || row.rescan?.doneAt === null}
                onClick={() => onRescan(row)}
              >
                {t('console.rescan')}
              </Button>
            ),
          },
        ]}
      />
      {reading.map(({ network, rescan }) =>
        rescan === null ? null : (
          <p key={network} role="status" className={styles.quiet}>
            <b>{network}</b>{' '}
            {rescan.doneAt === null
              ? t('console.rescanRuns', { next: String(rescan.next), to: String(rescan.to), found: rescan.found })
              : t('console.rescanDone', {
                  ...{ from: String(rescan.from), to: String(rescan.to), found: rescan.found },
                  time: timeText(rescan.doneAt),
                })}{' '}
            {rescan.doneAt === null && rescan.problem}
          </p>
        ),
      )}
    </>
  );
}

function Observations({ network }: { network: string }) {
  const [page, setPage] = useState(1);
  const read = useRead('GET rail/observations', { network, pageNo: page, pageSize: pageRows }, lookEveryMs);
  return (
    <Section title={t('console.observations', { network })}>
      <PagedTable<ObservationRow>
        label={t('console.observations', { network })}
        file={`observations-${network}`}
        {...{ read, page }}
        onPage={setPage}
        rowKey={(row) => row.id}
        empty={t('console.nothingSeen')}
        columns={[
          {
            ...{ id: 'height', head: t('console.block'), align: 'end' },
            cell: (row) => row.height ?? '–',
            text: (row) => String(row.height ?? ''),
          },
          {
            ...{ id: 'amount', head: t('console.amount'), align: 'end' },
            cell: (row) => `${row.amount} ${row.asset}`,
            text: (row) => row.amount,
          },
          {
            id: 'state',
            head: t('console.state'),
            cell: (row) => (
              <Chip tone={row.lost ? 'error' : row.state === 'ready' ? 'ok' : 'plain'}>{named('seen', row.lost ? 'lost' : row.state)}</Chip>
            ),
            text: (row) => (row.lost ? 'lost' : row.state),
          },
          {
            ...{ id: 'confirmations', head: t('console.confirmations'), align: 'end' },
            cell: (row) => t('console.confirmed', { seen: String(row.confirmations), needed: String(row.needed) }),
            text: (row) => String(row.confirmations),
          },
          {
            id: 'deposit',
            head: t('console.found.deposit'),
            cell: (row) =>
              row.deposit === null ? (
                '–'
              ) : (
                <Button kind="link" size="small" onClick={() => go('search', row.deposit ?? '')}>
                  {row.deposit}
                </Button>
              ),
            text: (row) => row.deposit ?? '',
          },
          {
            ...{ id: 'account', head: t('console.account'), align: 'end' },
            cell: (row) => row.account ?? t('console.nobodys'),
            text: (row) => String(row.account ?? ''),
          },
          {
            id: 'transaction',
            head: t('console.transaction'),
            cell: (row) => (
              <code className={styles.mono} title={row.txHash}>
                {`${row.txHash.slice(0, 10)}…${row.txHash.slice(-6)}`}
              </code>
            ),
            text: (row) => row.txHash,
          },
        ]}
      />
    </Section>
  );
}

const isHeight = (text: string) => /^\d{1,9}$/.test(text);

/** Which blocks are read again, and why. */
function Rescan({ of: { network, height }, onClose, onDone }: { of: ChainState; onClose: () => void; onDone: () => void }) {
  const [from, setFrom] = useState(String(Math.max(0, (height ?? 0) - 1_000)));
  const [to, setTo] = useState(String(height ?? 0));
  const ready = isHeight(from) && isHeight(to) && Number(from) <= Number(to) && Number(to) - Number(from) < rescanAtMost;
  return (
    <ReasonDialog
      open
      onClose={onClose}
      ready={ready}
      title={t('console.rescanTitle', { network })}
      text={t('console.rescanText')}
      onDo={async (reason) => {
        await act('POST rail/rescan', { network, from: Number(from), to: Number(to), reason });
        onDone();
      }}
    >
      <div className={styles.filters}>
        <TextField
          label={t('console.rescanFrom')}
          inputMode="numeric"
          value={from}
          maxLength={9}
          onChange={(value) => setFrom(value.trim())}
        />
        <TextField label={t('console.rescanTo')} inputMode="numeric" value={to} maxLength={9} onChange={(value) => setTo(value.trim())} />
      </div>
    </ReasonDialog>
  );
}
