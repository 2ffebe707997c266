import { decimalSign } from '@bourse/money';
import type { PositionOrder, Settlement } from '@bourse/protocol';
import { OrderStatus } from '@bourse/protocol/enums';
import { Amount, Button, Chip, EmptyState, type Fact, Facts } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { neat } from '../../funds/model/figures.ts';
import { statusLabel } from '../../funds/parts/RecordLists.tsx';
import { useRevoke } from '../../trade/positions/orders.ts';
import { useFigures } from '../figures.ts';
import { SettlementList } from '../parts/SettlementList.tsx';
import { actionKey } from '../words.ts';
import styles from './Detail.module.css';
import { DetailFrame } from './DetailFrame.tsx';

const options = { needsSession: true, staleMs: 2_000 };

export function ContractOrderDetail({ id }: { id: string }) {
  const remote = useRead('GET pay/order-contract/detail', { orderId: id }, options);
  return (
    <DetailFrame remote={remote} missing="funds.orderMissing">
      {({ orders, settlements }) => {
        const order = orders.find((one) => one.id === id) ?? orders[0];
        return order && <Body order={order} settlements={settlements} />;
      }}
    </DetailFrame>
  );
}
export function StockOrderDetail({ id }: { id: string }) {
  const remote = useRead('GET pay/order-stock/detail', { id }, options);
  return (
    <DetailFrame remote={remote} missing="funds.orderMissing">
      {({ settlements, ...order }) => <Body order={order} settlements={settlements} />}
    </DetailFrame>
  );
}

const isOpen = (status: OrderStatus) => status <= OrderStatus.partlyFilled;

/** One order for a position: its terms, its outcome, and each settlement with its receipt. */
function Body({ order, settlements }: { order: PositionOrder; settlements: readonly Settlement[] }) {
  const t = useT();
  const zone = useTimeZone();
  const figures = useFigures();
  const price = (key: string, name: string, value: string | null): Fact[] =>
    value === null ? [] : [{ key, name, value: figures.price(value) }];
  return (
    <div className={styles.detail}>
      <section className={styles.top}>
        <p className={styles.what}>
          <Link to="/order" search={{ symbol: order.symbol, kind: String(order.kind) }} className={styles.symbol}>
            {order.symbol}
          </Link>
          <span>{t(actionKey(order))}</span>
          <Chip tone={isOpen(order.status) ? 'yours' : 'plain'}>
            {order.waits && isOpen(order.status) ? t('history.waitsForOpen') : statusLabel(t, order.status)}
          </Chip>
        </p>
        <p className={styles.figure}>{figures.quantity(order.filledQuantity)}</p>
        <p className={styles.under}>
          {t('history.filledSoFar')} · {reasonText(order.reason)} · {formatTime(order.updatedAt, 'full', zone)}
        </p>
        {isOpen(order.status) && <Cancel order={order} />}
      </section>
      <div className={styles.columns}>
        <section className={styles.box}>
          <h2>{t('history.orderFacts')}</h2>
          <Facts
            facts={[
              { key: 'type', name: t('history.type'), value: t(`history.type${order.priceType}`) },
              {
                key: 'quantity',
                name: t('funds.asked'),
                value: order.quantity === null ? t('history.whole') : figures.quantity(order.quantity),
              },
              ...price('price', t('funds.limitPrice'), order.price),
              ...price('trigger', t('funds.triggerPrice'), order.triggerPrice),
              ...price('average', t('funds.averagePrice'), order.averagePrice),
              ...price('takeProfit', t('history.takeProfit'), order.takeProfit),
              ...price('stopLoss', t('history.stopLoss'), order.stopLoss),
              { key: 'leverage', name: t('history.leverage'), value: <span dir="ltr">{order.lever}×</span> },
              ...(decimalSign(order.reserved) > 0
                ? [
                    {
                      key: 'held',
                      name: t('funds.stillHeld'),
                      value: <Amount value={order.reserved} decimals={neat(order.reserved)} unit={order.reservedAsset} fraction="plain" />,
                    },
                  ]
                : []),
              { key: 'placed', name: t('history.placedAt'), value: formatTime(order.createdAt, 'dateTime', zone) },
              { key: 'id', name: t('funds.orderNo'), value: <bdi>{order.id}</bdi> },
            ]}
          />
          {order.positionId !== null && (
            <Link
              to="/order/detail/$id"
              params={{ id: order.positionId }}
              search={{ kind: order.kind === 3 ? 'stockPosition' : 'position' }}
              className={styles.link}
            >
              {t('history.seePosition')}
            </Link>
          )}
        </section>
        <div>
          <h2 className={styles.heading}>{t('history.settlements')}</h2>
          {settlements.length === 0 ? (
            <EmptyState compact title={t('funds.noFills')}>
              {t('funds.noFillsText')}
            </EmptyState>
          ) : (
            <SettlementList list={settlements} symbols={false} />
          )}
        </div>
      </div>
    </div>
  );
}

function Cancel({ order }: { order: PositionOrder }) {
  const t = useT();
  const { one, busy } = useRevoke();
  return (
    <p className={styles.actions}>
      <Button kind="outline" busy={busy(order.id)} onClick={() => void one(order)}>
        {t('history.cancelOrder')}
      </Button>
    </p>
  );
}
