import { type Command, House, usualActor } from '@bourse/engine';
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
import { everyTable } from './position-tables.ts';
import { createPostgresProjections } from './postgres-store.ts';
import { rebuildVenue } from './rebuild.ts';
import { type StoredRows, storedText } from './stored-texts.ts';

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
  for (const table of everyTable) {
    const rows = await test.database.query<Record<string, unknown>>(`SELECT * FROM ${table.name} WHERE venue = 'demo'`);
    stored[table.name] = rows.map((row) => storedText(table, row)).sort();
  }
  return stored;
}

const empty = async () => {
  for (const name of [...everyTable.map((table) => table.name), 'projection_checkpoint']) await test.database.query(`DELETE FROM ${name}`);
};

projectionConformance('Postgres', async () => {
  await empty();
  return { store: createPostgresProjections(test.database), again: createPostgresProjections(other), rows: storedRows };
});

/** Four seconds a command: prices do not grow stale between two of them. */
const at = (seq: number) => timeOf(0) + seq * 4_000;
const tick = (seq: number): Command => ({
  kind: 'feedTicks',
  source: 'index',
  items: [{ instrument: 1, priceTicks: 100 + seq, time: at(seq) }],
});

/** A timed contract on an index, from its sale to its end. */
const timedContract: Command[] = [
  { kind: 'defineAsset', asset: 2, code: 'COIN', scale: 3, assetKind: 3 },
  {
    ...{ kind: 'defineInstrument', instrument: 1, symbol: 'COIN-PERP', instrumentKind: 2, baseAsset: 2, quoteAsset: 1, lotUnits: 1n },
    ...{ quoteUnitsPerTickLot: 1, minLots: 1, maxLots: 9, minNotional: 1, bandBps: 1_000, takerFeePpm: [500], makerFeePpm: [200] },
    ...{ keepsProtection: false, status: 1 },
  },
  {
    ...{ kind: 'defineTimed', instrument: 1, asset: 1, offers: [{ durationMs: 6_000, payoutPpm: 800_000 }], minStake: 5, maxStake: 9 },
    exposureLimit: 1_000,
  },
  { kind: 'fundHouse', number: 1, account: House.timed, wallet: 4, asset: 1, amount: 1_000n },
  { kind: 'transfer', account: ada, from: 1, to: 4, asset: 1, amount: 9n },
  tick(15),
  { kind: 'placeTimed', account: ada, instrument: 1, direction: 1, durationMs: 6_000, stake: 5 },
  ...[17, 18, 19, 20, 21].map(tick),
];

it('hold after a crash between two transactions what a rebuild from the journal makes', async () => {
  await empty();
  const journal = createPostgresJournal({ venue: 'demo', connection: test.connection, log: silentLog });
  const commands: Command[] = [
    { kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 },
    ...[ada, bob].flatMap((account): Command[] => [
      { kind: 'openAccount', account, feeClass: 0 },
      { kind: 'grantDemo', account },
      { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: 7n },
      { kind: 'transfer', account, from: 2, to: 1, asset: 1, amount: 8n },
    ]),
    ...timedContract,
  ];
  const writer = await journal.tryAcquire();
  for (const [index, command] of commands.entries()) {
    const seq = index + 1;
    const commandId = command.kind === 'transfer' ? commandIdBytes(commandIdOf(seq)) : noCommandId;
    const bytes = engineKit.encode([{ seq, time: at(seq), commandId, actor: usualActor(command), command }]);
    await writer?.append({ firstSeq: seq, count: 1, time: at(seq), bytes });
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
  // Once before the contract is sold, once while it runs.
  await replay(0, 5);
  await replay(5, 18);
  expect(await createPostgresProjections(other).checkpoint('demo')).toBe(18);
  await replay(18, commands.length);
  const afterCrash = await storedRows();
  expect([afterCrash['command_outcome']?.length, afterCrash['latest']?.length, afterCrash['happening']?.length]).toEqual([5, 1, 1]);
  await rebuildVenue({ venue: 'demo', journal, database: test.database, kit: engineKit, log: silentLog });
  expect(await store.checkpoint('demo')).toBe(commands.length);
  expect(await storedRows()).toEqual(afterCrash);
});
