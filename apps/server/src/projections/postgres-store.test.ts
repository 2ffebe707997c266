import { type Command, usualActor } from '@bourse/engine';
import { canonicalJson } from '@bourse/engine/receipts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { silentLog } from '../platform/log.ts';
import { openDatabase } from '../platform/postgres.ts';
import { commandIdBytes, noCommandId } from '../sequencer/command-ids.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { openReplay } from '../sequencer/recovery.ts';
import { createMemorySnapshots } from '../sequencer/snapshots.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { projectionConformance } from './conformance.ts';
import { ada, bob, commandIdOf, timeOf } from './conformance-events.ts';
import { createPostgresProjections } from './postgres-store.ts';
import { projectedTables, rebuildVenue } from './rebuild.ts';
import { rowText, type StoredRows } from './stored-rows.ts';

let test: TestDatabase;
let other: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  test = await testDatabase();
  other = openDatabase({ connection: test.connection, log: silentLog, poolSize: 2 });
}, 60_000);
afterAll(async () => {
  await other.close();
  await test.drop();
});

async function storedRows(): Promise<StoredRows> {
  const stored: StoredRows = {};
  for (const table of projectedTables.filter((name) => name !== 'projection_checkpoint')) {
    const rows = await test.database.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE venue = 'demo'`);
    const texts = rows.map(({ venue: _venue, ...row }) => {
      if (table === 'settlement') return canonicalJson(row['event']);
      const shown = ([name, value]: [string, unknown]): [string, unknown] => [name, textOf(value)];
      return rowText(Object.entries(row).map(shown));
    });
    stored[table] = texts.sort();
  }
  const marks = await test.database.query<{ seq: bigint; event_index: number; mark: string | null }>(
    `SELECT seq, event_index, mark::text AS mark FROM settlement WHERE venue = 'demo' AND kind = 'liquidation' ORDER BY seq, event_index`,
  );
  stored['marks of liquidations'] = marks.map(({ seq, event_index, mark }) => `${seq}/${event_index} ${mark}`);
  return stored;
}

function textOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' && value !== null ? canonicalJson(value) : value;
}

projectionConformance('Postgres', async () => {
  for (const table of projectedTables) await test.database.query(`DELETE FROM ${table}`);
  return { store: createPostgresProjections(test.database), again: createPostgresProjections(other), rows: storedRows };
});

it('hold after a crash between two transactions what a rebuild from the journal makes', async () => {
  for (const table of projectedTables) await test.database.query(`DELETE FROM ${table}`);
  const journal = createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog });
  const commands: Command[] = [
    { kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 },
    ...[ada, bob].flatMap((account): Command[] => [
      { kind: 'openAccount', account, feeClass: 0 },
      { kind: 'grantDemo', account },
      { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: 7n },
      { kind: 'transfer', account, from: 2, to: 1, asset: 1, amount: 8n },
    ]),
  ];
  const writer = await journal.tryAcquire();
  for (const [at, command] of commands.entries()) {
    const seq = at + 1;
    const commandId = command.kind === 'transfer' ? commandIdBytes(commandIdOf(seq)) : noCommandId;
    const bytes = engineKit.encode([{ seq, time: timeOf(seq), commandId, actor: usualActor(command), command }]);
    await writer?.append({ firstSeq: seq, count: 1, time: timeOf(seq), bytes });
  }
  await writer?.release();
  const store = createPostgresProjections(test.database);
  const replay = async (from: number, to: number) => {
    const { advance } = await openReplay({ kit: engineKit, journal, snapshots: createMemorySnapshots(), mostSeq: 0, log: silentLog });
    await advance(from, async (batch) => {
      if (batch.lastSeq <= to)
        expect(await store.project('demo', batch.firstSeq - 1, { ...batch, events: batch.records.events })).toBe(batch.lastSeq);
    });
  };
  await replay(0, 5);
  expect(await createPostgresProjections(other).checkpoint('demo')).toBe(5);
  await replay(5, commands.length);
  const afterCrash = await storedRows();
  expect([afterCrash['ledger_line']?.length, afterCrash['command_outcome']?.length]).toEqual([expect.any(Number), 4]);
  await rebuildVenue({ venue: 'demo', journal, database: test.database, kit: engineKit, log: silentLog });
  expect(await store.checkpoint('demo')).toBe(commands.length);
  expect(await storedRows()).toEqual(afterCrash);
});
