import { CallError } from '@bourse/protocol/client';
import { sleep } from './world.ts';

/** A client of a server that may be killed at any moment. */
export const patientFetch = (url: string, init: RequestInit): Promise<Response> =>
  fetch(url, { ...init, signal: AbortSignal.timeout(15_000) });

/** Nobody answered, or the answer leaves open what happened. */
export const isOpenOutcome = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 500 || error.status === 429);

/** Asks until there is a certain answer. What is asked must be safe to repeat. */
export async function surely<Answer>(what: string, ask: () => Promise<Answer>, timeoutMs = 180_000): Promise<Answer> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isOpenOutcome(error)) throw new Error(what, { cause: error });
      if (Date.now() > deadline) throw new Error(`${what}: no certain answer in ${timeoutMs} ms`, { cause: error });
      await sleep(200);
    }
  }
}
