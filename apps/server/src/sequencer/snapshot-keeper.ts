import { createHash } from 'node:crypto';
import type { Engine } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { SequencerLimits } from './limits.ts';
import type { Snapshot, SnapshotStore } from './snapshots.ts';

/**
 * Decides when a snapshot is due and keeps it once it may be kept: a recovery from it will not make the events before it again, so those must
 * be projected first, which also means that they are durable.
 */
export class SnapshotKeeper {
  private readonly venue: Venue;
  private readonly store: SnapshotStore;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly limits: SequencerLimits;
  private lastSeq = 0;
  private lastAt = Number.NEGATIVE_INFINITY;
  private pending: Snapshot | undefined;
  /** The pending one that is being written: what is projected meanwhile must not write it again. */
  private writing: Snapshot | undefined;

  constructor(options: { venue: Venue; snapshots: SnapshotStore; clock: Clock; log: Log; limits: SequencerLimits }) {
    this.venue = options.venue;
    this.store = options.snapshots;
    this.clock = options.clock;
    this.log = options.log;
    this.limits = options.limits;
  }

  /** A recovery has started from this snapshot and replayed so much after it; whatever was pending belongs to an engine that is no more. */
  restart(seq: number, replayed: number): void {
    this.pending = undefined;
    this.lastSeq = seq;
    this.lastAt = replayed < this.limits.snapshotAfterReplay ? this.clock.now() : Number.NEGATIVE_INFINITY;
  }

  forget(): void {
    this.pending = undefined;
  }

  consider(engine: Engine): void {
    if (this.pending) return;
    const now = this.clock.now();
    const { snapshotEveryCommands, snapshotApartMs, snapshotEveryMs } = this.limits;
    const commands = engine.seq - this.lastSeq;
    const due = commands >= snapshotEveryCommands ? snapshotApartMs : snapshotEveryMs;
    if (commands === 0 || now - this.lastAt < due) return;
    this.lastSeq = engine.seq;
    this.lastAt = now;
    try {
      this.pending = take(engine);
    } catch (error) {
      // Trading goes on without it: the next start replays more.
      this.log.error({ err: error, venue: this.venue, seq: engine.seq }, 'a snapshot could not be made');
    }
  }

  /**
   * `seq`: this writer's own, durable and projected. What another one projected says nothing of this engine, which may hold commands that never came into the journal.
   */
  projected(seq: number): void {
    const snapshot = this.pending;
    if (!snapshot || seq < snapshot.seq || this.writing === snapshot) return;
    this.writing = snapshot;
    this.keep(snapshot, 'snapshot')
      .catch((error) => this.log.warn({ err: error, venue: this.venue }, 'a snapshot could not be kept'))
      .finally(() => {
        if (this.pending === snapshot) this.pending = undefined;
        if (this.writing === snapshot) this.writing = undefined;
      });
  }

  /** The last one, of an engine whose every event is projected. */
  async keepLast(engine: Engine): Promise<void> {
    await this.keep(take(engine), 'shutdown');
  }

  private async keep(snapshot: Snapshot, occasion: 'snapshot' | 'shutdown'): Promise<void> {
    await this.store.save(this.venue, snapshot, this.limits.snapshotsKept);
    await this.store.recordHash(this.venue, snapshot.seq, snapshot.stateHash, occasion);
  }
}

const take = (engine: Engine): Snapshot => ({
  seq: engine.seq,
  time: engine.time,
  bytes: engine.snapshot(),
  // Of a large state the hash is most of the pause; Node's own SHA-256 halves it.
  stateHash: engine.stateHash(() => createHash('sha256')),
});
