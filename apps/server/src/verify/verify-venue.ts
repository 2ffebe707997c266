import type { Engine, SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { Journal, StoredBatch } from '../journal/journal.ts';
import type { Database } from '../platform/database.ts';
import type { EngineKit } from '../sequencer/kit.ts';
import { appliedOf } from '../sequencer/recovery.ts';
import { createPostgresSnapshots } from '../sequencer/snapshots.ts';
import { LiabilitiesCheck } from './liabilities.ts';
import { LogCheck } from './log.ts';
import { OperatorsCheck } from './operators.ts';
import { PriceDaysCheck } from './price-days.ts';
import { ProjectionCheck, type Replay } from './projections.ts';
import { SignatureCheck } from './signed/signatures.ts';
import { inOneView } from './stored.ts';

export interface VenueVerdict {
  venue: Venue;
  commands: number;
  hash: string;
  /** What was checked, one sentence each. */
  checked: string[];
  /** What was found wrong. */
  findings: string[];
}

export interface VerifyOptions {
  venue: Venue;
  journal: Journal;
  database: Database;
  kit: EngineKit;
  /** Heads of the venue's transparency log that others kept, as signed notes. */
  heads?: readonly { by: string; note: string }[];
  /** Rows that may be remembered at a time; for tests. */
  remembered?: number;
}

/** The journal holds something that no server writes. */
export class NotReplayable extends Error {
  override name = 'NotReplayable';
}

/**
 * Replays one venue's journal from genesis and compares everything stored about the venue with the replay. Rejects with `JournalDamaged` or `NotReplayable` when the
 * journal itself is wrong, and with any other error when something could not be checked.
 */
export async function verifyVenue({ venue, journal, database, kit, heads, remembered }: VerifyOptions): Promise<VenueVerdict> {
  const findings: string[] = [];
  const checked: string[] = [];
  const published = await publishedHashes(database, venue);
  const projections = await ProjectionCheck.open({ venue, view: (work) => inOneView(database, work) }, remembered);
  const log = await LogCheck.open(database, venue, heads);
  const head = await journal.head();
  const lastSeq = head.nextSeq - 1;
  if (projections.checkpoint.seq > lastSeq)
    findings.push(`the projections stand at ${projections.checkpoint.seq}, the journal ends at ${lastSeq}`);
  let compared = 0;
  let batches = 0;

  const engine = kit.create(venue);
  const signatures = new SignatureCheck();
  const liabilities = new LiabilitiesCheck();
  const operators = new OperatorsCheck(venue);
  const priceDays = new PriceDaysCheck();
  for await (const { batch, commands } of replayOf(journal, kit, engine, lastSeq, (command) => signatures.before(engine, command))) {
    batches += 1;
    let time = 0;
    for (const { command, outcome } of commands) {
      time = command.time;
      await log.take(command, outcome, engine.untakenRecords());
      signatures.after(command, outcome);
      if (outcome.ok) for (const check of [liabilities, priceDays]) check.take(command);
      operators.take(command, outcome);
      engine.discardEvents();
      const said = published.get(engine.seq);
      if (said === undefined) continue;
      compared += 1;
      const hash = engine.stateHash();
      for (const one of said)
        if (one !== hash) findings.push(`at ${engine.seq} the live engine said its state was ${one}, the replay says ${hash}`);
      checkInvariants(engine, findings);
    }
    await signatures.flush();
    if (batch.time !== time) findings.push(`the batch at ${batch.firstSeq} says its time is ${batch.time}, its last command says ${time}`);
  }
  if (engine.seq !== lastSeq) findings.push(`the journal should reach ${lastSeq} and ends at ${engine.seq}`);
  checkInvariants(engine, findings);
  checked.push(`${venue}: ${engine.seq} commands in ${batches} batches replayed from genesis, every hash follows from the one before`);
  checked.push(`${venue}: ${compared} states published by the live engine compared`);
  checked.push(`${venue}: invariants hold at ${engine.seq}`);
  const senders = await signatures.result(venue);
  findings.push(...senders.findings);
  checked.push(senders.checked);
  const snapshots = await compareSnapshots(database, kit, venue, published, findings);
  checked.push(`${venue}: ${snapshots} snapshots restored and compared`);

  const logged = log.finish();
  findings.push(...logged.findings);
  checked.push(logged.checked);

  const replay: Replay = async (upTo, expected) => {
    const again = kit.create(venue);
    for await (const { commands } of replayOf(journal, kit, again, upTo))
      for (const { command, outcome } of commands) expected.take(appliedOf(kit, command, outcome), again.takeEvents());
  };
  const { rows, findings: differences } = await projections.compare(replay);
  findings.push(...differences);
  const counts = [...rows].map(([table, count]) => `${count} rows of ${table}`);
  checked.push(`${venue}: projections up to ${projections.checkpoint.seq} compared cell by cell: ${counts.join(', ')}`);
  const decided = await operators.result(database);
  findings.push(...decided.findings);
  checked.push(...decided.checked);
  const owed = await liabilities.result(database, venue, engine.seq);
  findings.push(...owed.findings);
  checked.push(owed.checked);
  if (venue === 'demo') {
    const days = await priceDays.result(database, engine.seq);
    findings.push(...days.findings);
    checked.push(days.checked);
  }
  return { venue, commands: engine.seq, hash: engine.stateHash(), checked, findings };
}

/** Applies the commands of the journal one by one, while the caller takes them. */
async function* replayOf(journal: Journal, kit: EngineKit, engine: Engine, upTo: number, before?: (command: SequencedCommand) => void) {
  if (upTo === 0) return;
  for await (const batch of journal.read(1)) {
    if (batch.firstSeq > upTo) return;
    yield { batch, commands: applied(kit, engine, batch, upTo, before) };
  }
}

function* applied(kit: EngineKit, engine: Engine, batch: StoredBatch, upTo: number, before?: (command: SequencedCommand) => void) {
  try {
    for (const command of kit.decode(batch.bytes)) {
      if (command.seq > upTo) continue;
      before?.(command);
      yield { command, outcome: engine.apply(command) };
    }
  } catch (error) {
    throw new NotReplayable(`The ${engine.venue} journal cannot be replayed at ${engine.seq + 1}: ${(error as Error).message}.`);
  }
}

function checkInvariants(engine: Engine, findings: string[]): void {
  try {
    engine.checkInvariants();
  } catch (error) {
    findings.push(`at ${engine.seq} an invariant is broken: ${(error as Error).message}`);
  }
}

/** The states that were published, by sequence. */
async function publishedHashes(database: Database, venue: Venue): Promise<Map<number, string[]>> {
  const rows = await database.query<{ seq: bigint; hash: string }>(
    'SELECT seq, hash FROM state_hash WHERE venue = $1 UNION ALL SELECT seq, state_hash FROM snapshot WHERE venue = $1',
    [venue],
  );
  const published = new Map<number, string[]>();
  for (const { seq, hash } of rows) published.set(Number(seq), [...(published.get(Number(seq)) ?? []), hash]);
  return published;
}

/** Whether the bytes of each snapshot hold the state that its stored hash names. */
async function compareSnapshots(
  database: Database,
  kit: EngineKit,
  venue: Venue,
  published: ReadonlyMap<number, string[]>,
  findings: string[],
): Promise<number> {
  let count = 0;
  for await (const snapshot of createPostgresSnapshots(database).load(venue, Number.MAX_SAFE_INTEGER)) {
    if (!published.has(snapshot.seq)) continue;
    count += 1;
    const restored = kit.restore(snapshot.bytes);
    if (restored.stateHash() !== snapshot.stateHash) findings.push(`the snapshot at ${snapshot.seq} does not hold the state it says`);
  }
  return count;
}
