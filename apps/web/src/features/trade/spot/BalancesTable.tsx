import { decimalSum, trimZeros } from '@bourse/money';
import type { Balance } from '@bourse/protocol';
import { Amount, EmptyState, Total } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link } from '@tanstack/react-router';
import { lastValue, useBalances } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { figureColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';

/** The spot wallet. The double rule appears only if every line of the sum has a rate. */
export function BalancesTable() {
  const t = useT();
  const remote = useBalances();
  const rows = (lastValue(remote) ?? []).filter((balance) => balance.wallet === 1);
  const complete = rows.every((balance) => balance.value !== null);
  const sum = decimalSum(rows.map((balance) => balance.value ?? '0'));
  const amount = (value: string, balance: Balance) => <Amount value={trimZeros(value)} decimals={Math.min(balance.scale, 8)} />;
  const columns: Column<Balance>[] = [
    {
      id: 'asset',
      head: t('trade.asset'),
      cell: (balance) => (
        <Link to="/funds/symbol_preview" search={{ symbol: balance.asset }} className={styles.symbol}>
          {balance.asset} <span className={styles.muted}>{balance.name}</span>
        </Link>
      ),
      text: (balance) => balance.asset,
      foot: t('trade.total'),
    },
    figureColumn(
      'available',
      t('trade.available'),
      (balance) => amount(balance.available, balance),
      (balance) => balance.available,
    ),
    figureColumn(
      'frozen',
      t('trade.frozen'),
      (balance) => amount(balance.frozen, balance),
      (balance) => balance.frozen,
    ),
    figureColumn(
      'total',
      t('trade.total'),
      (balance) => amount(balance.total, balance),
      (balance) => balance.total,
    ),
    {
      id: 'value',
      head: t('trade.value'),
      align: 'end',
      cell: (balance) =>
        balance.value === null ? <span className={styles.muted}>{t('trade.noRate')}</span> : <Amount value={balance.value} decimals={2} />,
      text: (balance) => balance.value ?? '',
      foot: complete ? (
        <Total>
          <Amount value={sum} decimals={2} />
        </Total>
      ) : (
        <Amount value={sum} decimals={2} />
      ),
    },
  ];
  return (
    <DataTable
      dense
      label={t('trade.balances')}
      csvName="balances"
      {...{ columns, rows }}
      rowKey={(balance) => balance.asset}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('trade.noBalances')}>
          {t('trade.noBalancesWhy')}
        </EmptyState>
      }
    />
  );
}
