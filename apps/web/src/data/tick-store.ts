import { tickFlushMs } from './limits.ts';
import { TickStore } from './ticks.ts';

/** At most ten times a second, and never between two frames. */
export const later = (run: () => void): void => {
  setTimeout(() => (document.hidden ? run() : requestAnimationFrame(run)), tickFlushMs);
};

/** The live rows of this page. */
export const ticks = new TickStore(later);
