import { Chip } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useRead } from '../data/use-read.ts';
import { FactList, Head, Lamps, Remote, Section } from '../parts/Screen.tsx';
import { named, t } from '../words.ts';

export function SystemScreen() {
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
