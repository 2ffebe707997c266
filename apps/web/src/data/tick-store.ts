import { tickFlushMs } from './limits.ts';
import { TickStore } from './ticks.ts';

/** A click or a key goes before the market: its answer is painted before the next turn, unless the market has already waited three times as long. */
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
 * Runs once, with a frame, in its turn: rows, book and tape of one beat are told in frames that follow one another, so that no frame is long. A round
 * comes at most five times a second, and rests as long as it took: a slow device paints the market less often and keeps half its time for the person.
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
    // Asked for before anything can fail. It comes when the frame is painted: only then is known what it took.
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
