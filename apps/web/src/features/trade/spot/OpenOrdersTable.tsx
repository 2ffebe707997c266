import { decimalCompare, formatAmount, plotNumber, trimZeros, unreadText } from '@bourse/money';
import { Button, EmptyState, IconButton, IconCheck, IconClose, IconEdit, noSort, sortRows, type TableSort, toast, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { useState } from 'react';
import { lastValue, useCommand } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { MoneyCell, PriceCell, QuantityCell } from '../lists/cells.tsx';
import { priceColumn, symbolColumn, timeColumn } from '../lists/columns.tsx';
import { tableRead } from '../lists/FailedRead.tsx';
import styles from '../lists/Lists.module.css';
import { AmendField } from './AmendField.tsx';
import { sideAndType } from './columns.tsx';
import { type Order, useCancelOrder, useOpenOrdersRead } from './orders.ts';

const compare = (a: Order, b: Order, id: string): number =>
  id === 'price'
    ? decimalCompare(a.price ?? '0', b.price ?? '0')
    : id === 'symbol'
      ? a.symbol.localeCompare(b.symbol)
      : a.createdAt - b.createdAt;

type Editing = { id: string; price: string; quantity: string; bad: string | null };
const readable = ({ price, quantity }: Editing) => unreadText(price) === undefined && unreadText(quantity) === undefined;

/** Open orders. A click cancels one; editing happens in its row. */
export function OpenOrdersTable({ symbol, onPick }: { symbol: string | undefined; onPick: (symbol: string) => void }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const remote = useOpenOrdersRead();
  const cancel = useCancelOrder();
  const amend = useCommand('amend');
  const [sort, setSort] = useState<TableSort>(noSort);
  const [editing, setEditing] = useState<Editing | null>(null);
  const all = lastValue(remote)?.list ?? [];
  const rows = sortRows(symbol ? all.filter((order) => order.symbol === symbol) : all, sort, compare);

  const save = async (order: Order) => {
    if (!editing || !readable(editing) || amend.busy(order.id)) return;
    const price = order.price !== null && decimalCompare(editing.price, order.price) !== 0 ? editing.price : undefined;
    const quantity = order.quantity !== null && decimalCompare(editing.quantity, order.quantity) !== 0 ? editing.quantity : undefined;
    if (!price && !quantity) return setEditing(null);
    setEditing({ ...editing, bad: null });
    const changed = { orderId: order.id, ...(price ? { price } : {}), ...(quantity ? { quantity } : {}) };
    const settled = await amend.send('POST pay/order-coin/amend', changed, { of: order.id });
    if (settled.state === 'rejected') {
      setEditing({ ...editing, bad: settled.message });
      toast('error', settled.message);
    }
    if (settled.state !== 'accepted') return;
    toast('success', t('trade.amended'));
    setEditing(null);
  };
  const edit = (order: Order, field: 'price' | 'quantity', label: string) =>
    editing && (
      <AmendField
        {...{ order, field, label }}
        value={editing[field]}
        bad={editing.bad !== null}
        onChange={(value) => setEditing({ ...editing, [field]: value })}
        onSave={() => void save(order)}
        onLeave={() => setEditing(null)}
      />
    );

  const waiting = rows.some((order) => order.triggerPrice !== null);
  const every: Column<Order>[] = [
    { ...symbolColumn<Order>(t('trade.instrument'), onPick), sort: 0 },
    ...sideAndType(t),
    {
      id: 'price',
      head: t('trade.price'),
      align: 'end',
      sort: 1,
      cell: (order) =>
        editing?.id === order.id && order.price !== null ? (
          edit(order, 'price', t('trade.amendPrice'))
        ) : (
          <PriceCell symbol={order.symbol} value={order.price} />
        ),
      text: (order) => order.price ?? '',
    },
    { ...priceColumn<Order>('trigger', t('trade.trigger'), (order) => order.triggerPrice), optional: true },
    {
      id: 'quantity',
      head: t('trade.quantity'),
      align: 'end',
      cell: (order) =>
        editing?.id === order.id ? (
          edit(order, 'quantity', t('trade.amendQuantity'))
        ) : (
          <QuantityCell symbol={order.symbol} value={order.quantity ?? order.amount} />
        ),
      text: (order) => order.quantity ?? order.amount ?? '',
    },
    {
      id: 'filled',
      head: t('trade.filled'),
      align: 'end',
      cell: (order) => {
        const whole = plotNumber(order.quantity ?? '0');
        const share = whole > 0 ? plotNumber(order.filledQuantity) / whole : 0;
        return (
          <>
            <QuantityCell symbol={order.symbol} value={order.filledQuantity} />
            <span className={styles.share} aria-hidden>
              <span style={{ inlineSize: `${share * 100}%` }} />
            </span>
          </>
        );
      },
      text: (order) => order.filledQuantity,
    },
    {
      id: 'reserved',
      head: t('trade.reserved'),
      align: 'end',
      optional: true,
      cell: (order) => <MoneyCell value={order.reserved} unit={order.reservedAsset} />,
      text: (order) => `${order.reserved} ${order.reservedAsset}`,
    },
    {
      id: 'status',
      head: t('trade.status'),
      optional: true,
      cell: (order) => t(`trade.status${order.status}`),
      text: (order) => t(`trade.status${order.status}`),
    },
    { ...timeColumn<Order>(t('trade.placedAt'), (order) => order.createdAt), align: 'end', sort: 0 },
    {
      id: 'actions',
      head: t('trade.actions'),
      align: 'end',
      pinned: true,
      cell: (order) =>
        editing?.id === order.id ? (
          <span className={styles.actions} title={t('trade.amendWhy')}>
            <IconButton
              small
              label={t('trade.amendSave')}
              disabled={!readable(editing) || amend.busy(order.id)}
              onClick={() => void save(order)}
            >
              <IconCheck size={16} aria-hidden />
            </IconButton>
            <IconButton small label={t('common.cancel')} onClick={() => setEditing(null)}>
              <IconClose size={16} aria-hidden />
            </IconButton>
          </span>
        ) : (
          <span className={styles.actions}>
            {order.price !== null && !amountsHidden && (
              <IconButton
                small
                label={t('trade.amend')}
                onClick={() => setEditing({ id: order.id, price: order.price ?? '', quantity: trimZeros(order.quantity ?? ''), bad: null })}
              >
                <IconEdit size={14} aria-hidden />
              </IconButton>
            )}
            <Button
              kind="plain"
              size="small"
              busy={cancel.busy(order.id)}
              aria-label={`${t('trade.cancelOne')} ${order.symbol} ${formatAmount(order.price ?? '0', { locale })}`}
              onClick={() => void cancel.one(order)}
            >
              {t('trade.cancelOne')}
            </Button>
          </span>
        ),
    },
  ];
  // No order has a trigger: hide the trigger and status columns.
  const columns = every.filter((column) => waiting || (column.id !== 'trigger' && column.id !== 'status'));
  return (
    <DataTable
      dense
      label={t('trade.openOrders')}
      csvName="open-orders"
      rememberAs="openOrders"
      {...{ columns, rows, sort }}
      onSort={setSort}
      rowKey={(order) => order.id}
      {...tableRead(remote)}
      empty={
        <EmptyState compact title={t('trade.noOpenOrders')}>
          {t('trade.noOpenOrdersWhy')}
        </EmptyState>
      }
    />
  );
}
