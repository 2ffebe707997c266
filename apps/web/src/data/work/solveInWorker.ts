import type { RawChallenge } from './proof.ts';

type Answer = { proof: string } | { problem: string };

/** Solves a challenge in a worker. Aborting ends the worker. */
export function solveInWorker(challenge: RawChallenge, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' });
    const done = () => {
      worker.terminate();
      signal.removeEventListener('abort', abort);
    };
    const abort = () => {
      done();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort);
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      done();
      if ('proof' in data) resolve(data.proof);
      else reject(new Error(data.problem));
    };
    worker.onerror = (event) => {
      done();
      reject(new Error(event.message));
    };
    worker.postMessage(challenge);
  });
}
