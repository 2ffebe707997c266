import { formatAmount } from '@bourse/money';
import type { Fill, Order } from '@bourse/protocol';
import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { Amount, Chip, Fingerprint, hiddenAmount, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { type PlainKey, type Translate, useT } from '../../../i18n/index.ts';
import { brief, neat } from '../model/figures.ts';
import styles from './RecordLists.module.css';

export function SideChip({ side }: { side: OrderSide }) {
  const t = useT();
  return side === OrderSide.buy ? <Chip tone="up">{t('own.buy')}</Chip> : <Chip tone="down">{t('own.sell')}</Chip>;
}

const statusKeys: Record<OrderStatus, PlainKey> = {
  [OrderStatus.untriggered]: 'funds.statusWaiting',
  [OrderStatus.open]: 'funds.statusOpen',
  [OrderStatus.partlyFilled]: 'funds.statusPartly',
  [OrderStatus.filled]: 'funds.statusFilled',
  [OrderStatus.cancelled]: 'funds.statusCancelled',
  [OrderStatus.rejected]: 'funds.statusRejected',
  [OrderStatus.expired]: 'funds.statusExpired',
};
export const statusLabel = (t: Translate, status: OrderStatus): string => t(statusKeys[status]);

/** Trades: what was exchanged at which price, with the fingerprint of the receipt. */
export function FillList({ list }: { list: readonly Fill[] }) {
  const t = useT();
  const timeZone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) }));
  return (
    <List label={t('funds.trades')} className={styles.card}>
      {list.map((fill) => (
        <Row
          key={fill.id}
          start={<Fingerprint hash={fill.receiptHash} size={26} />}
          title={
            <span className={styles.title}>
              {fill.symbol}
              <SideChip side={fill.side} />
            </span>
          }
          under={t('own.atPrice', { quantity: figure(fill.quantity), price: formatAmount(fill.price, { locale }) })}
          end={<Amount value={fill.amount} decimals={brief(fill.amount)} unit={fill.symbol.split('/')[1]} fraction="plain" />}
          endUnder={formatTime(fill.time, 'dateTime', timeZone)}
          goes
          as={(content, className) => (
            <Link to="/receipt" search={{ fill: fill.id }} className={className}>
              {content}
            </Link>
          )}
        />
      ))}
    </List>
  );
}

export function OrderList({ list }: { list: readonly Order[] }) {
  const t = useT();
  const timeZone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) }));
  return (
    <List label={t('funds.orders')} className={styles.card}>
      {list.map((order) => {
        const price = order.price ?? order.averagePrice ?? order.triggerPrice;
        const quantity = figure(order.quantity ?? order.amount ?? order.filledQuantity);
        return (
          <Row
            key={order.id}
            title={
              <span className={styles.title}>
                {order.symbol}
                <SideChip side={order.side} />
              </span>
            }
            under={price ? t('own.atPrice', { quantity, price: formatAmount(price, { locale }) }) : quantity}
            end={statusLabel(t, order.status)}
            endUnder={formatTime(order.createdAt, 'dateTime', timeZone)}
            goes
            as={(content, className) => (
              <Link to="/funds/tradingHistoryDetail" search={{ id: order.id, kind: 'order' }} className={className}>
                {content}
              </Link>
            )}
          />
        );
      })}
    </List>
  );
}
