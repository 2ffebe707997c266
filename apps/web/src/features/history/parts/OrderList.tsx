import type { PositionOrder } from '@bourse/protocol';
import { List, Row } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { statusLabel } from '../../funds/parts/RecordLists.tsx';
import { useFigures } from '../figures.ts';
import { actionKey } from '../words.ts';
import styles from './Lists.module.css';

/** Orders for positions. `extra` adds a line under an order, such as its place in a queue. */
export function PositionOrderList<Order extends PositionOrder>({
  list,
  extra,
}: {
  list: readonly Order[];
  extra?: ((order: Order) => ReactNode) | undefined;
}) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  return (
    <List label={t('history.orders')} className={styles.card}>
      {list.map((order) => {
        const price = order.averagePrice ?? order.price ?? order.triggerPrice;
        const quantity = order.quantity === null ? t('history.whole') : figures.quantity(order.quantity);
        const type = t(`history.type${order.priceType}`);
        return (
          <Row
            key={order.id}
            tall
            title={
              <span className={styles.title}>
                {order.symbol}
                <span className="muted">{t(actionKey(order))}</span>
              </span>
            }
            under={extra?.(order) ?? `${type} · ${price === null ? quantity : t('own.atPrice', { quantity, price: figures.price(price) })}`}
            end={order.waits && order.status < 3 ? t('history.waitsForOpen') : statusLabel(t, order.status)}
            endUnder={formatTime(order.createdAt, 'dateTime', zone)}
            goes
            as={(content, className) => (
              <Link
                to="/order/detail/$id"
                params={{ id: order.id }}
                search={{ kind: order.kind === 3 ? 'stock' : 'contract' }}
                className={className}
              >
                {content}
              </Link>
            )}
          />
        );
      })}
    </List>
  );
}
