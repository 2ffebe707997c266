import { type RefObject, useEffect, useRef } from 'react';

/**
 * Overlays are siblings of `#root`, one above the other. While one is open everything below it is inert: focus, pointer and screen reader
 * stay inside without a focus trap. Toasts have their own host and stay reachable.
 */
type Entry = { element: HTMLElement; close: () => void };
const stack: Entry[] = [];
let restore: string | null = null;

function settle() {
  const root = document.getElementById('root');
  if (root) root.inert = stack.length > 0;
  for (const [index, entry] of stack.entries()) entry.element.inert = index < stack.length - 1;
  const page = document.documentElement;
  if (stack.length > 0 && restore === null) {
    restore = page.style.overflow;
    const bar = window.innerWidth - page.clientWidth;
    page.style.overflow = 'hidden';
    if (bar > 0) page.style.paddingInlineEnd = `${bar}px`;
  } else if (stack.length === 0 && restore !== null) {
    page.style.overflow = restore;
    page.style.paddingInlineEnd = '';
    restore = null;
  }
}

function onKey(event: KeyboardEvent) {
  const top = stack.at(-1);
  if (event.key !== 'Escape' || !top || event.defaultPrevented) return;
  event.preventDefault();
  event.stopPropagation();
  top.close();
}

export const openOverlays = (): number => stack.length;

/** The parent of overlays: next to `#root`, with the theme of the nearest themed element. */
export function overlayHost(): HTMLElement {
  const known = document.getElementById('overlays');
  if (known) return known;
  const host = document.createElement('div');
  host.id = 'overlays';
  document.body.append(host);
  return host;
}

/** Keeps an open overlay on the stack, focuses its first control, and returns the focus when it closes. */
export function useOverlay(open: boolean, element: RefObject<HTMLElement | null>, close: () => void) {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    const node = element.current;
    if (!open || !node) return;
    const before = document.activeElement as HTMLElement | null;
    const entry: Entry = { element: node, close: () => latest.current() };
    stack.push(entry);
    if (stack.length === 1) document.addEventListener('keydown', onKey);
    settle();
    const first =
      node.querySelector<HTMLElement>('[data-autofocus], [autofocus]') ?? node.querySelector<HTMLElement>('[data-overlay-panel]');
    first?.focus({ preventScroll: true });
    return () => {
      stack.splice(stack.indexOf(entry), 1);
      if (stack.length === 0) document.removeEventListener('keydown', onKey);
      settle();
      before?.focus?.({ preventScroll: true });
    };
  }, [open, element]);
}
