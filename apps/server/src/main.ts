import { readConfig } from './config.ts';
import { openExchange } from './exchange.ts';
import { systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { createShutdown, endAfter, stopOnBreakage, stopOnSignals } from './platform/shutdown.ts';

/** The server of this machine: its configuration, its clock, and an end in good order. */
async function start() {
  const config = readConfig();
  const log = createLog({ level: config.logLevel });
  const shutdown = createShutdown(log);
  stopOnSignals(shutdown, log);
  stopOnBreakage(shutdown, log);
  try {
    // Half a server serves nobody: it ends in order, which gives the other venue back too, and whoever started it starts it again as the standby.
    return await openExchange({ config, clock: systemClock, log, shutdown, takenOver: () => endAfter(shutdown, log, 1) });
  } catch (error) {
    await shutdown.run();
    throw error;
  }
}

export const running = await start();
