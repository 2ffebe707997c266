import { Refusal } from '@bourse/protocol/errors';

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets `atOnce` pieces of heavy work run and `waiting` more queue; refuses beyond, so that strangers cannot fill the machine. */
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
      // The place is handed on, not given back, so that nobody slips in between.
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
