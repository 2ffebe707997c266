let calm: MediaQueryList | undefined;
const washedAt = new WeakMap<Element, number>();
/** The shortest pause between two flashes: a figure that changes all the time would otherwise never stop flashing. */
const pauseMs = 600;
const washMs = 180;
/** A flash ends with the first update after its time, in that update's paint; after this long if none comes. */
const lastMs = 320;

const washed = new Set<Element>();
let firstAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
function dry() {
  clearTimeout(timer);
  for (const element of washed) element.removeAttribute('data-flash');
  washed.clear();
}

/**
 * One soft flash behind a figure that changed. It never moves the layout, and is off with reduced motion. Figures of one update start and
 * end their flash in the same two paints: fading thirty figures would repaint the page at every frame.
 */
export function flash(element: Element, direction: 'up' | 'down') {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)');
  if (calm.matches) return;
  const now = performance.now();
  if (washed.size > 0 && now - firstAt >= washMs) dry();
  if (now - (washedAt.get(element) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
  washedAt.set(element, now);
  element.setAttribute('data-flash', direction);
  if (washed.size === 0) {
    firstAt = now;
    timer = setTimeout(dry, lastMs);
  }
  washed.add(element);
}
