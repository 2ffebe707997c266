import { Chip, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { QuantityCell } from '../lists/cells.tsx';
import { figureColumn, priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';
import { MoreRows, usePages } from '../lists/pages.tsx';
import { statusTone } from '../lists/words.ts';
import { sideAndType } from './columns.tsx';
import type { Order } from './orders.ts';

export function OrderHistoryTable({ symbol, onPick }: { symbol: string | undefined; onPick: (symbol: string) => void }) {
  const t = useT();
  const pages = usePages();
  const remote = useRead(
    'GET pay/order-coin/order-page',
    { state: 'finished', pageSize: pages.size, ...(symbol ? { symbol } : {}) },
    { needsSession: true, keepPrevious: true, staleMs: 5_000 },
  );
  const rows = pages.rows(remote);
  const columns: Column<Order>[] = [
    timeColumn(t('trade.updatedAt'), (order) => order.updatedAt),
    symbolColumn(t('trade.instrument'), onPick),
    ...sideAndType(t),
    priceColumn('price', t('trade.price'), (order) => order.price),
    priceColumn('average', t('trade.average'), (order) => order.averagePrice),
    figureColumn(
      'quantity',
      t('trade.quantity'),
      (order) => <QuantityCell symbol={order.symbol} value={order.quantity ?? order.amount} />,
      (order) => order.quantity ?? order.amount,
    ),
    figureColumn(
      'filled',
      t('trade.filled'),
      (order) => <QuantityCell symbol={order.symbol} value={order.filledQuantity} />,
      (order) => order.filledQuantity,
    ),
    {
      id: 'status',
      head: t('trade.status'),
      cell: (order) => (
        <span title={reasonText(order.reason)}>
          <Chip tone={statusTone(order.status)}>{t(`trade.status${order.status}`)}</Chip>
        </span>
      ),
      text: (order) => t(`trade.status${order.status}`),
    },
    {
      id: 'reason',
      head: t('trade.info'),
      optional: true,
      cell: (order) => <span className={styles.muted}>{reasonText(order.reason)}</span>,
      text: (order) => order.reason,
    },
    {
      id: 'detail',
      head: t('trade.actions'),
      align: 'end',
      cell: (order) => (
        <Link to="/order/detail/$id" params={{ id: order.id }} className={styles.link}>
          {t('trade.seeOrder')}
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      dense
      label={t('trade.orderHistory')}
      csvName="order-history"
      rememberAs="orderHistory"
      {...{ columns, rows }}
      rowKey={(order) => order.id}
      {...tableRead(remote)}
      tools={<MoreRows pages={pages} remote={remote} />}
      empty={
        <EmptyState compact title={t('trade.noHistory')}>
          {t('trade.noHistoryWhy')}
        </EmptyState>
      }
    />
  );
}
