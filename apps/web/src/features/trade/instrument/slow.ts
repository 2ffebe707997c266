import { useCallback, useEffect, useState } from 'react';
import { type Mark, markNow, onMark, type Tick, ticks } from '../../../data/index.ts';

/** Ticks and marks at a readable rate, for forms and buttons. */

/** Throttles a listener to one call every `ms`, and always delivers the last change. */
function slowly(subscribeFast: (listener: () => void) => () => void, ms: number) {
  return (listener: () => void) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = subscribeFast(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        listener();
      }, ms);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  };
}

/** The row of a symbol for forms and buttons: a field that changes ten times a second cannot be read. */
export function useSlowTick(symbol: string, ms = 500): Tick | undefined {
  const follow = useCallback((listener: () => void) => slowly((each) => ticks.subscribe(symbol, each), ms)(listener), [symbol, ms]);
  const [, again] = useState(0);
  useEffect(() => follow(() => again((count) => count + 1)), [follow]);
  return ticks.get(symbol);
}

/** The mark of a contract for forms, throttled in the same way. */
export function useSlowMark(symbol: string, ms = 500): Mark | undefined {
  const follow = useCallback((listener: () => void) => slowly((each) => onMark(symbol, each), ms)(listener), [symbol, ms]);
  const [, again] = useState(0);
  useEffect(() => follow(() => again((count) => count + 1)), [follow]);
  return markNow(symbol);
}
