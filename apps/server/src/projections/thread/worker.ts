import { companionFile, startThread } from '../../platform/companions.ts';
import type { HistoriesEars, HistoriesThread } from './histories.ts';
import type { HistoriesStart, Projected } from './messages.ts';

/** The runnable file of `thread.ts`; undefined where the server runs from its sources. */
export const historiesFile = () => companionFile('histories');

/** Its young generation holds the events of one transaction. */
const youngMb = 64;

export function startHistoriesThread(file: string, start: HistoriesStart, ears: HistoriesEars): HistoriesThread {
  const { send, stop } = startThread<Projected>(file, { name: `histories of ${start.venue}`, start, youngMb }, ears);
  return { send: (packed) => send(packed, [packed.numbers.buffer as ArrayBuffer]), stop };
}
