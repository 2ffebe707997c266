let calm: MediaQueryList | undefined;
const washedAt = new WeakMap<Element, number>();
/** A figure that moves all the time would glow all the time, and say nothing: one wash, then a pause. */
const pauseMs = 600;

/** One soft wash behind a figure that moved. It never moves the layout, and is off with reduced motion. */
export function flash(element: Element, direction: 'up' | 'down') {
  calm ??= matchMedia('(prefers-reduced-motion: reduce)');
  if (calm.matches || typeof element.animate !== 'function') return;
  const now = performance.now();
  if (now - (washedAt.get(element) ?? Number.NEGATIVE_INFINITY) < pauseMs) return;
  washedAt.set(element, now);
  element.animate([{ backgroundColor: `var(--${direction}-weak)` }, { backgroundColor: 'transparent' }], {
    duration: 180,
    easing: 'ease-in',
  });
}
