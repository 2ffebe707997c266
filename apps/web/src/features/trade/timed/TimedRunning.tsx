import { decimalSign, formatAmount, trimZeros } from '@bourse/money';
import { PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import { Amount, Chip, cx, useUi } from '@bourse/ui';
import { useEffect, useRef } from 'react';
import { cache, lastValue, useInstrument, useMarkOnly, useNow, useTimedPage } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { untilText } from '../leverage/countdown.tsx';
import { SettlementReceipt } from '../positions/SettlementReceipt.tsx';
import { stepDecimals } from '../ticket/arithmetic.ts';
import styles from './Timed.module.css';
import { isRunning, outlook, type TimedOrder } from './timed.ts';

/** Running contracts of one instrument and the last one that ended, below the ticket. */
export function TimedRunning({ symbol }: { symbol: string }) {
  const t = useT();
  const list = lastValue(useTimedPage('all', 30))?.list ?? [];
  const here = list.filter((order) => order.symbol === symbol);
  const shown = [...here.filter((order) => isRunning(order.status)), ...here.filter((order) => !isRunning(order.status)).slice(0, 2)];
  if (shown.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t('leverage.timedOrders')}>
      {shown.map((order) => (
        <TimedLine key={order.id} order={order} />
      ))}
    </ul>
  );
}

export function TimedLine({ order }: { order: TimedOrder }) {
  const t = useT();
  const { locale } = useUi();
  const instrument = useInstrument(order.symbol);
  const price = (value: string) => formatAmount(value, { locale, decimals: instrument ? stepDecimals(instrument.tick) : undefined });
  const up = order.direction === PositionDirection.long;
  return (
    <li className={styles.line}>
      <div className={styles.row}>
        <span>
          <span className={up ? 'up' : 'down'}>
            <span aria-hidden>{up ? '▲' : '▼'}</span> {t(up ? 'leverage.timedUp' : 'leverage.timedDown')}
          </span>{' '}
          <span className="names">{order.symbol}</span> {order.receipt && <SettlementReceipt receipt={order.receipt} />}
        </span>
        <Amount value={trimZeros(order.stake)} unit={order.asset} fraction="plain" />
      </div>
      <div className={cx(styles.row, styles.under)}>
        <span>
          {order.startPrice === null ? t('leverage.timedStatus0') : `${t('leverage.timedStart')} ${price(order.startPrice)}`}
          {order.endPrice !== null && ` · ${t('leverage.timedEnd')} ${price(order.endPrice)}`}
        </span>
        {isRunning(order.status) ? <TimedState order={order} /> : <TimedResult order={order} />}
      </div>
      {order.status === TimedStatus.running && <TimedBar order={order} />}
    </li>
  );
}

/** Its present result and its remaining time. */
export function TimedState({ order }: { order: TimedOrder }) {
  const t = useT();
  const now = useNow();
  const index = useMarkOnly(order.symbol)?.index;
  const left = order.endsAt - now;
  const asked = useRef(false);
  // A push reports the end; if it was lost, ask once.
  useEffect(() => {
    if (left > -3_000 || asked.current) return;
    asked.current = true;
    void cache.invalidate('GET pay/order-contract-quick/page');
  }, [left]);
  const state = order.startPrice !== null && index !== undefined ? outlook(order.direction, order.startPrice, index) : null;
  return (
    <span className={styles.state}>
      {state !== null && left > 0 && (
        <span className={state === 'ahead' ? 'up' : state === 'behind' ? 'down' : undefined}>
          <span aria-hidden>{state === 'ahead' ? '✓' : state === 'behind' ? '✕' : '='}</span>{' '}
          {t(state === 'ahead' ? 'leverage.timedAhead' : state === 'behind' ? 'leverage.timedBehind' : 'leverage.timedLevel')}
        </span>
      )}
      <span>{left > 0 ? untilText(left) : t('leverage.timedSettling')}</span>
    </span>
  );
}

export function TimedResult({ order }: { order: TimedOrder }) {
  const t = useT();
  const tone = order.status === TimedStatus.won ? 'up' : order.status === TimedStatus.lost ? 'down' : 'plain';
  return (
    <span className={styles.state}>
      {order.voidReason !== '' && <span>{t(`leverage.timedVoid${order.voidReason}`)}</span>}
      <Chip tone={tone}>{t(`leverage.timedStatus${order.status}`)}</Chip>
      {order.result !== null && decimalSign(order.result) !== 0 && (
        <Amount value={order.result} decimals={2} tone="direction" unit={order.asset} fraction="plain" />
      )}
    </span>
  );
}

function TimedBar({ order }: { order: TimedOrder }) {
  const now = useNow();
  const begun = order.startTime ?? order.placedAt;
  const share = Math.min(1, Math.max(0, (now - begun) / Math.max(1, order.endsAt - begun)));
  return (
    <span className={styles.bar} aria-hidden>
      <span style={{ inlineSize: `${share * 100}%` }} />
    </span>
  );
}
