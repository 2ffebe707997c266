import { formatAmount, plotNumber, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { cx, hiddenAmount, IconClose, useUi } from '@bourse/ui';
import { useEffect, useRef } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useCancelOrder, useOpenOrders } from '../dock/orders.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { spreadTags } from './bars.ts';
import type { ChartHandle } from './engine.ts';
import styles from './OrderTags.module.css';

const tagHeight = 22;

/**
 * The customer's own orders as lines in ink, each with a tag that can be reached by keyboard and cancels. They are elements, not paint: the chart
 * moves under them, so their places are read from it once a frame while they are shown.
 */
export function OrderTags({ chart, instrument }: { chart: ChartHandle; instrument: Instrument }) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const layer = useRef<HTMLDivElement>(null);
  const orders = useOpenOrders(instrument.symbol).filter((order) => (order.price ?? order.triggerPrice) !== null);
  const cancel = useCancelOrder();
  const key = orders.map((order) => `${order.id}:${order.triggerPrice ?? order.price}`).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` names the orders and their prices
  useEffect(() => {
    const node = layer.current;
    if (!node || orders.length === 0) return;
    const prices = orders.map((order) => plotNumber(order.triggerPrice ?? order.price ?? '0'));
    let frame = 0;
    let before = '';
    const move = () => {
      frame = requestAnimationFrame(move);
      const places = prices.map((price) => chart.place(price));
      const last = chart.placeLast()?.y;
      const now = `${places.map((place) => (place ? Math.round(place.y) : '-')).join(' ')} ${last === undefined ? '-' : Math.round(last)}`;
      if (now === before) return;
      before = now;
      const inside = places.flatMap((place, index) => (place ? [{ place, index }] : []));
      const height = inside[0]?.place.height ?? 0;
      const spread = spreadTags(
        inside.map(({ place }) => place.y),
        tagHeight,
        tagHeight / 2,
        height - tagHeight / 2,
      );
      for (const child of node.children) (child as HTMLElement).hidden = true;
      for (const [at, { place, index }] of inside.entries()) {
        const row = node.children[index] as HTMLElement | undefined;
        if (!row) continue;
        row.hidden = false;
        row.style.setProperty('--line-y', `${Math.round(place.y)}px`);
        row.style.setProperty('--tag-y', `${Math.round(spread[at] ?? place.y)}px`);
        row.style.setProperty('--axis', `${place.axis}px`);
        // The tag of the last price is two lines high: an own price beside it moves out of its way, not over it.
        const near = last === undefined ? Number.POSITIVE_INFINITY : place.y - last;
        const aside = near > -22 && near < 40 ? (near <= 4 ? last! - 22 : last! + 40) : place.y;
        row.style.setProperty('--price-y', `${Math.round(aside)}px`);
      }
    };
    move();
    return () => cancelAnimationFrame(frame);
  }, [chart, key]);

  if (orders.length === 0) return null;
  return (
    <div ref={layer} dir="ltr" className={styles.layer}>
      {orders.map((order) => {
        const price = order.triggerPrice ?? order.price ?? '0';
        const waiting = order.triggerPrice !== null;
        const side = t(order.side === OrderSide.buy ? 'trade.buy' : 'trade.sell');
        const kind = waiting ? t(`trade.type${order.priceType}`) : side;
        const quantity = amountsHidden ? hiddenAmount : formatAmount(trimZeros(order.quantity ?? order.amount ?? '0'), { locale });
        return (
          <div key={order.id} className={styles.order} hidden>
            <span className={cx(styles.line, waiting && styles.waits)} />
            <span className={styles.tag}>
              <span className={styles.words}>
                <span className={order.side === OrderSide.buy ? 'up' : 'down'} aria-hidden>
                  {order.side === OrderSide.buy ? '▲' : '▼'}
                </span>{' '}
                {t('trade.ownOrder', { side: kind, quantity })}
              </span>
              <button
                type="button"
                className={styles.cancel}
                aria-label={`${t('trade.cancelOwn')}: ${kind} ${quantity} ${formatAmount(price, { locale })}`}
                disabled={cancel.busy(order.id)}
                onClick={() => void cancel.one(order)}
              >
                <IconClose size={13} aria-hidden />
              </button>
            </span>
            <span className={styles.price}>{formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) })}</span>
          </div>
        );
      })}
    </div>
  );
}
