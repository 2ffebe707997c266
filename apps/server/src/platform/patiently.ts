import { Refusal } from '@bourse/protocol/errors';
import { backOff, type Clock, sleep } from './clock.ts';
import type { Log } from './log.ts';
import { isDatabaseLost } from './postgres.ts';

const passing: ReadonlySet<string> = new Set(['unavailable', 'outcomeUnknown', 'overloaded']);

/** Whether a retry may succeed without anybody's help, because the database or the venue is away for a moment. */
const mayPass = (error: unknown) => (error instanceof Refusal ? passing.has(error.refusal) : isDatabaseLost(error));

/** Repeats idempotent work for as long as the database is away. Any other error is thrown. */
export async function patiently<Value>(
  work: () => Promise<Value>,
  { what, clock, log, stopped = () => false }: { what: string; clock: Clock; log: Log; stopped?: () => boolean },
): Promise<Value> {
  const wait = backOff(100, 2_000);
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (stopped() || !mayPass(error)) throw error;
      log.warn({ err: error, part: what }, 'this part waits for the database; it starts when the database answers');
      await sleep(clock, wait.next());
    }
  }
}
