import { decimalSign } from '@bourse/money';
import type { OrderStatus } from '@bourse/protocol/enums';
import { Button, Chip, EmptyState } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { lastValue } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { column, figureColumn, priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import { statusTone } from '../lists/words.ts';
import { Money, PriceText, Quantity } from './cells.tsx';
import { useRevoke } from './orders.ts';
import styles from './Positions.module.css';
import { type OrderView, type PositionKind, type PositionOrder, usePositionPage } from './positions.ts';

type Props = { kind: PositionKind; view: OrderView; symbol: string | undefined; onPick: (symbol: string) => void };

/** Orders of contracts or stocks: open ones with a cancel button, past ones with the reason they ended. */
export function OrdersTable({ kind, view, symbol, onPick }: Props) {
  const t = useT();
  const open = view === 'orders';
  const remote = usePositionPage(kind, view, open ? undefined : 60, symbol);
  const rows = lastValue(remote)?.orders?.list ?? [];
  const revoke = useRevoke();
  // An open order's type shows its trigger already; only one that waits for its market's open needs a status.
  const stated = !open || rows.some((order) => order.waits);
  const every: Column<PositionOrder>[] = [
    timeColumn(t(open ? 'trade.placedAt' : 'trade.updatedAt'), (order) => (open ? order.createdAt : order.updatedAt)),
    symbolColumn(t('trade.instrument'), onPick),
    column(
      'side',
      t('trade.side'),
      (order) => <OrderSide order={order} />,
      (order) => t('leverage.directionAction', { action: order.action, direction: order.direction }),
    ),
    column(
      'type',
      t('trade.orderType'),
      (order) => <OrderType order={order} />,
      (order) => t(`trade.type${order.priceType}`),
    ),
    figureColumn(
      'price',
      t('trade.price'),
      (order) => <PriceText symbol={order.symbol} value={open ? order.price : (order.averagePrice ?? order.price)} />,
      (order) => order.price,
    ),
    priceColumn('trigger', t('trade.trigger'), (order) => order.triggerPrice),
    figureColumn(
      'quantity',
      t('trade.quantity'),
      (order) => (order.quantity === null ? t('leverage.wholePosition') : <Quantity symbol={order.symbol} value={order.quantity} />),
      (order) => order.quantity ?? t('leverage.wholePosition'),
    ),
    figureColumn(
      'filled',
      t('trade.filled'),
      (order) => <Quantity symbol={order.symbol} value={order.filledQuantity} />,
      (order) => order.filledQuantity,
    ),
    {
      id: 'reserved',
      head: t('trade.reserved'),
      align: 'end',
      optional: true,
      cell: (order) =>
        decimalSign(order.reserved) === 0 ? (
          <span className={styles.muted}>–</span>
        ) : (
          <Money value={order.reserved} asset={order.reservedAsset} />
        ),
      text: (order) => `${order.reserved} ${order.reservedAsset}`,
    },
    {
      id: 'status',
      head: t('trade.status'),
      cell: (order) => (
        <span title={reasonText(order.reason)}>
          <Chip tone={statusTone(order.status as OrderStatus)}>
            {order.waits ? t('leverage.waitsForOpen') : t(`trade.status${order.status}`)}
          </Chip>
        </span>
      ),
      text: (order) => t(`trade.status${order.status}`),
    },
    ...(open
      ? [
          {
            id: 'actions',
            head: t('trade.actions'),
            align: 'end' as const,
            pinned: true,
            cell: (order: PositionOrder) => (
              <Button
                kind="plain"
                size="small"
                busy={revoke.busy(order.id)}
                aria-label={`${t('trade.cancelOne')} ${order.symbol} ${order.id}`}
                onClick={() => void revoke.one(order)}
              >
                {t('trade.cancelOne')}
              </Button>
            ),
          },
        ]
      : [
          {
            id: 'reason',
            head: t('trade.info'),
            optional: true,
            cell: (order: PositionOrder) => <span className={styles.muted}>{reasonText(order.reason)}</span>,
            text: (order: PositionOrder) => order.reason,
          },
        ]),
  ];
  const columns = every.filter(({ id }) => stated || id !== 'status');
  return (
    <DataTable
      dense
      label={t(open ? 'trade.openOrders' : 'trade.orderHistory')}
      csvName={open ? 'open-orders' : 'order-history'}
      rememberAs={`positionOrders${open ? 'Open' : 'History'}`}
      {...{ columns, rows }}
      rowKey={(order) => order.id}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t(open ? 'trade.noOpenOrders' : 'trade.noHistory')}>
          {t(open ? 'leverage.noContractOrdersWhy' : 'trade.noHistoryWhy')}
        </EmptyState>
      }
    />
  );
}

export function OrderSide({ order }: { order: Pick<PositionOrder, 'action' | 'direction'> }) {
  const t = useT();
  const buying = (order.action === 1) === (order.direction === 1);
  return (
    <span className={buying ? 'up' : 'down'}>
      <span aria-hidden>{buying ? '▲' : '▼'}</span> {t('leverage.directionAction', { action: order.action, direction: order.direction })}
    </span>
  );
}

export function OrderType({ order }: { order: Pick<PositionOrder, 'priceType' | 'upperCircuit'> }) {
  const t = useT();
  return <>{order.upperCircuit ? t('leverage.upperCircuit') : t(`trade.type${order.priceType}`)}</>;
}
