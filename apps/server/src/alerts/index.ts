import type { Handlers } from '../calls/handlers.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Board } from '../market/board.ts';
import type { Catalogue } from '../market/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import type { Hub } from '../sockets/port.ts';
import { AlertWatch } from './alert-watch.ts';
import { alertHandlers, toldKeptMs } from './handlers.ts';

type Parts = { database: Database; board: Board; catalogue: Catalogue; clock: Clock; hub: Pick<Hub, 'toAccount'>; log: Log };

export interface Alerts {
  handlers: Handlers<keyof ReturnType<typeof alertHandlers>>;
  watch: AlertWatch;
  /** Removes alerts that were told long ago. */
  job: Job;
}

/** Prices that customers want to be told of. */
export function createAlerts(parts: Parts): Alerts {
  const watch = new AlertWatch(parts);
  return {
    handlers: alertHandlers({ ...parts, watch }),
    watch,
    job: {
      name: 'sweep-price-alerts',
      everyMs: 3_600_000,
      run: () => parts.database.query('DELETE FROM price_alert WHERE fired_ms <= $1', [parts.clock.now() - toldKeptMs]),
    },
  };
}
