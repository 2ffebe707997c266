import { Refusal } from '@bourse/protocol/errors';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs `atOnce` heavy tasks at a time and queues up to `waiting` more. Refuses beyond that, so that strangers cannot overload the machine. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  let running = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    else if (queue.length < waiting) await new Promise<void>((resolve) => queue.push(resolve));
    else throw new Refusal('overloaded');
    try {
      return await work();
    } finally {
      // The slot passes directly to the next waiting task, so that no newcomer takes it in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
