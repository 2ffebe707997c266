import { parentPort, workerData } from 'node:worker_threads';
import { createLog } from '../../platform/log.ts';
import { openDatabase } from '../../platform/postgres.ts';
import { engineKit } from '../../sequencer/engine-kit.ts';
import { createPostgresProjections } from '../postgres-store.ts';
import type { HistoriesStart, Packed } from './messages.ts';
import { writesInto } from './write.ts';

/** What runs in the thread of a venue's histories: `scripts/bundle.mjs` makes a file of its own of it. */
const { venue, connection, logLevel } = workerData as HistoriesStart;
const log = createLog({ level: logLevel });
const database = openDatabase({ connection, log, poolSize: 1, queryTimeoutMs: 60_000 });
const write = writesInto(engineKit, createPostgresProjections(database), venue);
parentPort?.on('message', (packed: Packed) => void write(packed).then((answer) => parentPort?.postMessage(answer)));
