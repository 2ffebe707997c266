import type { FormField, FormValue } from '@bourse/protocol/admin';
import { Button, Select } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import styles from '../Console.module.css';
import { type AdminOutput, act, type Me } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { ReasonDialog } from '../parts/ReasonDialog.tsx';
import { Head, Remote } from '../parts/Screen.tsx';
import { type VenueName, VenueSelect, venueOf } from '../parts/VenueSelect.tsx';
import { go } from '../routes.ts';
import { form, formName, t } from '../words.ts';

type Row = AdminOutput<'GET change/in-force'>[number];
/** Kinds of changes whose values can be listed. */
const kinds = [
  ...(['defineRail', 'definePayoutRules', 'setRules', 'defineInstrument', 'defineContract', 'defineStock'] as const),
  ...([
    'defineTimed',
    'defineSwap',
    'defineEarn',
    'defineLoan',
    'decideLoan',

    'defineLevels',
    'defineAsset',
    'setInstrumentStatus',
    'setTradingMode',
    'defineOperator',
  ] as const),
];

const leafText = (path: string, choice: boolean, value: string | boolean): string =>
  typeof value === 'boolean' ? form(value ? 'on' : 'off') : choice ? formName('choice', `${path}.${value}`) : value;
/** A value as people read it; rows of a list one after another. */
function valueText(field: FormField, value: FormValue | undefined): string {
  if (value === undefined) return '';
  if (!Array.isArray(value)) return leafText(field.name, field.type === 'choice', value);
  return value
    .map((row) => (typeof row === 'object' ? Object.values(row).join(' / ') : leafText(field.name, field.type === 'choice', row)))
    .join(', ');
}

/** `#rules/real/defineRail`: what is in force, and the way to change it. */
export function RulesScreen({ me, rest }: { me: Me; rest: readonly string[] }) {
  const venue = venueOf(rest[0]);
  const kind = kinds.find((one) => one === rest[1]) ?? 'defineRail';
  const declared = useRead('GET change/kinds', {});
  const read = useRead('GET change/in-force', { venue, kind }, 30_000);
  const [stopped, setStopped] = useState<string>();
  const mayStop = kind === 'defineRail' && me.permissions.includes('rules');
  return (
    <>
      <Head title={t('console.nav.rules')} read={read}>
        <Select
          label={t('console.kind')}
          value={kind}
          options={kinds.map((one) => ({ value: one, label: formName('kind', one) }))}
          onChange={(value) => go('rules', venue, value)}
        />
        <VenueSelect venue={venue} onChange={(value) => go('rules', value, kind)} />
        <Button onClick={() => go('propose', venue, kind)}>{t('console.propose')}</Button>
      </Head>
      <p className={styles.lead}>{t('console.rulesLead')}</p>
      <Remote read={declared}>
        {(all) => (
          <Remote read={read}>
            {(rows) => {
              const fields = kind === 'setRules' ? [] : (all.find((one) => one.kind === kind)?.fields ?? []);
              return (
                <DataTable
                  label={formName('kind', kind)}
                  csvName={`${kind}-${venue}`}
                  rows={rows}
                  rowKey={({ subject }) => subject}
                  empty={t('console.emptyText')}
                  columns={[
                    ...about(kind, venue),
                    ...fields.slice(1).map(
                      (field): Column<Row> => ({
                        id: field.name,
                        head: formName('field', field.name),
                        cell: ({ values }) => valueText(field, values[field.name]),
                        text: ({ values }) => valueText(field, values[field.name]),
                      }),
                    ),
                    ...(mayStop
                      ? [
                          {
                            id: 'stop',
                            head: t('console.stopRail'),
                            cell: ({ subject, values }: Row) => (
                              <Button kind="danger" size="small" disabled={values['open'] === '0'} onClick={() => setStopped(subject)}>
                                {t('console.stopRail')}
                              </Button>
                            ),
                          },
                        ]
                      : []),
                  ]}
                />
              );
            }}
          </Remote>
        )}
      </Remote>
      <ReasonDialog
        danger
        open={stopped !== undefined}
        onClose={() => setStopped(undefined)}
        title={t('console.throwTitle', { what: `${formName('field', 'rail')} ${stopped ?? ''}` })}
        text={t('console.stopRailText')}
        onDo={async (reason) => {
          await act('POST rail/stop', { venue, rail: Number(stopped), stopIn: true, stopOut: true, reason });
          read.again();
        }}
      />
    </>
  );
}

/** The first columns: what a row is about, with the way to its form. Limits are single values of one set. */
function about(kind: string, venue: VenueName): Column<Row>[] {
  const change = (row: Row) => (
    <Button kind="link" size="small" onClick={() => go('propose', venue, kind, ...(row.subject ? [row.subject] : []))}>
      {row.name || row.subject || t('console.propose')}
    </Button>
  );
  const name: Column<Row> = { id: 'name', head: t('console.name'), cell: change, text: ({ name: of, subject }) => of || subject };
  const number: Column<Row> = {
    id: 'subject',
    head: t('console.number'),
    align: 'end',
    cell: ({ subject }) => subject,
    text: ({ subject }) => subject,
  };
  if (kind !== 'setRules') return [name, number];
  return [
    name,
    number,
    {
      id: 'value',
      head: t('console.value'),
      align: 'end',
      cell: ({ values }) => String(values['value']),
      text: ({ values }) => String(values['value']),
    },
  ];
}
