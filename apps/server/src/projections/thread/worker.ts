import { Worker } from 'node:worker_threads';
import { companionFile } from '../../platform/companion-file.ts';
import type { HistoriesEars, HistoriesThread } from './histories.ts';
import type { HistoriesStart, Projected } from './messages.ts';

/** The runnable file of `thread.ts`; undefined where the server runs from its sources. */
export const historiesFile = () => companionFile('histories');

/** Its young generation holds the events of one transaction. */
const youngMb = 64;

export function startHistoriesThread(file: string, start: HistoriesStart, ears: HistoriesEars): HistoriesThread {
  const worker = new Worker(file, {
    name: `histories of ${start.venue}`,
    workerData: start,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  // The process ends when the live side does.
  worker.unref();
  worker.on('message', (answer: Projected) => ears.heard(answer));
  worker.once('error', (error) => ears.ended(error));
  worker.once('exit', (code) => ears.ended(new Error(`its thread ended with ${code}`)));
  return {
    send: (packed) => worker.postMessage(packed, [packed.numbers.buffer as ArrayBuffer]),
    async stop() {
      await worker.terminate();
    },
  };
}
