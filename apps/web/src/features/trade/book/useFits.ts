import { type RefObject, useEffect, useState } from 'react';

/** How many rows fit in a box. An observer reports the box's size: measuring it would force a layout. */
export function useFits(box: RefObject<HTMLElement | null>, rowsIn: (height: number) => number, first: number): number {
  const [rows, setRows] = useState(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one box, one arithmetic
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setRows(rowsIn(entry.contentRect.height)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return rows;
}

/** How many rows of a scrolling list are visible at its top; all of them once somebody scrolls it or moves the focus into it. */
export function useSeenRows(box: RefObject<HTMLElement | null>, rowHeight: number): number | undefined {
  const fits = useFits(box, (height) => Math.ceil(height / rowHeight) + 2, 20);
  const [all, setAll] = useState(false);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const look = () => setAll(node.scrollTop > 0 || node.contains(document.activeElement));
    for (const name of ['scroll', 'focusin', 'focusout']) node.addEventListener(name, look, { passive: true });
    return () => {
      for (const name of ['scroll', 'focusin', 'focusout']) node.removeEventListener(name, look);
    };
  }, [box]);
  return all ? undefined : fits;
}
