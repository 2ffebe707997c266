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

/**
 * Keeps an overlay inside the visible part of the page. Where the keyboard does not resize the page, it covers its lower part, and with it the
 * buttons of a sheet. A page that the person has zoomed stays as it is.
 */
function keepInView(node: HTMLElement): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const fit = () => {
    const zoomed = view.scale > 1.01;
    const above = zoomed ? 0 : Math.max(0, Math.round(view.offsetTop));
    const below = zoomed ? 0 : Math.max(0, Math.round(window.innerHeight - view.offsetTop - view.height));
    node.style.setProperty('--above', `${above}px`);
    node.style.setProperty('--below', `${below}px`);
  };
  fit();
  view.addEventListener('resize', fit);
  view.addEventListener('scroll', fit);
  return () => {
    view.removeEventListener('resize', fit);
    view.removeEventListener('scroll', fit);
  };
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
    const unfollow = keepInView(node);
    const first =
      node.querySelector<HTMLElement>('[data-autofocus], [autofocus]') ?? node.querySelector<HTMLElement>('[data-overlay-panel]');
    first?.focus({ preventScroll: true });
    return () => {
      unfollow();
      stack.splice(stack.indexOf(entry), 1);
      if (stack.length === 0) document.removeEventListener('keydown', onKey);
      settle();
      before?.focus?.({ preventScroll: true });
    };
  }, [open, element]);
}
