import { Button, EmptyState } from '@bourse/ui';
import { DataTable } from '@bourse/ui/table.ts';
import type { AdminOutput } from '../data/api.ts';
import { useRead } from '../data/use-read.ts';
import { Head, Remote } from '../parts/Screen.tsx';
import { go } from '../routes.ts';
import { named, t } from '../words.ts';

type Found = AdminOutput<'GET search/find'>[number];

/** Where a found thing is looked at. */
function visit({ kind, id, venue, customer }: Found): void {
  if (kind === 'customer') go('customers', id);
  else if (kind === 'case') go('inbox', '', id);
  else if (kind === 'change') go('changes', venue, id);
  else if (kind === 'order') go('customers', customer ?? '');
  else go(kind === 'deposit' ? 'deposits' : 'payouts', venue);
}

/** `#search/12`: everything that has this number. */
export function SearchScreen({ rest }: { rest: readonly string[] }) {
  const [number = ''] = rest;
  const read = useRead('GET search/find', /^\d{1,15}$/.test(number) ? { number } : undefined);
  if (!/^\d{1,15}$/.test(number)) return <EmptyState title={t('console.searchNumber')}>{t('console.searchNumberText')}</EmptyState>;
  return (
    <>
      <Head title={t('console.searchTitle', { number })} read={read} />
      <Remote read={read}>
        {(list) => (
          <DataTable
            label={t('console.searchTitle', { number })}
            csvName={`number-${number}`}
            rows={list}
            rowKey={(row) => `${row.kind} ${row.venue} ${row.id}`}
            empty={<EmptyState title={t('console.emptyTitle')}>{t('console.searchNumberText')}</EmptyState>}
            columns={[
              {
                id: 'kind',
                head: t('console.kind'),
                cell: (row) => (
                  <Button kind="link" size="small" onClick={() => visit(row)}>
                    {named('found', row.kind)} {row.id}
                  </Button>
                ),
                text: (row) => row.kind,
              },
              { id: 'venue', head: t('console.venue'), cell: (row) => named('', row.venue), text: (row) => row.venue },
              { id: 'text', head: t('console.subject'), cell: (row) => foundText(row), text: (row) => row.text },
            ]}
          />
        )}
      </Remote>
    </>
  );
}

const foundText = ({ kind, text }: Found): string =>
  kind === 'case'
    ? named('kind', text)
    : kind === 'change'
      ? named('proposalState', text)
      : kind === 'deposit' || kind === 'payout'
        ? named('moneyState', text)
        : text;
