import { type PointerEvent, useRef } from 'react';
import type { ChartLine } from './ChartLines.tsx';

export interface Holding {
  price: string;
  held: boolean;
  onHold: (price: string | null) => void;
  /** Converts a price to its y coordinate, and back. */
  heightOf: (price: string) => number | undefined;
  priceAt: (clientY: number) => string | undefined;
}

/** Dragging a line by its tag or by its price on the axis. It follows the pointer by the distance to where it was grabbed. */
export function useDrag(line: ChartLine, { price, held, onHold, heightOf, priceAt }: Holding) {
  const grip = useRef<number | null>(null);
  const release = (set: boolean) => {
    grip.current = null;
    if (set && held && price !== line.price) line.move?.set(price);
    onHold(null);
  };
  const drag = line.move && {
    onPointerDown: (event: PointerEvent) => {
      grip.current = event.clientY - (heightOf(price) ?? event.clientY);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      if (grip.current === null) return;
      const at = priceAt(event.clientY - grip.current);
      if (at !== undefined) onHold(at);
    },
    onPointerUp: () => {
      if (grip.current === null) return;
      if (line.confirm) grip.current = null;
      else release(true);
    },
    onPointerCancel: () => release(false),
  };
  return { drag, release };
}
