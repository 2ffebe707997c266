import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Followed, ShadowStart } from './messages.ts';
import type { ShadowEars, ShadowThread } from './shadow.ts';

/** The runnable file of `thread.ts`, which `scripts/bundle.mjs` puts beside the server's; undefined where the server runs from its sources, as in tests. */
export function shadowFile(from: string = import.meta.url): string | undefined {
  const file = fileURLToPath(from).replace(/\.mjs$/, '.shadow.mjs');
  return file.endsWith('.shadow.mjs') && existsSync(file) ? file : undefined;
}

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
