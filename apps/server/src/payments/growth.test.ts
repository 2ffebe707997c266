import type { Network } from '@bourse/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../platform/database.ts';
import { silentLog } from '../platform/log.ts';
import { measured } from '../testing/blocks.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { createAddresses } from './deposits/addresses.ts';
import { createFollow } from './orders/follow.ts';
import type { ChainRail, Rails } from './port.ts';
import { createChannels } from './rails/channels.ts';
import { candidates } from './sweeps/propose.ts';

let on: TestDatabase;
let plain: Database;
beforeAll(async () => {
  on = await testDatabase();
  plain = on.database;
}, 60_000);
afterAll(() => on.drop());

const rail = { rail: 1, source: { kind: 'chain', network: 'ethereum', sweepFrom: 100n } } as unknown as ChainRail;

/** Customers with an address each, and three deposits each: two that were gathered, one that was refused; and of the first 25 one that is still there. */
async function customers(from: number, to: number): Promise<void> {
  await plain.query(
    `INSERT INTO deposit_address (network, index, account, customer_id, address, attestation, made_at)
     SELECT 'ethereum', n, n, n, '0x' || lpad(to_hex(n), 40, '0'), 'x', now() FROM generate_series($1::integer, $2::integer) AS n`,
    [from, to],
  );
  await plain.query(
    `INSERT INTO deposit (rail, external_id, account, customer_id, step, units, decimals, created_at, changed_at, steps, address, salt, credited_seq, swept)
     SELECT 1, n || '/' || k, n, n, CASE k WHEN 3 THEN 'refused' ELSE 'credited' END, 500, 6, now(), now() - interval '90 days', '{"seen": 1, "credited": 2}',
       '0x' || lpad(to_hex(n), 40, '0'), '\\x00', 1, k < 4
     FROM generate_series($1::integer, $2::integer) AS n, generate_series(1, 4) AS k WHERE k < 4 OR n <= 25`,
    [from, to],
  );
}

test('what jobs and customers ask again and again costs the same with 30,000 addresses and 90,000 deposits as with 200', async () => {
  const { database, blocksOf } = measured(plain, /deposit/);
  const clock = { now: () => Date.now() };
  const rails = { all: () => [], get: () => undefined } as unknown as Rails;
  const chains = { houseChains: new Map(), houseWatched: new Map() };
  const addresses = createAddresses({ database, clock, vault: () => undefined, alarm: async () => {} });
  const follow = createFollow({ ...{ database, clock, log: silentLog, rails }, ...chains });
  const own = new Set<string>();
  const everything = async () => {
    await addresses.addFresh('ethereum' as Network, own);
    expect(await candidates(database, rail, clock.now())).toHaveLength(20);
    await follow.run();
    await createChannels({ database, clock, rails }).all();
  };
  await customers(1, 200);
  await everything();
  expect(own.size).toBe(200);
  await plain.query('VACUUM ANALYZE');
  const before = await blocksOf(everything);
  expect(before.length).toBeGreaterThanOrEqual(5);

  await customers(201, 30_000);
  await addresses.addFresh('ethereum' as Network, own);
  expect(own.size).toBe(30_000);
  await plain.query('VACUUM ANALYZE');
  const after = await blocksOf(everything);
  expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  // Deeper indexes, a look at each of the 25, and the places that are read again.
  expect(after.filter(({ blocks }, at) => blocks > before[at]!.blocks + 200)).toEqual([]);
}, 60_000);
