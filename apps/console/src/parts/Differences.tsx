import type { Difference } from '@bourse/protocol/admin';
import { DataTable } from '@bourse/ui/table.ts';
import styles from '../Console.module.css';
import { form, formName, t } from '../words.ts';

const labelOf = ({ field, at, part }: Difference): string => {
  const label = formName('field', part ? `${field}.${part}` : field);
  return at ? form('item', { field: label, at }) : label;
};
const valueText = ({ field, part, choice, asset }: Difference, value: string | null): string => {
  if (value === null) return '–';
  if (choice) return formName('choice', `${part || field}.${value}`);
  if (value === 'true' || value === 'false') return form(value === 'true' ? 'on' : 'off');
  return asset ? `${value} ${asset}` : value;
};

/** What is in force and what would be: the values that differ; how many stay is said below. */
export function Differences({ fields, file }: { fields: readonly Difference[]; file: string }) {
  const differ = fields.filter(({ before, after }) => before !== after);
  const same = fields.length - differ.length;
  return (
    <>
      {differ.length === 0 ? (
        <p>{form('nothing')}</p>
      ) : (
        <DataTable
          label={t('console.change')}
          csvName={file}
          rows={differ}
          rowKey={({ field, at, part }) => `${field} ${at} ${part}`}
          columns={[
            { id: 'field', head: t('console.field'), cell: labelOf, text: labelOf },
            {
              id: 'before',
              head: t('console.before'),
              cell: (row) => (row.before === null ? '–' : <del>{valueText(row, row.before)}</del>),
              text: ({ before }) => before ?? '',
            },
            {
              id: 'after',
              head: t('console.after'),
              cell: (row) => (row.after === null ? '–' : <ins className={styles.new}>{valueText(row, row.after)}</ins>),
              text: ({ after }) => after ?? '',
            },
          ]}
        />
      )}
      {same > 0 && <p className={styles.quiet}>{form('same', { count: same })}</p>}
    </>
  );
}

const hourMs = 3_600_000;

/** From when on a change that is announced to customers holds, once it is decided. */
export const TakesEffect = ({ noticeMs }: { noticeMs: number }) => (
  <p>
    <b>{form('takesEffect')}:</b> {noticeMs === 0 ? form('atOnce') : form('afterNotice', { hours: Math.ceil(noticeMs / hourMs) })}
  </p>
);
