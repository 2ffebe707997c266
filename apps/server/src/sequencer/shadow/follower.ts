import type { Engine } from '@bourse/engine';
import type { Journal, StoredBatch } from '../../journal/journal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Answered } from '../../transparency/definitions.ts';
import type { LogWriter } from '../../transparency/log-writer.ts';
import type { EngineKit } from '../kit.ts';
import type { SequencerLimits } from '../limits.ts';
import { openReplay } from '../recovery.ts';
import { SnapshotKeeper } from '../snapshot-keeper.ts';
import type { SnapshotStore } from '../snapshots.ts';
import { BatchDigest } from './digest.ts';
import type { Followed } from './messages.ts';

export interface FollowerOptions {
  kit: EngineKit;
  journal: Journal;
  snapshots: SnapshotStore;
  clock: Clock;
  log: Log;
  limits: SequencerLimits;
  /** The transparency log. Its leaves come from this engine, so that it is a second witness of what the live one did. */
  transparency?: LogWriter | undefined;
  tell(message: Followed): void;
}

/** Batches told of at once, so that a long catching up is seen while it goes on. */
const toldTogether = 1024;
/** Commands whose leaves are stored together while it catches up. */
const leavesTogether = 8_192;

/**
 * A second engine that applies what the journal says, behind the live one. It never goes beyond what is projected, so each snapshot it makes may be kept at once.
 * It begins with the newest stored snapshot, which proves again and again that snapshots can be used.
 */
export class Follower {
  private readonly options: FollowerOptions;
  private readonly keeper: SnapshotKeeper;
  private engine: Engine | undefined;
  private target = 0;
  private under: Promise<void> | undefined;

  constructor(options: FollowerOptions) {
    this.options = options;
    this.keeper = new SnapshotKeeper({ ...options, venue: options.journal.venue });
  }

  /** Resolves when everything that is projected by now has been applied; rejects when the journal cannot be read or followed. */
  projected(seq: number): Promise<void> {
    this.target = Math.max(this.target, seq);
    this.under ??= this.follow().finally(() => {
      this.under = undefined;
    });
    return this.under;
  }

  private async follow(): Promise<void> {
    this.engine ??= await this.open();
    while (this.engine.seq < this.target) {
      const before = this.engine.seq;
      await this.advance(this.engine);
      this.keeper.consider(this.engine);
      this.keeper.projected(this.engine.seq);
      // The checkpoint of the projections lies at the end of a batch; anything else would be asked for again and again.
      if (this.engine.seq === before) return;
    }
  }

  private async open(): Promise<Engine> {
    // The log needs the events of every command behind it, so a newer snapshot than the log is of no use.
    const logged = await this.options.transparency?.open();
    const { engine, snapshotSeq } = await openReplay({ ...this.options, mostSeq: Math.min(this.target, logged ?? this.target) });
    this.keeper.restart(snapshotSeq, this.target - snapshotSeq);
    this.options.transparency?.begin(engine);
    return engine;
  }

  private async advance(engine: Engine): Promise<void> {
    let digests: number[] = [];
    const tell = () => {
      this.options.tell({ kind: 'followed', seq: engine.seq, digests: Float64Array.from(digests) });
      digests = [];
    };
    for await (const stored of this.options.journal.read(engine.seq + 1)) {
      const lastSeq = stored.firstSeq + stored.count - 1;
      if (lastSeq > this.target) break;
      // A snapshot of the live engine may lie within a batch.
      const whole = stored.firstSeq === engine.seq + 1;
      const digest = this.apply(engine, stored);
      if (whole) digests.push(lastSeq, digest);
      if (digests.length >= toldTogether * 2) tell();
      if ((this.options.transparency?.waiting ?? 0) >= leavesTogether) await this.options.transparency?.flush();
    }
    await this.options.transparency?.flush();
    tell();
  }

  private apply(engine: Engine, stored: StoredBatch): number {
    const { kit, transparency } = this.options;
    const digest = new BatchDigest();
    const answered: Answered[] = [];
    for (const sequenced of kit.decode(stored.bytes)) {
      if (sequenced.seq <= engine.seq) continue;
      const outcome = engine.apply(sequenced);
      digest.outcome(outcome.ok);
      if (transparency) answered.push({ sequenced, outcome });
    }
    const records = engine.untakenRecords();
    digest.records(records);
    transparency?.take(answered, records);
    engine.discardEvents();
    return digest.value;
  }
}
