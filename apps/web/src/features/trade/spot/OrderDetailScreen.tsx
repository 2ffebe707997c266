import { decimalAdd, formatAmount, trimZeros } from '@bourse/money';
import { OrderSide, OrderStatus } from '@bourse/protocol/enums';
import { Amount, Button, buttonClass, Chip, cx, ErrorState, type Fact, Facts, hiddenAmount, Skeleton, Total, useUi } from '@bourse/ui';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallOutput, useRead, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { reasonText } from '../../../i18n/sentences.ts';
import { ScreenHead } from '../../../shell/ScreenHead.tsx';
import { neat } from '../../funds/model/figures.ts';
import { HeadDemo } from '../../funds/parts/HeadDemo.tsx';
import { ReceiptSheet } from '../../receipt/ReceiptSheet.tsx';
import { PriceCell, QuantityCell } from '../lists/cells.tsx';
import { ReceiptButton } from '../lists/ReceiptButton.tsx';
import { statusTone } from '../lists/words.ts';
import styles from './OrderDetailScreen.module.css';
import { useCancelOrder } from './orders.ts';

type Detail = CallOutput<'GET pay/order-coin/order-detail'>;

/** One order from start to end: its terms, its events, and a receipt for each trade. */
export function OrderDetailScreen() {
  const t = useT();
  const { id } = useParams({ strict: false }) as { id?: string };
  const remote = useRead('GET pay/order-coin/order-detail', { id: id ?? '0' }, { needsSession: true, staleMs: 2_000 });
  const [receipt, setReceipt] = useState<string | null>(null);
  const order = remote.state === 'ready' || remote.state === 'failed' ? remote.value : undefined;
  return (
    <div className={styles.screen}>
      <ScreenHead title={t('trade.orderTitle', { id: id ?? '' })} fallback="/order">
        <HeadDemo />
      </ScreenHead>
      {remote.state === 'idle' ? (
        <ErrorState
          title={t('trade.signInToSee')}
          action={
            <Link to="/login" className={buttonClass({})}>
              {t('common.signIn')}
            </Link>
          }
        />
      ) : remote.state === 'failed' && !order ? (
        <ErrorState
          title={t(remote.error.status === 404 ? 'trade.orderUnknown' : 'common.loadFailed')}
          onRetry={remote.error.status === 404 ? undefined : remote.retry}
          action={
            <Link to="/order" className={buttonClass({ kind: 'outline' })}>
              {t('trade.toTrade')}
            </Link>
          }
        >
          {remote.error.status === 404 ? t('trade.orderUnknownWhy') : t('common.loadFailedWhy', { reason: remote.error.message })}
        </ErrorState>
      ) : order ? (
        <Order order={order} onReceipt={setReceipt} />
      ) : (
        <div className={styles.bones} role="status" aria-label={t('common.loading')}>
          <Skeleton width={180} height={24} />
          <Skeleton height={160} />
          <Skeleton height={120} />
        </div>
      )}
      <ReceiptSheet fillId={receipt} onClose={() => setReceipt(null)} />
    </div>
  );
}

const open = (status: OrderStatus) =>
  status === OrderStatus.untriggered || status === OrderStatus.open || status === OrderStatus.partlyFilled;

