import { Worker } from 'node:worker_threads';
import { companionFile } from '../../platform/companion-file.ts';
import type { Followed, ShadowStart } from './messages.ts';
import type { ShadowEars, ShadowThread } from './shadow.ts';

/** The runnable file of `thread.ts`; undefined where the server runs from its sources. */
export const shadowFile = () => companionFile('shadow');

/** Its young generation need not be as large as the live thread's: it keeps no events. */
const youngMb = 32;

export function startShadowThread(file: string, start: ShadowStart, ears: ShadowEars): ShadowThread {
  const worker = new Worker(file, {
    name: `shadow of ${start.venue}`,
    workerData: start,
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  // The process ends when the live side does.
  worker.unref();
  worker.on('message', (message: Followed) => ears.heard(message));
  worker.once('error', (error) => ears.ended(error));
  worker.once('exit', (code) => ears.ended(new Error(`its thread ended with ${code}`)));
  return {
    send: (message) => worker.postMessage(message),
    async stop() {
      await worker.terminate();
    },
  };
}
