import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** The runnable file of something that a server runs beside itself, which `scripts/bundle.mjs` puts beside the server's; undefined where the server runs from its sources, as in tests. */
export function companionFile(
  name: 'shadow' | 'histories' | 'signatures' | 'notary' | 'signer' | 'outside',
  from: string = import.meta.url,
): string | undefined {
  const file = fileURLToPath(from).replace(/\.mjs$/, `.${name}.mjs`);
  return file.endsWith(`.${name}.mjs`) && existsSync(file) ? file : undefined;
}

interface ThreadOptions {
  name: string;
  /** What the thread is started with. */
  start: unknown;
  /** Size of its young generation. */
  youngMb: number;
}

/** A companion that runs as a thread. `ended` hears when it has ended by itself. */
export function startThread<Message>(
  file: string,
  { name, start, youngMb }: ThreadOptions,
  { heard, ended }: { heard(message: Message): void; ended(error: unknown): void },
) {
  const worker = new Worker(file, { name, workerData: start, resourceLimits: { maxYoungGenerationSizeMb: youngMb } });
  // The process ends when the live side does.
  worker.unref();
  worker.on('message', heard);
  worker.once('error', ended);
  worker.once('exit', (code) => ended(new Error(`its thread ended with ${code}`)));
  return {
    send: (message: unknown, moved: readonly ArrayBuffer[] = []) => worker.postMessage(message, moved),
    async stop() {
      await worker.terminate();
    },
  };
}