function Order({ order, onReceipt }: { order: Detail; onReceipt: (fillId: string) => void }) {
  const t = useT();
  const cancel = useCancelOrder();
  const buy = order.side === OrderSide.buy;
  const [base = '', quote = ''] = order.symbol.split('/');
  const fees = new Map<string, string>();
  for (const fill of order.fills) fees.set(fill.feeAsset, decimalAdd(fees.get(fill.feeAsset) ?? '0', fill.fee));
  const facts: Fact[] = [
    { key: 'type', name: t('trade.orderType'), value: t(`trade.type${order.priceType}`) },
    ...(order.triggerPrice === null
      ? []
      : [{ key: 'trigger', name: t('trade.trigger'), value: <PriceCell symbol={order.symbol} value={order.triggerPrice} /> }]),
    ...(order.price === null
      ? []
      : [{ key: 'price', name: t('trade.price'), value: <PriceCell symbol={order.symbol} value={order.price} /> }]),
    order.quantity === null
      ? {
          key: 'amount',
          name: t('trade.amount'),
          value: <Amount value={order.amount ?? '0'} decimals={neat(order.amount ?? '0')} unit={quote} fraction="plain" />,
        }
      : {
          key: 'quantity',
          name: t('trade.quantity'),
          value: (
            <>
              <QuantityCell symbol={order.symbol} value={order.quantity} /> {base}
            </>
          ),
        },
    {
      key: 'tif',
      name: t('trade.timeInForce'),
      value: order.postOnly ? `${t(`trade.tif${order.timeInForce}`)} · ${t('trade.postOnly')}` : t(`trade.tif${order.timeInForce}`),
    },
    ...(open(order.status)
      ? [
          {
            key: 'reserved',
            name: t('trade.reserved'),
            value: <Amount value={order.reserved} decimals={neat(order.reserved)} unit={order.reservedAsset} fraction="plain" />,
          },
        ]
      : []),
  ];
  const done: Fact[] = [
    {
      key: 'filled',
      name: t('trade.filled'),
      value: (
        <>
          <QuantityCell symbol={order.symbol} value={order.filledQuantity} /> {base}
        </>
      ),
    },
    ...(order.averagePrice === null
      ? []
      : [{ key: 'average', name: t('trade.averagePrice'), value: <PriceCell symbol={order.symbol} value={order.averagePrice} /> }]),
    ...[...fees].map(
      ([asset, fee]): Fact => ({
        key: `fee${asset}`,
        name: t('trade.feesPaid'),
        value: <Amount value={fee} decimals={neat(fee)} unit={asset} fraction="plain" />,
      }),
    ),
  ];
  return (
    <>
      <div className={styles.summary}>
        <div>
          <p className={styles.title}>
            <span className={buy ? 'up' : 'down'}>
              {buy ? '▲' : '▼'} {t(buy ? 'trade.buy' : 'trade.sell')}
            </span>{' '}
            <Link to="/order" search={{ symbol: order.symbol, kind: '1' }} className={cx(styles.symbol, 'names')}>
              {order.symbol}
            </Link>
          </p>
          <p className={styles.under}>{reasonText(order.reason)}</p>
        </div>
        <Chip tone={statusTone(order.status)}>{t(`trade.status${order.status}`)}</Chip>
      </div>
      <div className={styles.columns}>
        <section className={styles.box}>
          <h2>{t('trade.orderFacts')}</h2>
          <Facts facts={facts} />
          <div className={styles.rule} />
          <Facts facts={done} />
          <div className={styles.sum}>
            <span>{t('trade.filledAmount')}</span>
            <Total>
              <Amount value={order.filledAmount} decimals={neat(order.filledAmount)} unit={quote} fraction="plain" />
            </Total>
          </div>
          {open(order.status) && (
            <Button kind="outline" wide busy={cancel.busy(order.id)} onClick={() => void cancel.one(order)}>
              {t('trade.cancelOne')}
            </Button>
          )}
          <Link to="/order/coin/fund_detail" search={{ id: order.id }} className={styles.link}>
            {t('trade.orderStatement')}
          </Link>
        </section>
        <section className={styles.box}>
          <h2>{t('trade.orderLife')}</h2>
          <Life order={order} />
          <h2>{t('trade.orderFills')}</h2>
          {order.fills.length === 0 ? (
            <p className={styles.under}>{t('trade.orderNoFills')}</p>
          ) : (
            <ul>
              {order.fills.map((fill) => (
                <li key={fill.id} className={styles.fill}>
                  <span>
                    <span className={styles.fillMain}>
                      <QuantityCell symbol={order.symbol} value={fill.quantity} /> × <PriceCell symbol={order.symbol} value={fill.price} />
                    </span>
                    <span className={styles.under}>
                      {t('trade.feeSure')} <Amount value={fill.fee} decimals={neat(fill.fee)} unit={fill.feeAsset} fraction="plain" /> ·{' '}
                      {t(`trade.${fill.role}`)}
                    </span>
                  </span>
                  <span className={styles.fillAmount}>
                    <Amount value={fill.amount} decimals={neat(fill.amount)} unit={quote} fraction="plain" />
                  </span>
                  <ReceiptButton fill={fill} onReceipt={onReceipt} />
                </li>
              ))}
            </ul>
          )}
        </section>
      </div>
    </>
  );
}

/** The order's events, oldest first. */
function Life({ order }: { order: Detail }) {
  const t = useT();
  const zone = useTimeZone();
  const { locale, amountsHidden } = useUi();
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const events: { key: string; at: number | null; text: string }[] = [
    { key: 'placed', at: order.createdAt, text: t('trade.lifePlaced') },
    ...(order.status === OrderStatus.untriggered && order.triggerPrice !== null
      ? [{ key: 'waits', at: null, text: t('trade.lifeWaiting', { price: formatAmount(trimZeros(order.triggerPrice), { locale }) }) }]
      : []),
    ...[...order.fills]
      .sort((a, b) => a.time - b.time)
      .map((fill) => ({
        key: fill.id,
        at: fill.time,
        text: t('trade.lifeFill', { quantity: figure(fill.quantity), price: formatAmount(trimZeros(fill.price), { locale }) }),
      })),
    open(order.status) && order.status !== OrderStatus.untriggered
      ? { key: 'rests', at: null, text: t('trade.lifeResting') }
      : { key: 'ended', at: order.updatedAt, text: t('trade.lifeEnded', { reason: reasonText(order.reason) }) },
  ].filter((event) => event.key !== 'ended' || !open(order.status));
  return (
    <ol className={styles.life}>
      {events.map((event) => (
        <li key={event.key} data-now={event.at === null}>
          <span>{event.text}</span>
          {event.at !== null && <time dateTime={new Date(event.at).toISOString()}>{formatTime(event.at, 'full', zone)}</time>}
        </li>
      ))}
    </ol>
  );
}
