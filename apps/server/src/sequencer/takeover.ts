import type { Engine } from '@bourse/engine';
import type { Journal, JournalWriter } from '../journal/journal.ts';
import { type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ProjectionStore } from '../projections/projection.ts';
import type { Projector } from '../projections/projector.ts';
import { keyOf, RecentAnswers } from './answers.ts';
import type { EngineKit } from './kit.ts';
import type { DurableBatch } from './port.ts';
import { openReplay, type ReplayedBatch } from './recovery.ts';
import type { SnapshotStore } from './snapshots.ts';

export interface TakeoverOptions {
  kit: EngineKit;
  journal: Journal;
  snapshots: SnapshotStore;
  store: ProjectionStore;
  projector: Projector;
  clock: Clock;
  log: Log;
  recentAnswers: number;
  /** Sequence up to which listeners were told; undefined when there is nothing they could have missed. */
  toldUpTo: number | undefined;
  stopping: () => boolean;
  /** Whether this process may become the writer yet; until then it only follows. */
  mayLead?: (() => boolean) | undefined;
  /** How many commands a follower keeps that nobody has projected. */
  followedCommands?: number | undefined;
}

/** Everything a writer needs to go on where the journal ends. */
export interface Takeover {
  engine: Engine;
  writer: JournalWriter;
  answers: RecentAnswers;
  snapshotSeq: number;
  /** Durable, but listeners were never told. */
  missed: DurableBatch[];
  replayed: number;
}

/** A start without projections has the whole journal before it. What it follows beyond this waits in the journal, not in memory. */
const mostFollowed = 16_384;
const standbyPollMs = 200;
/** While it is the other venue of this same process that is waited for, not another writer. */
const ownPollMs = 25;

/**
 * Makes the engine again from snapshot and journal, and becomes the writer. While another writer is alive it follows the journal, so that little
 * is left to do when the lease comes free. Undefined when asked to stop meanwhile. One that was the writer before does not stand by behind another: it
 * is `takenOver`, and a fresh process takes its place.
 */
export async function takeOver(options: TakeoverOptions): Promise<Takeover | 'takenOver' | undefined> {
  const { clock, journal, log, projector, store, toldUpTo, stopping, mayLead = () => true, followedCommands = mostFollowed } = options;
  const checkpoint = await projector.open();
  const replay = await openReplay({ ...options, mostSeq: checkpoint });
  const answers = await loadAnswers(store, journal, options.recentAnswers);
  const missed: DurableBatch[] = [];
  /** Replayed while standing by; the living writer projects them. */
  let unprojected: ReplayedBatch[] = [];
  const followedEnough = () => unprojected.reduce((sum, { commands }) => sum + commands.length, 0) >= followedCommands;

  const take = (batch: ReplayedBatch) => {
    for (const { identity, seq, time, outcome } of batch.commands) {
      if (!identity || seq <= checkpoint) continue;
      const key = keyOf(identity.account, identity.commandId);
      if (!answers.get(key)) answers.add(key, identity.account, identity.commandId, { seq, time, outcome, bodyHash: identity.bodyHash });
    }
    if (toldUpTo !== undefined && batch.lastSeq > toldUpTo) missed.push(batch);
  };
  const offer = async (batch: ReplayedBatch) => {
    projector.offer(batch);
    await projector.room();
  };
  const news = Math.min(checkpoint, toldUpTo ?? checkpoint);

  let writer = mayLead() ? await journal.tryAcquire() : undefined;
  let replayed = 0;
  let told = false;
  while (!writer) {
    if (toldUpTo !== undefined && (await journal.heldByAnother())) return 'takenOver';
    const leads = mayLead();
    if (leads && !told) log.info({ venue: journal.venue }, 'another writer is alive: standing by');
    told ||= leads;
    const follow = (batch: ReplayedBatch) => {
      take(batch);
      unprojected.push(batch);
    };
    if (!followedEnough()) replayed += await replay.advance(news, follow, followedEnough);
    await sleep(clock, leads ? standbyPollMs : ownPollMs);
    if (stopping()) return undefined;
    const projected = await store.checkpoint(journal.venue);
    unprojected = unprojected.filter(({ lastSeq }) => lastSeq > projected);
    answers.trim(projected);
    if (mayLead()) writer = await journal.tryAcquire();
  }
  try {
    await projector.open();
    for (const batch of unprojected) await offer(batch);
    replayed += await replay.advance(news, async (batch) => {
      take(batch);
      await offer(batch);
    });
    const { engine, snapshotSeq } = replay;
    if (engine.seq + 1 !== writer.nextSeq) throw new Error(`the replay ended at ${engine.seq}, the journal at ${writer.nextSeq - 1}`);
    return { engine, writer, answers, snapshotSeq, missed, replayed };
  } catch (error) {
    await writer.release().catch(() => {});
    throw error;
  }
}

async function loadAnswers(store: ProjectionStore, { venue }: Journal, limit: number): Promise<RecentAnswers> {
  const answers = new RecentAnswers(limit);
  const { answers: newest, coverTime } = await store.newestAnswers(venue, limit);
  answers.startAt(coverTime);
  for (const { account, ahead } of await store.aheadOf(venue, coverTime)) answers.rememberAhead(account, ahead);
  for (const { account, commandId, seq, time, outcome, bodyHash } of newest) {
    answers.add(keyOf(account, commandId), account, commandId, { seq, time, outcome, bodyHash });
  }
  return answers;
}
