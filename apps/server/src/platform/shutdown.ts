import type { Log } from './log.ts';

/** Parts of the server, stopped in the reverse order of their start. */
export interface Shutdown {
  /** Registers a part that was just started. The newest part is stopped first. */
  add(name: string, stop: () => unknown | Promise<unknown>): void;
  /**
   * Stops everything once. A part that fails or takes too long does not keep the others from stopping. Resolves true when all parts stopped cleanly.
   */
  run(): Promise<boolean>;
}

const maxPartMs = 20_000;

export function createShutdown(log: Log): Shutdown {
  const parts: { name: string; stop: () => unknown | Promise<unknown> }[] = [];
  let result: Promise<boolean> | undefined;

  const stopOne = async ({ name, stop }: (typeof parts)[number]): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`it did not stop within ${maxPartMs} ms`)), maxPartMs);
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

/** SIGINT and SIGTERM stop the server in order. A second signal ends the process at once. */
export function stopOnSignals(shutdown: Shutdown, log: Log): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      log.info({ signal }, 'the server stops after a signal');
      endAfter(shutdown, log, 0);
    });
  }
}

/**
 * Handles errors that nothing else caught. After an unhandled rejection the server logs it and goes on: whoever waited for that promise was refused,
 * and the journal protects the money. An uncaught exception from a timer or a listener may have left work half done, so the server stops in order.
 */
export function stopOnBreakage(shutdown: Shutdown, log: Log): void {
  let broken = false;
  process.on('unhandledRejection', (reason) => {
    log.error({ err: reason }, 'a promise was rejected and nothing handled it; please report this error');
  });
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'an error was thrown and nothing caught it; the server stops');
    if (broken) return;
    broken = true;
    endAfter(shutdown, log, 1);
  });
}

/** Stops everything in order and then ends the process. */
export function endAfter(shutdown: Shutdown, log: Log, status: number): void {
  shutdown.run().then(
    (clean) => process.exit(clean ? status : 1),
    (error) => {
      log.error({ err: error }, 'the server could not stop in order');
      process.exit(1);
    },
  );
}
