import { type RefObject, useEffect, useState } from 'react';

const seenListeners = new WeakMap<Element, (seen: boolean) => void>();
let seenObserver: IntersectionObserver | undefined;
/** Whether an element is on screen, from one shared observer: rows out of view do not follow their price. */
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
