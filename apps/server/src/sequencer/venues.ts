import { defaultLimits, type Limits } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { LogLevel } from '../config.ts';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { type Connection, openDatabase } from '../platform/postgres.ts';
import { createPostgresProjections } from '../projections/postgres-store.ts';
import { createProjector, type Projector, type ProjectorLimits } from '../projections/projector.ts';
import { Histories } from '../projections/thread/histories.ts';
import { startHistoriesThread } from '../projections/thread/worker.ts';
import { engineKit } from './engine-kit.ts';
import { type SequencerLimits, sequencerLimits } from './limits.ts';
import type { SequencerObserver } from './options.ts';
import type { EnginePort } from './port.ts';
import { Sequencer } from './sequencer.ts';
import { Shadow } from './shadow/shadow.ts';
import { startShadowThread } from './shadow/worker.ts';
import { createPostgresSnapshots } from './snapshots.ts';

export interface VenueHost {
  port: EnginePort;
  sequencer: Sequencer;
  projector: Projector;
  shadow: Shadow | undefined;
  /** Recovers and serves; resolves when it runs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface VenueOptions {
  venue: Venue;
  connection: () => Connection;
  clock: Clock;
  log: Log;
  limits?: Partial<SequencerLimits> | undefined;
  /** The engine's limits; those of this version when absent. */
  rules?: Readonly<Limits> | undefined;
  projectorLimits?: Partial<ProjectorLimits> | undefined;
  observer?: Partial<SequencerObserver> | undefined;
  mayLead?: (() => boolean) | undefined;
  takenOver?: (() => void) | undefined;
  /** Where the shadow's thread begins; without it the engine makes its snapshots itself. */
  shadowFile?: string | undefined;
  /** Where the histories' thread begins; without it the event loop writes them. */
  historiesFile?: string | undefined;
  logLevel?: LogLevel | undefined;
  onProjection?: ((progress: { commands: number; events: number; durationMs: number }) => void) | undefined;
}

/** One venue on Postgres: its journal on one connection, its projections on their own. */
export function openVenue(options: VenueOptions): VenueHost {
  const { venue, connection, clock, log } = options;
  const database: Database = openDatabase({ connection, log, poolSize: 3, queryTimeoutMs: 60_000, clock });
  const store = createPostgresProjections(database);
  const { shadowFile: file, historiesFile, logLevel = 'info' } = options;
  const histories =
    historiesFile === undefined
      ? undefined
      : new Histories((ears) => startHistoriesThread(historiesFile, { venue, connection: connection(), logLevel }, ears));
  const projector = createProjector({
    venue,
    store,
    clock,
    log,
    project: histories && ((after, batches) => histories.project(after, batches)),
    ...(options.projectorLimits && { limits: options.projectorLimits }),
    ...(options.onProjection && { onProgress: options.onProjection }),
  });
  const limits = { ...sequencerLimits, ...options.limits };
  const start = () => ({ venue, connection: connection(), logLevel, limits });
  const shadow =
    file === undefined ? undefined : new Shadow({ venue, clock, log, spawn: (ears) => startShadowThread(file, start(), ears) });
  const sequencer = new Sequencer({
    venue,
    kit: engineKit,
    journal: createPostgresJournal({ venue, connection, log }),
    snapshots: createPostgresSnapshots(database),
    store,
    projector,
    clock,
    log,
    rules: options.rules ?? defaultLimits,
    limits,
    shadow,
    ...(options.observer && { observer: options.observer }),
    ...(options.mayLead && { mayLead: options.mayLead }),
    ...(options.takenOver && { takenOver: options.takenOver }),
  });
  return {
    port: sequencer,
    sequencer,
    projector,
    shadow,
    start: () => sequencer.start(),
    async stop() {
      await sequencer.stop();
      await projector.stop(10_000);
      await histories?.stop();
      await database.close();
    },
  };
}
