import { decimalSign } from '@bourse/money';
import type { StatementLine } from '@bourse/protocol';
import { Amount } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link } from '@tanstack/react-router';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import { entriesOf, movementOf, signedAmount } from '../model/statement.ts';
import { flowLabel, walletLabel } from './labels.ts';
import { Origin } from './Origin.tsx';
import styles from './StatementTable.module.css';

/** The same lines as a table on a wide screen, with the balance after each and its event. */
export function StatementTable({ lines, timeZone }: { lines: readonly StatementLine[]; timeZone: string }) {
  const t = useT();
  /** Lines that follow the first line of their trade: its time and its receipt stand once. */
  const later = new Set(entriesOf(lines).flatMap(({ lines: ofEntry }) => ofEntry.slice(1).map(({ id }) => id)));
  const columns: Column<StatementLine>[] = [
    {
      id: 'time',
      head: t('funds.time'),
      cell: (line) =>
        later.has(line.id) ? (
          <span className={styles.same} aria-hidden />
        ) : (
          <span className={styles.time}>{formatTime(line.time, 'full', timeZone)}</span>
        ),
    },
    {
      id: 'why',
      head: t('funds.why'),
      cell: (line) => (
        <Link to="/funds/tradingHistoryDetail" search={{ id: line.id, kind: 'line' }} className={styles.why}>
          {flowLabel(t, line.flowName)}
        </Link>
      ),
    },
    { id: 'wallet', head: t('funds.wallet'), cell: (line) => walletLabel(t, line.wallet) },
    {
      id: 'amount',
      head: t('funds.change'),
      align: 'end',
      cell: (line) => {
        const movement = movementOf(line);
        const held = movement === 'freeze' || movement === 'release';
        return (
          <Amount
            value={signedAmount(line)}
            decimals={neat(line.amount)}
            sign="always"
            unit={line.asset}
            className={held ? 'muted' : undefined}
          />
        );
      },
    },
    {
      id: 'available',
      head: t('funds.availableAfter'),
      align: 'end',
      cell: (line) => <Amount value={line.availableAfter} decimals={neat(line.availableAfter)} />,
    },
    {
      id: 'frozen',
      head: t('funds.frozenAfter'),
      align: 'end',
      optional: true,
      cell: (line) =>
        decimalSign(line.frozenAfter) === 0 ? (
          <span className="muted">–</span>
        ) : (
          <Amount value={line.frozenAfter} decimals={neat(line.frozenAfter)} />
        ),
    },
    { id: 'origin', head: t('funds.origin'), align: 'end', cell: (line) => (later.has(line.id) ? null : <Origin line={line} />) },
  ];
  return <DataTable tall label={t('funds.statement')} columns={columns} rows={lines} rowKey={(line) => line.id} rememberAs="statement" />;
}
