import { OrderSide } from '@bourse/protocol/enums';
import { cx } from '@bourse/ui';
import { type MouseEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { showTicket } from '../ticket/again.ts';
import { floorToStep, isPositive } from '../ticket/arithmetic.ts';
import { priceTicket, turnTicket } from '../ticket/turn.ts';
import styles from './ChartLines.module.css';
import type { ChartLine } from './ChartLines.tsx';
import type { ChartHandle } from './engine.ts';
import { usePriceText } from './LineTag.tsx';

/** Where the customer asked for an order or an alert: a line of the chart whose buttons fill in the ticket, or set the alert. They send no order. */
export function useAskedPrice(instrument: Instrument, alertAt: ((price: string) => void) | undefined) {
  const t = useT();
  const shown = usePriceText(instrument);
  const [asked, setAsked] = useState<{ symbol: string; price: string } | null>(null);
  const set = (price: string) => setAsked({ symbol: instrument.symbol, price });
  const ask = (price: string) => {
    const text = floorToStep(price, instrument.tick);
    if (isPositive(text)) set(text);
  };
  if (asked?.symbol !== instrument.symbol) return { ask, line: undefined };
  const { price } = asked;
  const fill = (side: OrderSide) => {
    turnTicket(instrument, side);
    priceTicket(instrument, price);
    showTicket(instrument.symbol);
    setAsked(null);
  };
  const name = t('chart.orderAt');
  const line: ChartLine = {
    ...{ id: 'asked', price, tone: 'yours', dashed: true, name },
    label: () => name,
    move: { hint: (at) => t('chart.orderAtMove', { price: at }), set },
    extra: (
      <>
        <button type="button" className={cx(styles.button, 'up')} onClick={() => fill(OrderSide.buy)}>
          {t('chart.buyLimitAt', { price: shown(price) })}
        </button>
        <button type="button" className={cx(styles.button, 'down')} onClick={() => fill(OrderSide.sell)}>
          {t('chart.sellLimitAt', { price: shown(price) })}
        </button>
        {alertAt && (
          <button
            type="button"
            className={styles.button}
            onClick={() => {
              alertAt(price);
              setAsked(null);
            }}
          >
            {t('chart.alertAt', { price: shown(price) })}
          </button>
        )}
      </>
    ),
    cancel: { label: t('chart.orderAtClose'), busy: false, run: () => setAsked(null) },
  };
  return { ask, line };
}

const stillPx = 5;
/** A press on the price axis, or a right click, asks for an order or an alert at that price. Dragging the axis still scales it. */
export function usePress(box: RefObject<HTMLElement | null>, chart: ChartHandle | null, ask: (price: string) => void) {
  const down = useRef<{ x: number; y: number } | null>(null);
  /** The price at a place on the axis; undefined elsewhere. */
  const axisPrice = ({ clientX, clientY, target }: { clientX: number; clientY: number; target: EventTarget }) => {
    if (!chart || !box.current?.contains(target as Node)) return undefined;
    const { right, top } = box.current.getBoundingClientRect();
    return clientX > right - chart.axisWidth() ? chart.priceAt(clientY - top) : undefined;
  };
  return {
    onContextMenu: (event: MouseEvent) => {
      const price = axisPrice(event);
      if (price === undefined) return;
      event.preventDefault();
      ask(String(price));
    },
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      down.current = button === 0 ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: (event: PointerEvent) => {
      const from = down.current;
      down.current = null;
      if (!from || Math.hypot(event.clientX - from.x, event.clientY - from.y) > stillPx) return;
      const price = axisPrice(event);
      if (price !== undefined) ask(String(price));
    },
  };
}
