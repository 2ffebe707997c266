import { OrderSide } from '@bourse/protocol/enums';
import { Chip, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link } from '@tanstack/react-router';
import { useRead } from '../../../data/index.ts';
import { isoTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { PriceCell, QuantityCell, SideCell, SymbolCell, TimeCell } from '../lists/cells.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';
import { MoreRows, usePages } from '../lists/pages.tsx';
import { statusTone } from '../lists/words.ts';
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
    {
      id: 'time',
      head: t('trade.updatedAt'),
      cell: (order) => <TimeCell at={order.updatedAt} />,
      text: (order) => isoTime(order.updatedAt),
    },
    {
      id: 'symbol',
      head: t('trade.instrument'),
      cell: (order) => <SymbolCell symbol={order.symbol} onPick={onPick} />,
      text: (order) => order.symbol,
    },
    {
      id: 'side',
      head: t('trade.side'),
      cell: (order) => <SideCell side={order.side} />,
      text: (order) => (order.side === OrderSide.buy ? 'buy' : 'sell'),
    },
    {
      id: 'type',
      head: t('trade.orderType'),
      optional: true,
      cell: (order) => t(`trade.type${order.priceType}`),
      text: (order) => t(`trade.type${order.priceType}`),
    },
    {
      id: 'price',
      head: t('trade.price'),
      align: 'end',
      cell: (order) => <PriceCell symbol={order.symbol} value={order.price} />,
      text: (order) => order.price ?? '',
    },
    {
      id: 'average',
      head: t('trade.average'),
      align: 'end',
      cell: (order) => <PriceCell symbol={order.symbol} value={order.averagePrice} />,
      text: (order) => order.averagePrice ?? '',
    },
    {
      id: 'quantity',
      head: t('trade.quantity'),
      align: 'end',
      cell: (order) => <QuantityCell symbol={order.symbol} value={order.quantity ?? order.amount} />,
      text: (order) => order.quantity ?? order.amount ?? '',
    },
    {
      id: 'filled',
      head: t('trade.filled'),
      align: 'end',
      cell: (order) => <QuantityCell symbol={order.symbol} value={order.filledQuantity} />,
      text: (order) => order.filledQuantity,
    },
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
