import { Button, Chip } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, type Me } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Lamps, Remote, Section } from '../parts/Screen.tsx';
import { named, t, timeText } from '../words.ts';

export function SystemScreen({ me }: { me: Me }) {
  const read = useRead('GET system/get', {}, 10_000);
  return (
    <>
      <Head title={t('console.nav.system')} read={read} />
      <Remote read={read}>
        {({ version, uptimeS, reasons, warnings, venues, prices, lamps, sums }) => (
          <>
            <Section title={t('console.lamps')}>
              <Lamps lamps={lamps} />
            </Section>
            <HeldPrices mayDecide={me.permissions.includes('rules')} />
            <Section title={t('console.server')}>
              <FactList
                facts={[
                  [t('console.server'), `${version}, ${uptimeS} s`],
                  [t('console.state'), [...reasons, ...warnings].join(' ') || t('console.lampOn')],
                  [t('console.age'), t('console.prices', { open: String(prices.open), stale: String(prices.stale) })],
                ]}
              />
            </Section>
            <Section title={t('console.venue')}>
              <DataTable
                label={t('console.venue')}
                csvName="venues"
                rows={venues}
                rowKey={({ venue }) => venue}
                columns={[
                  { id: 'venue', head: t('console.venue'), cell: ({ venue }) => named('', venue), text: ({ venue }) => venue },
                  {
                    id: 'state',
                    head: t('console.state'),
                    cell: ({ state }) => <Chip tone={state === 'running' ? 'ok' : 'error'}>{state}</Chip>,
                    text: ({ state }) => state,
                  },
                  { id: 'mode', head: t('console.mode'), cell: ({ mode }) => mode, text: ({ mode }) => mode },
                  { id: 'seq', head: t('console.sequence'), align: 'end', cell: ({ seq }) => seq, text: ({ seq }) => seq },
                  {
                    id: 'projected',
                    head: t('console.projected'),
                    align: 'end',
                    cell: ({ projected }) => projected,
                    text: ({ projected }) => projected,
                  },
                  { id: 'lag', head: t('console.lag'), align: 'end', cell: ({ lag }) => lag, text: ({ lag }) => String(lag) },
                ]}
              />
            </Section>
            <Section title={t('console.zeroSum')}>
              <DataTable
                label={t('console.zeroSum')}
                csvName="sums"
                rows={sums}
                rowKey={({ venue, asset }) => `${venue} ${asset}`}
                columns={[
                  { id: 'venue', head: t('console.venue'), cell: ({ venue }) => named('', venue), text: ({ venue }) => venue },
                  { id: 'asset', head: t('console.asset'), cell: ({ asset }) => asset, text: ({ asset }) => asset },
                  { id: 'sum', head: t('console.sum'), align: 'end', cell: ({ sum }) => sum, text: ({ sum }) => sum },
                  {
                    id: 'accounts',
                    head: t('console.accounts'),
                    align: 'end',
                    cell: ({ accounts }) => accounts,
                    text: ({ accounts }) => String(accounts),
                  },
                ]}
              />
            </Section>
          </>
        )}
      </Remote>
    </>
  );
}

type Held = AdminOutput<'GET price/held'>[number];

/** Prices that are too far from the last one to be believed. A person who has looked one up elsewhere says whether it is real: nobody types a price. */
function HeldPrices({ mayDecide }: { mayDecide: boolean }) {
  const read = useRead('GET price/held', {}, 5_000);
  const [asked, setAsked] = useState<{ of: Held; real: boolean }>();
  return (
    <Section title={t('console.heldPrices')}>
      <p className={styles.lead}>{t('console.heldLead')}</p>
      <Remote read={read}>
        {(rows) => (
          <DataTable
            label={t('console.heldPrices')}
            csvName="held-prices"
            rows={rows}
            rowKey={({ symbol, price }) => `${symbol} ${price}`}
            empty={t('console.heldNone')}
            columns={[
              { id: 'symbol', head: t('console.instrument'), cell: ({ symbol }) => symbol, text: ({ symbol }) => symbol },
              { id: 'source', head: t('console.source'), cell: ({ source }) => source, text: ({ source }) => source },
              { id: 'last', head: t('console.lastPrice'), align: 'end', cell: ({ last }) => last, text: ({ last }) => last },
              { id: 'price', head: t('console.heldPrice'), align: 'end', cell: ({ price }) => price, text: ({ price }) => price },
              { id: 'prints', head: t('console.prints'), align: 'end', cell: ({ prints }) => prints, text: ({ prints }) => String(prints) },
              { id: 'since', head: t('console.time'), cell: ({ since }) => timeText(since), text: ({ since }) => timeText(since) },
              ...(mayDecide
                ? [
                    {
                      id: 'confirm',
                      head: t('console.confirmPrice'),
                      cell: (row: Held) => (
                        <>
                          <Button size="small" onClick={() => setAsked({ of: row, real: true })}>
                            {t('console.confirmPrice')}
                          </Button>{' '}
                          <Button size="small" kind="outline" onClick={() => setAsked({ of: row, real: false })}>
                            {t('console.discardPrice')}
                          </Button>
                        </>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Remote>
      <ReasonDialog
        danger={asked?.real === true}
        open={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={t(asked?.real === false ? 'console.discardTitle' : 'console.confirmTitle', {
          symbol: asked?.of.symbol ?? '',
          price: asked?.of.price ?? '',
        })}
        text={t(asked?.real === false ? 'console.discardText' : 'console.confirmText', { last: asked?.of.last ?? '' })}
        onDo={async (reason) => {
          if (!asked) return;
          await act(asked.real ? 'POST price/confirm' : 'POST price/discard', { symbol: asked.of.symbol, price: asked.of.price, reason });
          read.again();
        }}
      />
    </Section>
  );
}
