import { Button, Chip } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useEffect, useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { type VenueName, VenueSelect } from '../parts/VenueSelect.tsx';
import { go } from '../routes.ts';
import { lengthText, named, t, timeText } from '../words.ts';

const stops = ['cancelOnly', 'readOnly'] as const;
type Stop = (typeof stops)[number];
type Asked =
  | { what: Stop | 'withdrawalsOff' }
  | { what: 'instrument'; instrument: number; symbol: string; status: 'halted' | 'cancelOnly' };

/** What only stops: one person, at once. */
export function SwitchesScreen() {
  const [venue, setVenue] = useState<VenueName>('real');
  const [asked, setAsked] = useState<Asked>();
  const [rule, setRule] = useState<number>();
  const read = useRead('GET rule/list', { venue }, 10_000);
  const rules = useRead('GET rule/get', rule === undefined ? undefined : { venue, instrument: rule });
  return (
    <>
      <Head title={t('console.nav.switches')} read={read}>
        <VenueSelect venue={venue} onChange={setVenue} />
      </Head>
      <p className={styles.lead}>{t('console.stopLead')}</p>
      <div className={styles.actions}>
        {stops.map((what) => (
          <Button key={what} kind="danger" onClick={() => setAsked({ what })}>
            {named('stop', what)}
          </Button>
        ))}
      </div>
      <Payouts onStop={() => setAsked({ what: 'withdrawalsOff' })} venue={venue} stopping={asked?.what === 'withdrawalsOff'} />
      <Section title={t('console.instrument')}>
        <Remote read={read}>
          {(list) => (
            <DataTable
              label={t('console.instrument')}
              csvName={`instruments-${venue}`}
              rows={list}
              rowKey={(row) => String(row.instrument)}
              height={480}
              columns={[
                {
                  id: 'symbol',
                  head: t('console.instrument'),
                  cell: (row) => (
                    <Button kind="link" size="small" onClick={() => setRule(row.instrument)}>
                      {row.symbol}
                    </Button>
                  ),
                  text: (row) => row.symbol,
                },
                {
                  id: 'status',
                  head: t('console.status'),
                  cell: (row) => t('console.instrumentStatus', { status: String(row.status) }),
                  text: (row) => String(row.status),
                },
                {
                  id: 'age',
                  head: t('console.age'),
                  align: 'end',
                  cell: (row) => (row.ageMs === null ? '–' : lengthText(row.ageMs / 1000)),
                  text: (row) => String(row.ageMs ?? ''),
                },
                { id: 'source', head: t('console.actor'), cell: (row) => row.source, text: (row) => row.source },
                {
                  id: 'stop',
                  head: t('console.stop.instrument'),
                  cell: (row) => (
                    <span className={styles.actions}>
                      {row.status === 3 || row.status === 2 ? (
                        <Button kind="link" size="small" onClick={() => go('propose', venue, 'setInstrumentStatus', row.instrument)}>
                          {t('console.openAgain')}
                        </Button>
                      ) : (
                        <Button
                          kind="outline"
                          size="small"
                          onClick={() =>
                            setAsked({ what: 'instrument', instrument: row.instrument, symbol: row.symbol, status: 'cancelOnly' })
                          }
                        >
                          {t('console.stop.cancelOnly')}
                        </Button>
                      )}
                      <Button
                        kind="outline"
                        size="small"
                        disabled={row.status === 3}
                        onClick={() => setAsked({ what: 'instrument', instrument: row.instrument, symbol: row.symbol, status: 'halted' })}
                      >
                        {t('console.stop.instrument')}
                      </Button>
                    </span>
                  ),
                },
              ]}
            />
          )}
        </Remote>
      </Section>
      <Products />
      {rule !== undefined && (
        <Section title={t('console.rules')}>
          <Remote read={rules}>{({ facts }) => <FactList facts={facts.map(({ name, value }) => [name, value] as const)} />}</Remote>
        </Section>
      )}
      <ReasonDialog
        danger
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('console.throwTitle', { what: asked?.what === 'instrument' ? asked.symbol : named('stop', asked?.what ?? '') })}
        text={t('console.throwText')}
        onDo={async (reason) => {
          if (!asked) return;
          const instrument = asked.what === 'instrument' ? { instrument: asked.instrument, status: asked.status } : {};
          await act('POST stop/throw', { what: asked.what, scope: venue, ...instrument, reason });
          read.again();
        }}
      />
    </>
  );
}

