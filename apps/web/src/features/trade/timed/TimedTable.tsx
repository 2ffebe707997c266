import { formatAmount, trimZeros } from '@bourse/money';
import { Amount, EmptyState, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { lastValue, useLookAtMarks, useTimedPage } from '../../../data/index.ts';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { SymbolCell, TimeCell } from '../lists/cells.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { PriceText } from '../positions/cells.tsx';
import { SettlementReceipt } from '../positions/SettlementReceipt.tsx';
import { TimedResult, TimedState } from './TimedRunning.tsx';
import { durationText, isRunning, type TimedOrder } from './timed.ts';

/** Timed contracts: the running ones count down, the others say how they ended and by which ticks. */
export function TimedTable({ symbol, onPick }: { symbol: string | undefined; onPick: (symbol: string) => void }) {
  const t = useT();
  const { locale } = useUi();
  const remote = useTimedPage('all', 60);
  const all = lastValue(remote)?.list ?? [];
  const rows = symbol ? all.filter((order) => order.symbol === symbol) : all;
  useLookAtMarks([...new Set(rows.filter((order) => isRunning(order.status)).map((order) => order.symbol))]);
  const columns: Column<TimedOrder>[] = [
    { id: 'time', head: t('trade.placedAt'), cell: (order) => <TimeCell at={order.placedAt} />, text: (order) => isoTime(order.placedAt) },
    {
      id: 'symbol',
      head: t('trade.instrument'),
      cell: (order) => <SymbolCell symbol={order.symbol} onPick={onPick} />,
      text: (order) => order.symbol,
    },
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
    {
      id: 'duration',
      head: t('leverage.timedDuration'),
      cell: (order) => durationText(t, order.durationS),
      text: (order) => String(order.durationS),
    },
    {
      id: 'stake',
      head: t('leverage.timedStakeHead'),
      align: 'end',
      cell: (order) => <Amount value={trimZeros(order.stake)} unit={order.asset} fraction="plain" />,
      text: (order) => order.stake,
    },
    {
      id: 'payout',
      head: t('leverage.payoutIfWon'),
      align: 'end',
      cell: (order) => `+${formatAmount(trimZeros(order.payoutRate), { locale })}%`,
      text: (order) => order.payoutRate,
    },
    {
      id: 'start',
      head: t('leverage.timedStart'),
      align: 'end',
      cell: (order) => <PriceText symbol={order.symbol} value={order.startPrice} />,
      text: (order) => order.startPrice ?? '',
    },
    {
      id: 'end',
      head: t('leverage.timedEnd'),
      align: 'end',
      cell: (order) => <PriceText symbol={order.symbol} value={order.endPrice} />,
      text: (order) => order.endPrice ?? '',
    },
    {
      id: 'state',
      head: t('leverage.timedResult'),
      align: 'end',
      cell: (order) => (isRunning(order.status) ? <TimedState order={order} /> : <TimedResult order={order} />),
      text: (order) => `${t(`leverage.timedStatus${order.status}`)} ${order.result ?? ''}`,
    },
    {
      id: 'receipt',
      head: t('trade.receipt'),
      align: 'end',
      cell: (order) => order.receipt && <SettlementReceipt receipt={order.receipt} />,
      text: (order) => (order.receipt === null ? '' : `${order.receipt.seq}.${order.receipt.index}`),
    },
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
