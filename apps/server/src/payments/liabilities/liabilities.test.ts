import { isOwedUnder, liabilitiesDigest } from '@bourse/transparency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresJournal } from '../../journal/postgres-journal.ts';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { engineKit } from '../../sequencer/engine-kit.ts';
import { openVenue, type VenueHost } from '../../sequencer/venues.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { verifyVenue } from '../../verify/verify-venue.ts';
import { createLiabilities } from './liabilities.ts';
import { assetsOf, leavesOf, owedIn } from './store.ts';

const venue = 'demo';
const first = 100_001;
const people = 1_000;
const everyMs = 3_600_000;
let test: TestDatabase;
let host: VenueHost;
/** The clock begins with a period, so that none ends during a test. */
let ahead = everyMs - (systemClock.now() % everyMs);
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead };
const open = () => createLiabilities({ database: test.database, clock, log: silentLog, real: host.port, everyMs });
const caughtUp = async () => {
  const { seq } = await host.port.read((engine) => engine.seq);
  await host.port.waitProjected(seq, 30_000);
};
const findings = async () => {
  await caughtUp();
  const journal = createPostgresJournal({ venue, connection: test.connection, log: silentLog });
  return (await verifyVenue({ venue, journal, database: test.database, kit: engineKit })).findings;
};
/** Anchors are the only commands of the system here that have an id. */
const anchors = async () => {
  await caughtUp();
  return test.database.query("SELECT seq FROM command_outcome WHERE venue = 'demo' AND account = 0");
};

beforeAll(async () => {
  test = await testDatabase();
  host = openVenue({ venue, connection: () => test.connection, clock: systemClock, log: silentLog });
  await host.start();
  await host.port.submit({ account: 0, command: { kind: 'defineAsset', asset: 1, code: 'USDT', scale: 6, assetKind: 2 } });
  await Promise.all(
    Array.from({ length: people }, async (_, at) => {
      const account = first + at;
      await host.port.submit({ account, command: { kind: 'openAccount', account, feeClass: 0 } });
      await host.port.submit({ account, command: { kind: 'grantDemo', account } });
      await host.port.submit({ account, command: { kind: 'transfer', account, from: 1, to: 2, asset: 1, amount: BigInt(account) } });
    }),
  );
}, 120_000);
afterAll(async () => {
  await host.stop();
  await test.drop();
});

describe('what is owed', () => {
  it('is published once in a period, with a leaf for each of 1,000 customers, and adds up to the ledger', async () => {
    const liabilities = open();
    await Promise.all([liabilities.job.run(), open().job.run()]);
    await liabilities.job.run();
    const stored = (await liabilities.newest())!;
    expect(stored.anchorSeq).toBeGreaterThan(stored.seq);
    expect(await anchors()).toHaveLength(1);
    const [published] = await assetsOf(test.database, stored.id);
    const [{ sum }] = (await test.database.query<{ sum: string }>(
      'SELECT sum(available + frozen)::text AS sum FROM balance WHERE account >= 100000',
    )) as [{ sum: string }];
    expect([published!.total, published!.customers]).toEqual([BigInt(sum), people]);
    const { trees } = await liabilities.trees(stored);
    const { assets } = await owedIn(test.database, stored);
    for (const { asset, customers } of assets) {
      const tree = trees.get(asset)!;
      for (const leaf of leavesOf(stored.secret, asset, customers))
        expect(isOwedUnder(tree.root, leaf, tree.pathOf(leaf)!), String(leaf.account)).toBe(true);
    }
    const roots = [...trees].map(([asset, { root, count }]) => ({ asset, root, count }));
    expect(Buffer.from(liabilitiesDigest(stored.seq, roots))).toEqual(stored.digest);
    expect(await findings()).toEqual([]);
  }, 60_000);

  it('that was stored and not anchored is anchored later, once', async () => {
    ahead += everyMs;
    const dying = createLiabilities({
      ...{ database: test.database, clock, log: silentLog, everyMs },
      real: {
        ...host.port,
        venue,
        read: host.port.read.bind(host.port),
        waitProjected: host.port.waitProjected.bind(host.port),
        submit: () => Promise.reject(new Error('killed')),
      },
    });
    await expect(dying.job.run()).rejects.toThrow('killed');
    const before = await anchors();
    await open().job.run();
    await open().job.run();
    expect(await anchors()).toHaveLength(before.length + 1);
    expect(await findings()).toEqual([]);
  }, 60_000);

  it.each([
    [
      'an amount of a leaf',
      'UPDATE liabilities_asset SET leaves = set_byte(leaves, 19, get_byte(leaves, 19) # 1)',
      /the leaf of account 100001 says/,
    ],
    [
      'a root',
      'UPDATE liabilities_asset SET root = set_byte(root, 3, get_byte(root, 3) # 1)',
      /published root, total or count is not that of its leaves/,
    ],
    ['a total', 'UPDATE liabilities_asset SET total = total - 1', /published root, total or count/],
    ['the figure of the house', 'UPDATE liabilities_asset SET house = house + 1', /the house holds/],
    [
      'the secret of the salts',
      'UPDATE liabilities SET secret = set_byte(secret, 0, get_byte(secret, 0) # 1)',
      /published digest is not that of its roots/,
    ],
    ['the digest', 'UPDATE liabilities SET digest = set_byte(digest, 0, get_byte(digest, 0) # 1)', /published digest is not that/],
    ['the place of its anchor', 'UPDATE liabilities SET anchor_seq = anchor_seq - 1', /the journal holds no digest of it/],
    ['all of it, deleted', 'DELETE FROM liabilities', /is not stored any more/],
  ])(
    'shows a change of %s',
    async (_, edit, found) => {
      await test.database.transaction(async (tx) => {
        await tx.query('DROP TABLE IF EXISTS kept_liabilities, kept_assets');
        await tx.query('CREATE TABLE kept_liabilities AS SELECT * FROM liabilities');
        await tx.query('CREATE TABLE kept_assets AS SELECT * FROM liabilities_asset');
      });
      await test.database.query(edit);
      expect((await findings()).join('\n')).toMatch(found);
      await test.database.transaction(async (tx) => {
        await tx.query('DELETE FROM liabilities');
        await tx.query('INSERT INTO liabilities OVERRIDING SYSTEM VALUE SELECT * FROM kept_liabilities');
        await tx.query('INSERT INTO liabilities_asset SELECT * FROM kept_assets');
        await tx.query('DROP TABLE kept_liabilities, kept_assets');
      });
      expect(await findings()).toEqual([]);
    },
    60_000,
  );
});
