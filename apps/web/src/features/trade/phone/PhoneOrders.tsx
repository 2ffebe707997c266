import { formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import {
  Amount,
  Button,
  buttonClass,
  Chip,
  Confirm,
  EmptyState,
  ErrorState,
  hiddenAmount,
  Segmented,
  SkeletonRows,
  useUi,
} from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Instrument, lastValue, useEnterDemo, useRead, useSignedIn, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { ReceiptButton } from '../lists/ReceiptButton.tsx';
import { statusTone } from '../lists/words.ts';
import { type Fill, type Order, useCancelOrder, useOpenOrders, useOpenOrdersRead } from '../spot/orders.ts';
import styles from './PhoneOrders.module.css';

type View = 'open' | 'history' | 'fills';

/** Orders and fills on a phone: two lines per row, and the whole row links to the order. */
export function PhoneOrders({ instrument, onReceipt }: { instrument: Instrument; onReceipt: (fillId: string) => void }) {
  const t = useT();
  const signedIn = useSignedIn();
  const [view, setView] = useState<View>('open');
  const { enter, busy } = useEnterDemo();
  if (!signedIn)
    return (
      <EmptyState
        compact
        title={t('trade.signInToSee')}
        action={
          <>
            <Button busy={busy} onClick={() => void enter()}>
              {t('trade.tryDemoShort')}
            </Button>
            <Link to="/login" className={buttonClass({ kind: 'outline' })}>
              {t('common.signIn')}
            </Link>
          </>
        }
      >
        {t('trade.gateVisitor')}
      </EmptyState>
    );
  return (
    <div>
      <div className={styles.choice}>
        <Segmented
          small
          label={t('trade.openOrders')}
          value={view}
          onChange={setView}
          options={[
            { value: 'open', label: t('trade.openOrders') },
            { value: 'history', label: t('trade.orderHistory') },
            { value: 'fills', label: t('trade.fills') },
          ]}
        />
      </div>
      {view === 'open' ? <Open symbol={instrument.symbol} /> : view === 'history' ? <History /> : <Fills onReceipt={onReceipt} />}
    </div>
  );
}

function Open({ symbol }: { symbol: string }) {
  const t = useT();
  const remote = useOpenOrdersRead();
  const all = useOpenOrders();
  const cancel = useCancelOrder();
  const [asking, setAsking] = useState(false);
  if (remote.state === 'loading' || remote.state === 'idle') return <SkeletonRows rows={3} />;
  if (remote.state === 'failed' && !remote.value)
    return (
      <ErrorState compact title={t('common.loadFailed')} onRetry={remote.retry}>
        {t('common.loadFailedWhy', { reason: remote.error.message })}
      </ErrorState>
    );
  if (all.length === 0)
    return (
      <EmptyState compact title={t('trade.noOpenOrders')}>
        {t('trade.noOpenOrdersWhy')}
      </EmptyState>
    );
  // Orders of the current instrument come first.
  const sorted = [...all].sort((a, b) => Number(b.symbol === symbol) - Number(a.symbol === symbol));
  return (
    <>
      <ul>
        {sorted.map((order) => (
          <OrderLine
            key={order.id}
            order={order}
            end={
              <Button kind="outline" size="small" busy={cancel.busy(order.id)} onClick={() => void cancel.one(order)}>
                {t('trade.cancelOne')}
              </Button>
            }
          />
        ))}
      </ul>
      {all.length > 1 && (
        <div className={styles.all}>
          <Button kind="plain" onClick={() => setAsking(true)}>
            {t('trade.cancelAll')}
          </Button>
        </div>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title={t('trade.cancelAllAsk', { count: all.length })}
        confirm={t('trade.cancelAll')}
        cancel={t('trade.keepThem')}
        kind="danger"
        busy={cancel.busy('all')}
        onConfirm={() => void cancel.all().then(() => setAsking(false))}
      >
        {t('trade.cancelAllWhy')}
      </Confirm>
    </>
  );
}

function History() {
  const t = useT();
  const remote = useRead('GET pay/order-coin/order-page', { state: 'finished', pageSize: 30 }, { needsSession: true, staleMs: 5_000 });
  const list = lastValue(remote)?.list;
  if (!list) return <SkeletonRows rows={4} />;
  if (list.length === 0)
    return (
      <EmptyState compact title={t('trade.noHistory')}>
        {t('trade.noHistoryWhy')}
      </EmptyState>
    );
  return (
    <ul>
      {list.map((order) => (
        <OrderLine key={order.id} order={order} end={<Chip tone={statusTone(order.status)}>{t(`trade.status${order.status}`)}</Chip>} />
      ))}
    </ul>
  );
}

function OrderLine({ order, end }: { order: Order; end: React.ReactNode }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const buy = order.side === OrderSide.buy;
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const price = order.averagePrice ?? order.price ?? order.triggerPrice;
  return (
    <li className={styles.line}>
      <Link to="/order/detail/$id" params={{ id: order.id }} className={styles.main}>
        <span className={styles.title}>
          <span className={buy ? 'up' : 'down'}>
            {buy ? '▲' : '▼'} {t(buy ? 'trade.buy' : 'trade.sell')}
          </span>{' '}
          <span className="names">{order.symbol}</span>
          <span className={styles.kind}>{t(`trade.type${order.priceType}`)}</span>
        </span>
        <span className={styles.under}>
          {figure(order.filledQuantity)} / {figure(order.quantity ?? order.amount ?? '0')}
          {price !== null && ` · ${formatAmount(price, { locale })}`} · {formatTime(order.updatedAt, 'dateTime', zone)}
        </span>
      </Link>
      {end}
    </li>
  );
}

function Fills({ onReceipt }: { onReceipt: (fillId: string) => void }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const remote = useRead('GET pay/order-coin/fill-page', { pageSize: 30 }, { needsSession: true, staleMs: 5_000 });
  const list: readonly Fill[] | undefined = lastValue(remote)?.list;
  if (!list) return <SkeletonRows rows={4} />;
  if (list.length === 0)
    return (
      <EmptyState compact title={t('trade.noFills')}>
        {t('trade.noFillsWhy')}
      </EmptyState>
    );
  return (
    <ul>
      {list.map((fill) => (
        <li key={fill.id} className={styles.line}>
          <span className={styles.main}>
            <span className={styles.title}>
              <span className={fill.side === OrderSide.buy ? 'up' : 'down'}>
                {fill.side === OrderSide.buy ? '▲' : '▼'} {t(fill.side === OrderSide.buy ? 'trade.buy' : 'trade.sell')}
              </span>{' '}
              <span className="names">{fill.symbol}</span>
            </span>
            <span className={styles.under}>
              <Amount value={trimZeros(fill.quantity)} fraction="plain" /> · {formatAmount(fill.price, { locale })} ·{' '}
              {formatTime(fill.time, 'dateTime', zone)}
            </span>
          </span>
          <ReceiptButton fill={fill} onReceipt={onReceipt} />
        </li>
      ))}
    </ul>
  );
}
