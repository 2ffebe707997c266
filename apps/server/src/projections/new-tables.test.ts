import { House } from '@bourse/engine';
import { AssetKind, type Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { migrate } from '../platform/migrations.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import { openVenue } from '../sequencer/venues.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { verifyVenue } from '../verify/verify-venue.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

const venue: Venue = 'demo';
const openHost = () => openVenue({ venue, connection: () => test.connection, clock: systemClock, log: silentLog });

it('histories of a data folder without the tables of happenings are made again from its journal at the next start', async () => {
  const first = openHost();
  await first.start();
  await first.port.submit({ account: 0, command: { kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: AssetKind.coin } });
  for (const account of [100_001, 100_002]) {
    await first.port.submit({ account, command: { kind: 'openAccount', account, feeClass: 0 } });
    await first.port.submit({ account, command: { kind: 'grantDemo', account }, commandId: `0190b0c8-0000-7000-8000-000000${account}` });
  }
  await first.stop();
  // The folder as the version before left it: with its own tables, and with histories up to the journal's end.
  await test.database.query('DROP TABLE happening, latest');
  for (const table of ['settlement', 'funding_round', 'timed_contract', 'margin_warning'])
    await test.database.query(`CREATE TABLE ${table} (venue text)`);
  await test.database.query(`DELETE FROM migration WHERE name = '0071-happenings.sql'`);

  expect(await migrate(test.database, silentLog)).toEqual(['0071-happenings.sql']);
  const second = openHost();
  await second.start();
  const { seq } = await second.port.read((engine) => engine.seq);
  expect(await second.port.waitProjected(seq, 10_000)).toBe(true);
  await second.stop();
  const journal = createPostgresJournal({ venue, connection: test.connection, log: silentLog });
  expect((await verifyVenue({ venue, journal, database: test.database, kit: engineKit })).findings).toEqual([]);
  const [kept] = await test.database.query(
    `SELECT count(*)::int AS n FROM ledger_line WHERE account >= 100000 OR account = ${House.external}`,
  );
  expect(kept?.['n']).toBeGreaterThan(2);
}, 60_000);
