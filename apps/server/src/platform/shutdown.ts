import type { Log } from './log.ts';

/** Parts to stop, in the reverse order of their start. */
export interface Shutdown {
  /** Registers what was just started. Parts are stopped newest first. */
  add(name: string, stop: () => unknown | Promise<unknown>): void;
  /** Stops everything once; a part that fails or takes too long does not keep the others from stopping. Resolves true when all stopped cleanly. */
  run(): Promise<boolean>;
}

const mostPartMs = 20_000;

export function createShutdown(log: Log): Shutdown {
  const parts: { name: string; stop: () => unknown | Promise<unknown> }[] = [];
  let result: Promise<boolean> | undefined;

  const stopOne = async ({ name, stop }: (typeof parts)[number]): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not stop within ${mostPartMs} ms`)), mostPartMs);
    });
    try {
      await Promise.race([(async () => stop())(), late]);
      return true;
    } catch (error) {
      log.error({ err: error, part: name }, 'a part did not stop cleanly');
      return false;
    } finally {
      clearTimeout(timer);
    }
  };

  const stopAll = async () => {
    let clean = true;
    for (const part of parts.toReversed()) clean = (await stopOne(part)) && clean;
    return clean;
  };

  return {
    add: (name, stop) => {
      parts.push({ name, stop });
    },
    run: () => {
      result ??= stopAll();
      return result;
    },
  };
}

/** SIGINT and SIGTERM stop in order; a second signal ends the process at once. */
export function stopOnSignals(shutdown: Shutdown, log: Log): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      log.info({ signal }, 'stopping');
      shutdown.run().then((clean) => process.exit(clean ? 0 : 1));
    });
  }
}
