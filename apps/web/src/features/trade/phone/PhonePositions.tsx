import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { InstrumentKind, type OrderStatus } from '@bourse/protocol/enums';
import { Amount, Button, Chip, EmptyState, hiddenAmount, Segmented, SkeletonRows, useUi } from '@bourse/ui';
import { useState } from 'react';
import { type Instrument, lastValue, useSignedIn, useTimedPage, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { FailedRead, hasFailed } from '../lists/FailedRead.tsx';
import { Visitor } from '../lists/Visitor.tsx';
import { statusTone } from '../lists/words.ts';
import { PriceText } from '../positions/cells.tsx';
import { OrderSide, OrderType } from '../positions/OrdersTable.tsx';
import { useRevoke } from '../positions/orders.ts';
import { PositionCards } from '../positions/PositionCards.tsx';
import { type OrderView, type PositionKind, usePositionPage } from '../positions/positions.ts';
import { SettlementReceipt } from '../positions/SettlementReceipt.tsx';
import { TimedLine } from '../timed/TimedRunning.tsx';
import styles from './PhoneOrders.module.css';

type View = 'positions' | 'orders' | 'history' | 'settled' | 'timed';

/** The customer's contracts or stocks on a phone. */
export function PhonePositions({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const signedIn = useSignedIn();
  const [view, setView] = useState<View>('positions');
  const kind = instrument.kind as PositionKind;
  if (!signedIn) return <Visitor />;
  return (
    <div>
      <div className={styles.choice}>
        <Segmented
          small
          label={t('leverage.positions')}
          value={view}
          onChange={setView}
          options={[
            { value: 'positions', label: t('leverage.positions') },
            { value: 'orders', label: t('trade.orders') },
            { value: 'history', label: t('leverage.closed') },
            { value: 'settled', label: t('leverage.settlements') },
            ...(kind === InstrumentKind.contract ? [{ value: 'timed' as const, label: t('leverage.timed') }] : []),
          ]}
        />
      </div>
      {view === 'positions' ? (
        <PositionCards kind={kind} symbol={instrument.symbol} />
      ) : view === 'orders' ? (
        <>
          <Orders kind={kind} view="orders" />
          <Orders kind={kind} view="order-history" />
        </>
      ) : view === 'history' ? (
        <Closed kind={kind} />
      ) : view === 'settled' ? (
        <Settled kind={kind} />
      ) : (
        <Timed />
      )}
    </div>
  );
}

function Orders({ kind, view }: { kind: PositionKind; view: OrderView }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const open = view === 'orders';
  const remote = usePositionPage(kind, view, open ? undefined : 30);
  const list = lastValue(remote)?.orders?.list;
  const revoke = useRevoke();
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  if (hasFailed(remote)) return <FailedRead remote={remote} />;
  if (!list) return <SkeletonRows rows={2} />;
  if (list.length === 0)
    return open ? (
      <EmptyState compact title={t('trade.noOpenOrders')}>
        {t('leverage.noContractOrdersWhy')}
      </EmptyState>
    ) : null;
  return (
    <ul>
      {list.map((order) => (
        <li key={order.id} className={styles.line}>
          <span className={styles.main}>
            <span className={styles.title}>
              <OrderSide order={order} /> <span className="names">{order.symbol}</span>
              <span className={styles.kind}>
                <OrderType order={order} />
              </span>
            </span>
            <span className={styles.under}>
              {order.quantity === null ? t('leverage.wholePosition') : `${figure(order.filledQuantity)} / ${figure(order.quantity)}`} ·{' '}
              <PriceText symbol={order.symbol} value={order.averagePrice ?? order.triggerPrice ?? order.price} /> ·{' '}
              {order.waits ? t('leverage.waitsForOpen') : formatTime(order.updatedAt, 'dateTime', zone)}
            </span>
          </span>
          {open ? (
            <Button kind="outline" size="small" busy={revoke.busy(order.id)} onClick={() => void revoke.one(order)}>
              {t('trade.cancelOne')}
            </Button>
          ) : (
            <Chip tone={statusTone(order.status as OrderStatus)}>{t(`trade.status${order.status}`)}</Chip>
          )}
        </li>
      ))}
    </ul>
  );
}

function Closed({ kind }: { kind: PositionKind }) {
  const t = useT();
  const zone = useTimeZone();
  const remote = usePositionPage(kind, 'closed', 30);
  const list = lastValue(remote)?.positions?.list;
  if (hasFailed(remote)) return <FailedRead remote={remote} />;
  if (!list) return <SkeletonRows rows={3} />;
  if (list.length === 0)
    return (
      <EmptyState compact title={t('leverage.noClosed')}>
        {t('leverage.noClosedWhy')}
      </EmptyState>
    );
  return (
    <ul>
      {list.map((position) => (
        <li key={position.id} className={styles.line}>
          <span className={styles.main}>
            <span className={styles.title}>
              <span className="names">{position.symbol}</span>
              <span className={styles.kind}>
                {t(position.direction === 1 ? 'leverage.long' : 'leverage.short')}{' '}
                {t('leverage.leverageValue', { leverage: position.lever })}
              </span>
            </span>
            <span className={styles.under}>
              <PriceText symbol={position.symbol} value={position.endPrice} /> →{' '}
              <PriceText symbol={position.symbol} value={position.closePrice} /> · {formatTime(position.updatedAt, 'dateTime', zone)}
            </span>
          </span>
          <Amount value={position.realised} decimals={2} tone="direction" unit={position.asset} fraction="plain" />
        </li>
      ))}
    </ul>
  );
}

function Settled({ kind }: { kind: PositionKind }) {
  const t = useT();
  const zone = useTimeZone();
  const remote = usePositionPage(kind, 'settlements', 30);
  const list = lastValue(remote)?.settlements?.list;
  if (hasFailed(remote)) return <FailedRead remote={remote} />;
  if (!list) return <SkeletonRows rows={3} />;
  if (list.length === 0)
    return (
      <EmptyState compact title={t('leverage.noSettlements')}>
        {t('leverage.noSettlementsWhy')}
      </EmptyState>
    );
  return (
    <ul>
      {list.map((each) => (
        <li key={`${each.kind} ${each.seq} ${each.index}`} className={styles.line}>
          <span className={styles.main}>
            <span className={styles.title}>
              {t(`leverage.settle_${each.kind}`)} <span className="names">{each.symbol}</span>
            </span>
            <span className={styles.under}>
              {decimalSign(each.amount) === 0 && decimalSign(each.fee) > 0 ? (
                <>
                  {t('trade.feeSure')} <Amount value={each.fee} decimals={4} unit={each.asset} fraction="plain" />
                </>
              ) : (
                <Amount value={each.amount} decimals={4} tone="direction" unit={each.asset} fraction="plain" />
              )}{' '}
              · {formatTime(each.time, 'dateTime', zone)}
            </span>
          </span>
          <SettlementReceipt receipt={each.receipt} />
        </li>
      ))}
    </ul>
  );
}

function Timed() {
  const t = useT();
  const remote = useTimedPage('all', 30);
  const list = lastValue(remote)?.list;
  if (hasFailed(remote)) return <FailedRead remote={remote} />;
  if (!list) return <SkeletonRows rows={3} />;
  if (list.length === 0)
    return (
      <EmptyState compact title={t('leverage.noTimed')}>
        {t('leverage.noTimedWhy')}
      </EmptyState>
    );
  return (
    <ul className={styles.timed}>
      {list.map((order) => (
        <TimedLine key={order.id} order={order} />
      ))}
    </ul>
  );
}
