import { type RefObject, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { type Mark, markNow, onMark, type Tick, ticks } from '../../../data/index.ts';
import { emptyDraft } from '../ticket/draft.ts';
import { draftStore } from './draft-store.ts';

/** State that several panels of the trading screen share: the draft of each instrument, and a tick that beats slowly enough for a form. */

const drafts = draftStore('trade.draft', emptyDraft);
export const setDraft = drafts.set;
export const useDraft = drafts.use;
/** The first price a limit ticket shows; whatever was typed meanwhile stays. */
export function offerPrice(symbol: string, price: string): void {
  if (drafts.read(symbol).price === '') setDraft(symbol, { price });
}
/** After an order was placed: what it bought is not what the next one buys. */
export const clearSize = (symbol: string): void => setDraft(symbol, { quantity: emptyDraft.quantity, amount: emptyDraft.amount });

/** Tells a listener at most every `ms`, and always about the last change. */
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

/** The mark of a contract for forms, as slowly. */
export function useSlowMark(symbol: string, ms = 500): Mark | undefined {
  const follow = useCallback((listener: () => void) => slowly((each) => onMark(symbol, each), ms)(listener), [symbol, ms]);
  const [, again] = useState(0);
  useEffect(() => follow(() => again((count) => count + 1)), [follow]);
  return markNow(symbol);
}

/** Whether the window is at least this wide. */
export function useWide(px: number): boolean {
  const query = `(min-width: ${px}px)`;
  const follow = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    follow,
    () => matchMedia(query).matches,
    () => false,
  );
}

const seenListeners = new WeakMap<Element, (seen: boolean) => void>();
let seenObserver: IntersectionObserver | undefined;
/** Whether an element is on screen, from one observer for all: rows out of sight need not follow their price. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const node = element.current;
    if (!node) return;
    seenObserver ??= new IntersectionObserver((entries) => {
      for (const entry of entries) seenListeners.get(entry.target)?.(entry.isIntersecting);
    });
    seenListeners.set(node, setSeen);
    seenObserver.observe(node);
    return () => {
      seenObserver?.unobserve(node);
      seenListeners.delete(node);
    };
  }, [element]);
  return seen;
}
