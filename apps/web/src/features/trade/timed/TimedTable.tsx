import { formatAmount, trimZeros } from '@bourse/money';
import { Amount, EmptyState, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { lastValue, useLookAtMarks, useTimedPage } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { column, figureColumn, priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { SettlementReceipt } from '../positions/SettlementReceipt.tsx';
import { TimedResult, TimedState } from './TimedRunning.tsx';
import { durationText, isRunning, type TimedOrder } from './timed.ts';

/** Timed contracts: running ones count down, ended ones show the result and the ticks that decided it. */
export function TimedTable({ symbol, onPick }: { symbol: string | undefined; onPick: (symbol: string) => void }) {
  const t = useT();
  const { locale } = useUi();
  const remote = useTimedPage('all', 60);
  const all = lastValue(remote)?.list ?? [];
  const rows = symbol ? all.filter((order) => order.symbol === symbol) : all;
  useLookAtMarks([...new Set(rows.filter((order) => isRunning(order.status)).map((order) => order.symbol))]);
  const columns: Column<TimedOrder>[] = [
    timeColumn(t('trade.placedAt'), (order) => order.placedAt),
    symbolColumn(t('trade.instrument'), onPick),
    {
      id: 'side',
      head: t('trade.side'),
      cell: (order) => (
        <span className={order.direction === 1 ? 'up' : 'down'}>
          <span aria-hidden>{order.direction === 1 ? '▲' : '▼'}</span>{' '}
          {t(order.direction === 1 ? 'leverage.timedUp' : 'leverage.timedDown')}
        </span>
      ),
      text: (order) => (order.direction === 1 ? 'higher' : 'lower'),
    },
    column(
      'duration',
      t('leverage.timedDuration'),
      (order) => durationText(t, order.durationS),
      (order) => String(order.durationS),
    ),
    figureColumn(
      'stake',
      t('leverage.timedStakeHead'),
      (order) => <Amount value={trimZeros(order.stake)} unit={order.asset} fraction="plain" />,
      (order) => order.stake,
    ),
    figureColumn(
      'payout',
      t('leverage.payoutIfWon'),
      (order) => `+${formatAmount(trimZeros(order.payoutRate), { locale })}%`,
      (order) => order.payoutRate,
    ),
    priceColumn('start', t('leverage.timedStart'), (order) => order.startPrice),
    priceColumn('end', t('leverage.timedEnd'), (order) => order.endPrice),
    figureColumn(
      'state',
      t('leverage.timedResult'),
      (order) => (isRunning(order.status) ? <TimedState order={order} /> : <TimedResult order={order} />),
      (order) => `${t(`leverage.timedStatus${order.status}`)} ${order.result ?? ''}`,
    ),
    figureColumn(
      'receipt',
      t('trade.receipt'),
      (order) => order.receipt && <SettlementReceipt receipt={order.receipt} />,
      (order) => (order.receipt === null ? '' : `${order.receipt.seq}.${order.receipt.index}`),
    ),
  ];
  return (
    <DataTable
      dense
      label={t('leverage.timedOrders')}
      csvName="timed-contracts"
      {...{ columns, rows }}
      rowKey={(order) => order.id}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('leverage.noTimed')}>
          {t('leverage.noTimedWhy')}
        </EmptyState>
      }
    />
  );
}
