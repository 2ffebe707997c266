import { formatAmount } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Chip, hiddenAmount, List, Row, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../../funds/model/figures.ts';
import styles from './OpenOrders.module.css';
import { seeAllClass } from './seeAll.ts';

/** Open orders: they can fill while nobody looks. Hidden if there are none. */
export function OpenOrders() {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const page = lastValue(
    useRead('GET pay/order-coin/order-page', { pageNo: 1, pageSize: 3, state: 'open' }, { needsSession: true, everyMs: 30_000 }),
  );
  if (!page || page.list.length === 0) return null;
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) }));
  return (
    <List
      head={t('own.openOrders')}
      end={
        <Link to="/order" className={seeAllClass}>
          {page.total > page.list.length ? t('own.allOrders', { count: page.total }) : t('common.seeAll')}
        </Link>
      }
      label={t('own.openOrders')}
      className={styles.orders}
    >
      {page.list.map((order) => {
        const buy = order.side === OrderSide.buy;
        const quantity = order.quantity ?? order.amount ?? '0';
        const price = order.price ?? order.triggerPrice;
        return (
          <Row
            key={order.id}
            title={
              <>
                {order.symbol}
                <Chip tone={buy ? 'up' : 'down'}>{buy ? t('own.buy') : t('own.sell')}</Chip>
              </>
            }
            under={price ? t('own.atPrice', { quantity: figure(quantity), price: formatAmount(price, { locale }) }) : figure(quantity)}
            end={t('own.filledOf', { filled: figure(order.filledQuantity) })}
            goes
            as={(content, className) => (
              <Link to="/order/detail/$id" params={{ id: order.id }} className={className}>
                {content}
              </Link>
            )}
          />
        );
      })}
    </List>
  );
}
