import type { Engine } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import type { PoolClient } from 'pg';
import type { Journal } from '../journal/journal.ts';
import type { Database } from '../platform/database.ts';
import type { EngineKit } from '../sequencer/kit.ts';
import { appliedOf } from '../sequencer/recovery.ts';
import { createPostgresSnapshots } from '../sequencer/snapshots.ts';
import { Expected } from './expected.ts';
import { compareStored } from './stored.ts';

export interface VenueVerdict {
  venue: Venue;
  commands: number;
  hash: string;
  /** What was checked, one sentence each. */
  checked: string[];
  /** What was found wrong. */
  findings: string[];
}

/** Replays one venue's journal from genesis and compares everything stored about the venue with the replay. */
export async function verifyVenue(options: { venue: Venue; journal: Journal; database: Database; kit: EngineKit }): Promise<VenueVerdict> {
  const { venue, journal, database, kit } = options;
  return database.withConnection(async (client) => {
    // One snapshot of the tables serves the whole check, so that a running server may go on meanwhile.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    try {
      return await verifyInView(client, venue, journal, database, kit);
    } finally {
      await client.query('ROLLBACK');
    }
  });
}

async function verifyInView(client: PoolClient, venue: Venue, journal: Journal, database: Database, kit: EngineKit): Promise<VenueVerdict> {
  const findings: string[] = [];
  const checked: string[] = [];
  const published = await publishedHashes(client, venue);
  const checkpoint = await checkpointOf(client, venue);
  const head = await journal.head();
  const engine = kit.create(venue);
  const expected = new Expected();
  let batches = 0;
  let compared = 0;
  let projectionsCompared = checkpoint === 0;

  const atCheckpoint = async () => {
    if (projectionsCompared || engine.seq !== checkpoint) return;
    projectionsCompared = true;
    findings.push(...(await compareStored(client, venue, expected)));
  };

  for await (const batch of journal.read(1)) {
    if (batch.firstSeq >= head.nextSeq) break;
    batches += 1;
    for (const command of kit.decode(batch.bytes)) {
      const outcome = engine.apply(command);
      if (engine.seq <= checkpoint) {
        expected.take(appliedOf(kit, command, outcome), engine.takeEvents());
      } else engine.discardEvents();
      const said = published.get(engine.seq);
      if (said !== undefined) {
        compared += 1;
        const hash = engine.stateHash();
        for (const one of said)
          if (one !== hash) findings.push(`at ${engine.seq} the live engine said its state was ${one}, the replay says ${hash}`);
        checkInvariants(engine, findings);
      }
      if (engine.seq === checkpoint) await atCheckpoint();
    }
  }
  if (engine.seq + 1 !== head.nextSeq) findings.push(`the journal should reach ${head.nextSeq - 1} and ends at ${engine.seq}`);
  checkInvariants(engine, findings);
  checked.push(`${venue}: ${engine.seq} commands in ${batches} batches replayed from genesis, every hash follows from the one before`);
  checked.push(`${venue}: ${compared} states published by the live engine compared`);
  const snapshots = await compareSnapshots(database, kit, venue, published, findings);
  checked.push(`${venue}: ${snapshots} snapshots restored and compared`);
  if (!projectionsCompared) findings.push(`the projections stand at ${checkpoint}, which the journal does not reach`);
  const counts = [...expected.counts()].map(([table, count]) => `${count} rows of ${table}`);
  checked.push(`${venue}: projections up to ${checkpoint} compared: ${counts.join(', ')}`);
  const figures = [...expected.figures].map(([table, rows]) => `${rows.size} rows of ${table.name}`);
  checked.push(`${venue}: ${figures.join(', ')}, ${expected.happenings.count} rows of happening compared figure by figure`);
  checked.push(`${venue}: invariants hold at ${engine.seq}`);
  return { venue, commands: engine.seq, hash: engine.stateHash(), checked, findings };
}

function checkInvariants(engine: Engine, findings: string[]): void {
  try {
    engine.checkInvariants();
  } catch (error) {
    findings.push(`at ${engine.seq} an invariant is broken: ${(error as Error).message}`);
  }
}

async function publishedHashes(client: PoolClient, venue: Venue): Promise<Map<number, string[]>> {
  const { rows } = await client.query<{ seq: bigint; hash: string }>(
    'SELECT seq, hash FROM state_hash WHERE venue = $1 UNION ALL SELECT seq, state_hash FROM snapshot WHERE venue = $1',
    [venue],
  );
  const published = new Map<number, string[]>();
  for (const { seq, hash } of rows) published.set(Number(seq), [...(published.get(Number(seq)) ?? []), hash]);
  return published;
}

async function checkpointOf(client: PoolClient, venue: Venue): Promise<number> {
  const { rows } = await client.query<{ seq: bigint }>('SELECT seq FROM projection_checkpoint WHERE venue = $1', [venue]);
  return Number(rows[0]?.seq ?? 0n);
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
