import { parentPort, workerData } from 'node:worker_threads';
import { createPostgresJournal } from '../../journal/postgres-journal.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { openDatabase } from '../../platform/postgres.ts';
import { createLogWriter } from '../../transparency/log-writer.ts';
import { engineKit } from '../engine-kit.ts';
import { createPostgresSnapshots } from '../snapshots.ts';
import { Follower } from './follower.ts';
import type { Projected, ShadowStart } from './messages.ts';

/** What runs in the thread of a shadow: `scripts/bundle.mjs` makes a file of its own of it. */
const { venue, connection, logLevel, limits } = workerData as ShadowStart;
const log = createLog({ level: logLevel });
const database = openDatabase({ connection, log, poolSize: 1, queryTimeoutMs: 60_000 });
const follower = new Follower({
  kit: engineKit,
  journal: createPostgresJournal({ venue, connection, log }),
  snapshots: createPostgresSnapshots(database),
  clock: systemClock,
  log,
  limits,
  transparency: createLogWriter(database, venue),
  tell: (message) => parentPort?.postMessage(message, [message.digests.buffer as ArrayBuffer]),
});
parentPort?.on('message', ({ seq }: Projected) => {
  follower.projected(seq).catch((error: unknown) => {
    // The live side hears of it and starts another thread.
    throw error;
  });
});