/** Whether payouts may begin: one person turns them off at once, two turn them on again. */
function Payouts({ venue, onStop, stopping }: { venue: VenueName; onStop: () => void; stopping: boolean }) {
  const read = useRead('GET overview/get', {}, 10_000);
  const [asked, setAsked] = useState<'real' | 'demo' | 'all'>();
  // The switch was just thrown: it is shown at once.
  const { again } = read;
  useEffect(() => {
    if (!stopping) again();
  }, [stopping, again]);
  return (
    <Section title={t('console.stop.withdrawalsOff')}>
      <Remote read={read}>
        {({ switches }) => {
          const off = switches.filter(
            ({ name, scope, active }) => name === 'withdrawalsOff' && active && (scope === 'all' || scope === venue),
          );
          return (
            <>
              {off.length === 0 && (
                <p role="status">
                  <Chip tone="ok">{t('console.payoutsAreOn')}</Chip>
                </p>
              )}
              {off.map(({ scope, reason, changedBy, changedAt }) => (
                <div key={scope}>
                  <p role="status">
                    <Chip tone="warn">{t('console.payoutsAreOff')}</Chip>{' '}
                    {t('console.payoutsOffSince', { time: timeText(changedAt), name: changedBy, reason })}
                  </p>
                  <p className={styles.quiet}>{t('console.payoutsOffText')}</p>
                  <div className={styles.actions}>
                    <Button kind="outline" onClick={() => setAsked(scope)}>
                      {t('console.payoutsBegin')}
                    </Button>
                  </div>
                </div>
              ))}
              {off.length === 0 && (
                <div className={styles.actions}>
                  <Button kind="danger" onClick={onStop}>
                    {t('console.stop.withdrawalsOff')}
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Remote>
      <ReasonDialog
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t('console.payoutsBegin')}
        text={t('console.payoutsBeginText')}
        onDo={async (reason) => {
          if (!asked) return;
          go('inbox', 'payoutsOn', (await act('POST stop/end', { what: 'withdrawalsOff', scope: asked, reason })).case);
        }}
      />
    </Section>
  );
}

type Product = AdminOutput<'GET product/list'>[number];
type Turn = { product: Product['product']; venue: VenueName; open: boolean };

/** Risky products: closed by one person at once, opened by a case that two decide. */
function Products() {
  const read = useRead('GET product/list', {});
  const [asked, setAsked] = useState<Turn>();
  const cell = (venue: VenueName) => (row: Product) => (
    <span className={styles.actions}>
      <Chip tone={row[venue] ? 'ok' : 'plain'}>{row[venue] ? t('console.productOpen') : t('console.productClosed')}</Chip>
      <Button kind="outline" size="small" onClick={() => setAsked({ product: row.product, venue, open: !row[venue] })}>
        {row[venue] ? t('console.closeProduct') : t('console.openProduct')}
      </Button>
    </span>
  );
  return (
    <Section title={t('console.products')}>
      <Remote read={read}>
        {(rows) => (
          <DataTable
            label={t('console.products')}
            csvName="products"
            rows={rows}
            rowKey={({ product }) => product}
            columns={[
              { id: 'product', head: t('console.name'), cell: (row) => named('product', row.product), text: (row) => row.product },
              { id: 'real', head: t('console.real'), cell: cell('real'), text: (row) => String(row.real) },
              { id: 'demo', head: t('console.demo'), cell: cell('demo'), text: (row) => String(row.demo) },
              { id: 'by', head: t('console.operator'), cell: (row) => row.changedBy, text: (row) => row.changedBy },
              {
                id: 'at',
                head: t('console.time'),
                cell: (row) => timeText(row.changedAt),
                text: (row) => new Date(row.changedAt).toISOString(),
              },
              { id: 'reason', head: t('console.reason'), cell: (row) => row.reason, text: (row) => row.reason },
            ]}
          />
        )}
      </Remote>
      <ReasonDialog
        danger={asked?.open === false}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={`${asked?.open ? t('console.openProduct') : t('console.closeProduct')}: ${named('product', asked?.product ?? '')}`}
        text={asked?.open ? t('console.openProductText') : t('console.closeProductText')}
        onDo={async (reason) => {
          if (!asked) return;
          const { product, venue } = asked;
          if (asked.open) go('inbox', 'product', (await act('POST product/open', { product, venue, reason })).case);
          else await act('POST product/close', { product, venue, reason });
          read.again();
        }}
      />
    </Section>
  );
}
