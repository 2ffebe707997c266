import { formatAmount } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Amount, EmptyState, ErrorState, Facts, SkeletonRows, useUi } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { neat } from '../model/figures.ts';
import styles from './Detail.module.css';
import { FillList, statusLabel } from './RecordLists.tsx';

/** One order: its terms, its result, and each of its trades with a receipt. */
export function OrderDetail({ id }: { id: string }) {
  const t = useT();
  const timeZone = useTimeZone();
  const { locale } = useUi();
  const known = /^[0-9]{1,19}$/.test(id);
  const remote = useRead('GET pay/order-coin/order-detail', { id }, { needsSession: true, enabled: known, staleMs: 5_000 });
  const order = lastValue(remote);
  if (!known || (remote.state === 'failed' && !order))
    return (
      <ErrorState title={t('funds.orderMissing')} {...(remote.state === 'failed' ? { onRetry: remote.retry } : {})}>
        {remote.state === 'failed' ? remote.error.message : t('funds.lineMissingText')}
      </ErrorState>
    );
  if (!order) return <SkeletonRows rows={6} />;
  const asked = order.quantity ?? order.amount ?? '0';
  const buy = order.side === OrderSide.buy;
  const price = (value: string | null) => (value === null ? '–' : formatAmount(value, { locale }));
  return (
    <div className={styles.detail}>
      <section className={styles.top}>
        <p className={styles.label}>
          {buy ? t('funds.buyOf', { symbol: order.symbol }) : t('funds.sellOf', { symbol: order.symbol })} · {statusLabel(t, order.status)}
        </p>
        <p className={styles.figure}>
          <Amount value={order.filledQuantity} decimals={neat(order.filledQuantity)} />
        </p>
        <p className={styles.time}>{formatTime(order.createdAt, 'full', timeZone)}</p>
      </section>
      <div className={styles.facts}>
        <Facts
          facts={[
            { key: 'asked', name: t('funds.asked'), value: <Amount value={asked} decimals={neat(asked)} /> },
            { key: 'limit', name: t('funds.limitPrice'), value: price(order.price) },
            ...(order.triggerPrice ? [{ key: 'trigger', name: t('funds.triggerPrice'), value: price(order.triggerPrice) }] : []),
            { key: 'average', name: t('funds.averagePrice'), value: price(order.averagePrice) },
            { key: 'value', name: t('funds.exchanged'), value: <Amount value={order.filledAmount} decimals={neat(order.filledAmount)} /> },
            {
              key: 'held',
              name: t('funds.stillHeld'),
              value: <Amount value={order.reserved} decimals={neat(order.reserved)} unit={order.reservedAsset} />,
            },
            { key: 'id', name: t('funds.orderNo'), value: <bdi>{order.id}</bdi> },
          ]}
        />
        <Link to="/order/detail/$id" params={{ id: order.id }} className={styles.more}>
          {t('funds.openOrder')}
        </Link>
      </div>
      <h2 className={styles.heading}>{t('funds.trades')}</h2>
      {order.fills.length === 0 ? (
        <EmptyState compact title={t('funds.noFills')}>
          {t('funds.noFillsText')}
        </EmptyState>
      ) : (
        <FillList list={order.fills} />
      )}
    </div>
  );
}
