let calm: MediaQueryList | undefined;
const washedAt = new WeakMap<Element, number>();
/** A figure that moves all the time would glow all the time, and say nothing: one wash, then a pause. */
const pauseMs = 600;
const washMs = 180;
/** A wash ends with the next beat after its time, in that beat's paint; with this if none comes. */
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
 * One soft wash behind a figure that moved. It never moves the layout, and is off with reduced motion. It comes and goes in two paints, those of one
 * beat together: a fade of thirty figures would paint the page at every frame.
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
