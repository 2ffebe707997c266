import type { Limits } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ProjectionStore } from '../projections/projection.ts';
import type { Projector } from '../projections/projector.ts';
import type { EngineKit } from './kit.ts';
import type { SequencerLimits } from './limits.ts';
import type { EngineState } from './port.ts';
import type { Shadow } from './shadow/shadow.ts';
import type { SnapshotStore } from './snapshots.ts';

export interface SequencerOptions {
  venue: Venue;
  kit: EngineKit;
  journal: Journal;
  snapshots: SnapshotStore;
  store: ProjectionStore;
  projector: Projector;
  clock: Clock;
  log: Log;
  limits?: Partial<SequencerLimits>;
  /** The engine's limits. When the journal has other limits, or none yet, `setRules` is the first command after the recovery. */
  rules?: Readonly<Limits>;
  observer?: Partial<SequencerObserver>;
  /** Takes the snapshots and checks the engine. Without a shadow the engine takes its own snapshots, and every command waits meanwhile. */
  shadow?: Shadow | undefined;
  /** Whether this venue may take the lease yet. It always may when this is absent. */
  mayLead?: () => boolean;
  /** Called when another writer has taken over from this one. */
  takenOver?: () => void;
}

/** For metrics. Its functions must not throw. */
export interface SequencerObserver {
  state(state: EngineState): void;
  committed(batch: { commands: number; bytes: number; writeMs: number }): void;
  refused(reason: 'overloaded' | 'unavailable' | 'outcomeUnknown' | 'commandIdReused'): void;
  recovered(recovery: { commands: number; durationMs: number; snapshotSeq: number }): void;
  lookedUp(): void;
}
