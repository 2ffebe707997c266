import { OrderSide } from '@bourse/protocol/enums';
import { cx } from '@bourse/ui';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { showTicket } from '../ticket/again.ts';
import { floorToStep, isPositive } from '../ticket/arithmetic.ts';
import { priceTicket, turnTicket } from '../ticket/turn.ts';
import styles from './ChartLines.module.css';
import type { ChartLine } from './ChartLines.tsx';
import type { ChartHandle } from './engine.ts';
import { usePriceText } from './LineTag.tsx';

/** Where the customer asked to place an order: a line of the chart whose buttons fill in the ticket. They send nothing. */
export function useAskedPrice(instrument: Instrument) {
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
      </>
    ),
    cancel: { label: t('chart.orderAtClose'), busy: false, run: () => setAsked(null) },
  };
  return { ask, line };
}

const stillPx = 5;
/** A press on the price axis asks for an order at that price. Dragging the axis still scales it. */
export function usePress(box: RefObject<HTMLElement | null>, chart: ChartHandle | null, ask: (price: string) => void) {
  const down = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ clientX, clientY, button }: PointerEvent) => {
      down.current = button === 0 ? { x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ clientX, clientY, target }: PointerEvent) => {
      const from = down.current;
      down.current = null;
      if (!from || !chart || Math.hypot(clientX - from.x, clientY - from.y) > stillPx || !box.current?.contains(target as Node)) return;
      const { right, top } = box.current.getBoundingClientRect();
      const price = chart.priceAt(clientY - top);
      if (price !== undefined && clientX > right - chart.axisWidth()) ask(String(price));
    },
  };
}
