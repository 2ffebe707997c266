import { type Command, createEngine, defaultLimits, type Limits, listLimits } from '@bourse/engine';
import { AssetKind, type Venue } from '@bourse/protocol/enums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresJournal } from '../journal/postgres-journal.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { engineKit } from '../sequencer/engine-kit.ts';
import type { EngineKit } from '../sequencer/kit.ts';
import { openVenue } from '../sequencer/venues.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { verifyVenue } from './verify-venue.ts';

const venue: Venue = 'demo';
let test: TestDatabase;

/** Runs a version of the server that has these limits, and lists assets in it. */
async function runWith(rules: Readonly<Limits>, assets: readonly number[]) {
  const host = openVenue({ venue, connection: () => test.connection, clock: systemClock, log: silentLog, rules });
  await host.start();
  const outcomes: boolean[] = [];
  for (const asset of assets) {
    const command: Command = { kind: 'defineAsset', asset, code: `COIN${asset}`, scale: 6, assetKind: AssetKind.coin };
    outcomes.push((await host.port.submit({ account: 0, command })).outcome.ok);
  }
  await host.stop();
  return outcomes;
}

const findings = async (kit: EngineKit) => {
  const journal = createPostgresJournal({ venue, connection: test.connection, log: silentLog });
  return (await verifyVenue({ venue, journal, database: test.database, kit })).findings;
};

/** The kit of a version whose engine begins with other limits. */
const withDefaults = (limits: Partial<Limits>): EngineKit => ({ ...engineKit, create: (name) => createEngine({ venue: name, limits }) });

beforeAll(async () => {
  test = await testDatabase();
  // The third asset meets the old limit, the fifth the new one.
  expect(await runWith({ ...defaultLimits, assets: 2 }, [1, 2, 3])).toEqual([true, true, false]);
  expect(await runWith({ ...defaultLimits, assets: 3 }, [4, 5])).toEqual([true, false]);
}, 60_000);
afterAll(() => test.drop());

it.each([
  ['the defaults of today', engineKit],
  ['lower defaults', withDefaults({ assets: 1, batchItems: 1, finishedOrders: 16 })],
  ['higher defaults', withDefaults({ assets: 8_192, finishedOrders: 131_072 })],
])('a journal agrees with its replay by a version with %s', async (_defaults, kit) => {
  expect(await findings(kit)).toEqual([]);
});

it('finds a replay that does not keep the limits of its journal', async () => {
  const forgetful: EngineKit = {
    ...engineKit,
    decode: (bytes) =>
      engineKit
        .decode(bytes)
        .map((one) => (one.command.kind === 'setRules' ? { ...one, command: { ...one.command, limits: listLimits(defaultLimits) } } : one)),
  };
  expect((await findings(forgetful)).join('\n')).toMatch(/the live engine said its state was/);
});
