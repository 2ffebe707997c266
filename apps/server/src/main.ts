import { readConfig } from './config.ts';
import { openExchange } from './exchange.ts';
import { createLog } from './platform/log.ts';
import { createShutdown, endAfter, stopOnBreakage, stopOnSignals } from './platform/shutdown.ts';
import { steadySystemClock } from './platform/steady-clock.ts';

/** Starts the server: reads the configuration, creates the clock, and stops everything in order. */
async function start() {
  const config = readConfig();
  const clock = steadySystemClock();
  const log = createLog({ level: config.logLevel });
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  stopOnBreakage(shutdown, log);
  try {
    // A server that lost one venue stops in order, which frees the other venue too. Its supervisor then restarts it as the standby.
    return await openExchange({ config, clock, steps: clock, log, shutdown, takenOver: () => endAfter(shutdown, log, 1) });
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

export const running = await start();
