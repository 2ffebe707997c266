import { Button, Select } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { act } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { FactList, Head, Remote, Section } from '../parts/Screen.tsx';
import { lengthText, named, t } from '../words.ts';

const stops = ['cancelOnly', 'readOnly', 'withdrawalsOff'] as const;
type Stop = (typeof stops)[number];
type Asked = { what: Stop } | { what: 'instrument'; instrument: number; symbol: string };

/** What only stops: one person, at once. */
export function SwitchesScreen() {
  const [venue, setVenue] = useState<'real' | 'demo'>('real');
  const [asked, setAsked] = useState<Asked>();
  const [rule, setRule] = useState<number>();
  const read = useRead('GET rule/list', { venue }, 10_000);
  const rules = useRead('GET rule/get', rule === undefined ? undefined : { venue, instrument: rule });
  return (
    <>
      <Head title={t('console.nav.switches')} read={read}>
        <Select
          label={t('console.scope')}
          value={venue}
          options={[
            { value: 'real', label: t('console.real') },
            { value: 'demo', label: t('console.demo') },
          ]}
          onChange={setVenue}
        />
      </Head>
      <p className={styles.lead}>{t('console.stopLead')}</p>
      <div className={styles.actions}>
        {stops.map((what) => (
          <Button key={what} kind="danger" onClick={() => setAsked({ what })}>
            {named('stop', what)}
          </Button>
        ))}
      </div>
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
                    <Button
                      kind="outline"
                      size="small"
                      disabled={row.status === 3}
                      onClick={() => setAsked({ what: 'instrument', instrument: row.instrument, symbol: row.symbol })}
                    >
                      {t('console.stop.instrument')}
                    </Button>
                  ),
                },
              ]}
            />
          )}
        </Remote>
      </Section>
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
          const instrument = asked.what === 'instrument' ? { instrument: asked.instrument } : {};
          await act('POST stop/throw', { what: asked.what, scope: venue, ...instrument, reason });
          read.again();
        }}
      />
    </>
  );
}
