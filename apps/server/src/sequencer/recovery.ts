import type { Engine, Outcome, SequencedCommand } from '@bourse/engine';
import type { Journal, StoredBatch } from '../journal/journal.ts';
import type { Log } from '../platform/log.ts';
import type { AppliedCommand } from '../projections/projection.ts';
import type { OfferedBatch } from '../projections/projector.ts';
import { aheadBy } from './answers.ts';
import { accountOf, bodyHashOf, commandIdText } from './command-ids.ts';
import type { EngineKit } from './kit.ts';
import type { SnapshotStore } from './snapshots.ts';

/** An engine on its way to the journal's head. */
export interface Replay {
  readonly engine: Engine;
  /** Sequence of the snapshot it started from, 0 for genesis. */
  readonly snapshotSeq: number;
  /**
   * Applies what the journal holds beyond the engine; may be called again. Batches that reach beyond `eventsAfter` are handed over with their
   * events, others are only applied. Stops after a batch once it is `enough`. Returns how many commands it applied.
   */
  advance(eventsAfter: number, onBatch: (batch: ReplayedBatch) => void | Promise<void>, enough?: () => boolean): Promise<number>;
}

/** One journal batch as it was replayed, with its events. */
export interface ReplayedBatch extends OfferedBatch {
  stored: StoredBatch;
}

/** Starts from the newest usable snapshot at or below `mostSeq`, or from genesis when there is none. */
export async function openReplay(options: {
  kit: EngineKit;
  journal: Journal;
  snapshots: SnapshotStore;
  mostSeq: number;
  log: Log;
}): Promise<Replay> {
  const { kit, journal, snapshots, mostSeq, log } = options;
  let engine: Engine | undefined;
  let snapshotSeq = 0;
  for await (const snapshot of snapshots.load(journal.venue, mostSeq)) {
    try {
      const restored = kit.restore(snapshot.bytes);
      if (restored.seq !== snapshot.seq) throw new Error(`it stands on ${restored.seq}`);
      engine = restored;
      snapshotSeq = snapshot.seq;
      break;
    } catch (error) {
      log.warn({ err: error, venue: journal.venue, seq: snapshot.seq }, 'a snapshot cannot be used; an older one will do');
    }
  }
  const replayed = engine ?? kit.create(journal.venue);
  return {
    engine: replayed,
    snapshotSeq,
    async advance(eventsAfter, onBatch, enough = () => false) {
      const from = replayed.seq;
      for await (const stored of journal.read(replayed.seq + 1)) {
        if (stored.firstSeq + stored.count - 1 > eventsAfter) await onBatch(replayBatch(kit, replayed, stored));
        else applyOnly(kit, replayed, stored);
        if (enough()) break;
      }
      return replayed.seq - from;
    },
  };
}

function applyOnly(kit: EngineKit, engine: Engine, stored: StoredBatch): void {
  for (const sequenced of kit.decode(stored.bytes)) if (sequenced.seq > engine.seq) engine.apply(sequenced);
  engine.discardEvents();
}

function replayBatch(kit: EngineKit, engine: Engine, stored: StoredBatch): ReplayedBatch {
  const commands: AppliedCommand[] = [];
  const firstSeq = engine.seq + 1;
  for (const sequenced of kit.decode(stored.bytes)) {
    if (sequenced.seq <= engine.seq) continue;
    const outcome = engine.apply(sequenced);
    commands.push(appliedOf(kit, sequenced, outcome));
  }
  return { stored, bytes: stored.bytes, firstSeq, lastSeq: engine.seq, time: engine.time, commands, records: engine.takeRecords() };
}

/** A journalled command with its outcome and, if a customer sent it, its identity. */
export function appliedOf(kit: EngineKit, { seq, time, command, commandId: bytes }: SequencedCommand, outcome: Outcome): AppliedCommand {
  const commandId = commandIdText(bytes);
  if (commandId === undefined) return { seq, time, command, outcome };
  const identity = { account: accountOf(command), commandId, bodyHash: bodyHashOf(kit.body(command)), ahead: aheadBy(commandId, time) };
  return { seq, time, command, outcome, identity };
}
