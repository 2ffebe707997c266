import { Button } from '@bourse/ui';
import type { Column } from '@bourse/ui/table.ts';
import type { AdminOutput } from '../data/api.ts';
import { t, timeText } from '../words.ts';

type Line = AdminOutput<'GET ledger/lines'>['list'][number];

/** The columns of ledger lines, wherever they are shown. */
export const linesColumns = (onEvent: (row: Line) => void): readonly Column<Line>[] => [
  {
    id: 'seq',
    head: t('console.sequence'),
    cell: (row) => (
      <Button kind="link" size="small" onClick={() => onEvent(row)}>
        {row.seq}
      </Button>
    ),
    text: (row) => row.seq,
  },
  { id: 'time', head: t('console.time'), cell: (row) => timeText(row.time), text: (row) => new Date(row.time).toISOString() },
  { id: 'account', head: t('console.account'), align: 'end', cell: (row) => row.account, text: (row) => String(row.account) },
  { id: 'asset', head: t('console.asset'), cell: (row) => row.asset, text: (row) => row.asset },
  { id: 'flow', head: t('console.flow'), cell: (row) => `${row.flow} ${row.flowName}`, text: (row) => String(row.flow) },
  { id: 'available', head: t('console.available'), align: 'end', cell: (row) => row.available, text: (row) => row.available },
  { id: 'frozen', head: t('console.frozen'), align: 'end', cell: (row) => row.frozen, text: (row) => row.frozen },
  { id: 'after', head: t('console.after'), align: 'end', cell: (row) => row.availableAfter, text: (row) => row.availableAfter },
];
