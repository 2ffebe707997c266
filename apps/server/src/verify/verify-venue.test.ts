import { spawnSync } from 'node:child_process';
import type { Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { rebuildVenue } from '../projections/rebuild.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { openVenue } from '../sequencer/venues.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { verifyVenue } from './verify-venue.ts';

let test: TestDatabase;
const venue: Venue = 'demo';
const journal = () => createPostgresJournal({ venue, connection: test.connection, log: silentLog });
const verdict = () => verifyVenue({ venue, journal: journal(), database: test.database, kit: engineKit });
const projections = () =>
  test.database.query(
    `SELECT (SELECT json_agg(b ORDER BY account, wallet, asset) FROM balance b) AS balances, (SELECT json_agg(l ORDER BY account, seq, event_index) FROM ledger_line l) AS lines,
      (SELECT json_agg(o ORDER BY account, command_id) FROM command_outcome o) AS answers, (SELECT json_agg(d ORDER BY account, day) FROM daily_balance d) AS days`,
  );

beforeAll(async () => {
  test = await testDatabase();
  const host = openVenue({ venue, connection: () => test.connection, clock: systemClock, log: silentLog });
  await host.start();
  await host.port.submit({ account: 0, command: { kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 } });
  for (let account = 100_001; account <= 100_050; account += 1) {
    await host.port.submit({ account, command: { kind: 'openAccount', account, feeClass: 0 } });
    const commandId = `0190b0c8-0000-7000-8000-000000${account}`;
    await host.port.submit({ account, commandId, command: { kind: 'grantDemo', account } });
    await host.port.submit({ account, command: { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: BigInt(account) } });
  }
  await host.stop();
}, 60_000);
afterAll(() => test.drop());

it('finds a journal, its states and its projections in agreement', async () => {
  const { findings, commands, checked } = await verdict();
  expect(findings).toEqual([]);
  expect(commands).toBe(152);
  expect(checked.join('\n')).toMatch(/1 states published/);
  expect(checked.join('\n')).toMatch(/1 snapshots restored/);
});

it('sees a balance, a line or a published state that was changed', async () => {
  const changes = [
    [
      `UPDATE balance SET available = available + 1 WHERE account = 100007 AND wallet = 1`,
      /balance 100007\/1\/1: available is \d+, the replay says \d+/,
    ],
    [`DELETE FROM ledger_line WHERE account = 100008 AND wallet = 2`, /ledger_line 100008\/\d+\/\d+ is missing/],
    [`UPDATE state_hash SET hash = 'f00'`, /live engine said its state was f00/],
  ] as const;
  for (const [change, finding] of changes) {
    const before = await test.database.query('SELECT hash FROM state_hash');
    await test.database.query(change);
    expect((await verdict()).findings.join('\n')).toMatch(finding);
    await test.database.query('UPDATE state_hash SET hash = $1', [before[0]?.['hash']]);
  }
});

it('remembers no more rows at a time than it may, and finds the same', async () => {
  const inParts = async () =>
    (await verifyVenue({ venue, journal: journal(), database: test.database, kit: engineKit, remembered: 40 })).findings;
  const found = await inParts();
  expect(found.join('\n')).toMatch(/balance 100007\/1\/1: available/);
  expect(found).toEqual((await verdict()).findings);
});

it('waits for a slow machine longer than a server leaves a transaction idle', async () => {
  const wait = new Int32Array(new SharedArrayBuffer(4));
  const decode = (bytes: Uint8Array) => {
    Atomics.wait(wait, 0, 0, 22);
    return engineKit.decode(bytes);
  };
  const before = performance.now();
  await verifyVenue({ venue, journal: journal(), database: test.database, kit: { ...engineKit, decode } });
  expect(performance.now() - before).toBeGreaterThan(6_000);
});

it('is made whole by rebuilding the projections, which come out the same every time', async () => {
  await rebuildVenue({ venue, journal: journal(), database: test.database, kit: engineKit, log: silentLog });
  expect((await verdict()).findings).toEqual([]);
  const once = await projections();
  await rebuildVenue({ venue, journal: journal(), database: test.database, kit: engineKit, log: silentLog });
  expect(await projections()).toEqual(once);
});

it('sees a changed past', async () => {
  await test.database.query('UPDATE journal_batch SET bytes = set_byte(bytes, 10, get_byte(bytes, 10) # 1) WHERE first_seq = 5');
  await expect(verdict()).rejects.toThrow(/damaged at 5/);
});

it('says that it could not check, which is neither equal nor different', () => {
  const env = { ...process.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' };
  const { status, stdout } = spawnSync(process.execPath, ['scripts/run.mjs', 'apps/server/src/verify.ts'], { env, encoding: 'utf8' });
  expect(stdout).toMatch(/^NOT CHECKED: .*ECONNREFUSED.*\nverify: 0 commands, hash none, could not be checked\n$/);
  expect(status).toBe(2);
});
