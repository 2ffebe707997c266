import { tickFlushMs } from './limits.ts';
import { TickStore } from './ticks.ts';

/** Paint the answer to a click or key before the next market update, unless the market has already waited three times as long. */
const handMs = 120;
let handAt = Number.NEGATIVE_INFINITY;
for (const name of ['pointerdown', 'pointerup', 'keydown'])
  globalThis.addEventListener?.(
    name,
    () => {
      handAt = performance.now();
    },
    { capture: true, passive: true },
  );

const waiting: (() => void)[] = [];
let underWay = false;

/**
 * Runs each listener once, in a frame, in turn: the rows, book and tape of one update go into consecutive frames, so that no frame is long.
 * A round runs at most five times a second and pauses for as long as it took: a slow device paints the market less often and keeps half its
 * time for the person.
 */
export const later = (run: () => void): void => {
  waiting.push(run);
  if (underWay) return;
  underWay = true;
  inFrame(round);
};

const inFrame = (run: () => void) => (document.hidden ? setTimeout(run) : requestAnimationFrame(run));

function round() {
  const turns = waiting.splice(0);
  const began = performance.now();
  const turn = () => {
    const now = performance.now();
    if (now - handAt < handMs && now - began < handMs * 3) return void inFrame(turn);
    const due = turns.splice(0, document.hidden ? turns.length : 1);
    // Schedule it before anything can throw. It runs after the frame is painted: only then is the cost known.
    setTimeout(() => (turns.length > 0 ? inFrame(turn) : rest(performance.now() - began)));
    for (const run of due) run();
  };
  turn();
}

const rest = (tookMs: number) =>
  setTimeout(
    () => {
      underWay = waiting.length > 0;
      if (underWay) inFrame(round);
    },
    Math.max(tickFlushMs - tookMs, Math.min(tookMs, tickFlushMs)),
  );

/** The live rows of this page. */
export const ticks = new TickStore(later);
