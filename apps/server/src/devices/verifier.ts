import { Worker } from 'node:worker_threads';
import { companionFile } from '../platform/companions.ts';
import { isSignedBy, keyOf } from './keys.ts';

/** Public key, text and signature (base64url) of each, one after the other: texts cross between threads at a third of the cost of objects. */
export type Batch = readonly string[];
/** 1 for each good signature. */
export type Verdicts = Uint8Array;

export interface Verifier {
  /** Whether a signature of 64 bytes in base64url was made over this text by the holder of this key. */
  verify(publicKey: string, text: string, signature: string): Promise<boolean>;
  stop(): Promise<void>;
}

/** The runnable file of `thread.ts`; undefined where the server runs from its sources. */
export const verifierFile = () => companionFile('signatures');

/** Without a thread: each signature is work of its own for Node's crypto threads. */
const withoutThread: Verifier = {
  async verify(publicKey, text, signature) {
    const key = keyOf(publicKey);
    return key !== undefined && (await isSignedBy(key, text, Buffer.from(signature, 'base64url')));
  },
  stop: async () => {},
};

interface Asked {
  resolve(good: boolean): void;
  reject(error: Error): void;
}

/**
 * Checks signatures on a thread of its own. What comes in one turn of the event loop, or while a batch is checked, is the next batch. A thread that dies
 * fails what it held, and the next signature starts another.
 */
export function createVerifier(file: string | undefined = verifierFile()): Verifier {
  if (file === undefined) return withoutThread;
  let worker: Worker | undefined;
  let queue: string[] = [];
  let asked: Asked[] = [];
  let flying: Asked[] | undefined;

  const flush = () => {
    if (flying || queue.length === 0) return;
    flying = asked;
    worker ??= begin();
    worker.postMessage(queue satisfies Batch);
    queue = [];
    asked = [];
  };
  const begin = (): Worker => {
    const made = new Worker(file, { name: 'signatures' });
    made.unref();
    made.on('message', (verdicts: Verdicts) => {
      const done = flying ?? [];
      flying = undefined;
      flush();
      for (const [at, one] of done.entries()) one.resolve(verdicts[at] === 1);
    });
    const ended = (error: Error) => {
      if (worker !== made) return;
      worker = undefined;
      const lost = flying ?? [];
      flying = undefined;
      for (const one of lost) one.reject(error);
      flush();
    };
    made.once('error', ended);
    made.once('exit', (code) => ended(new Error(`the thread that checks signatures ended with ${code}`)));
    return made;
  };

  return {
    verify: (publicKey, text, signature) =>
      new Promise((resolve, reject) => {
        queue.push(publicKey, text, signature);
        if (asked.push({ resolve, reject }) === 1) setImmediate(flush);
      }),
    async stop() {
      const stopping = worker;
      worker = undefined;
      await stopping?.terminate();
    },
  };
}
