import type { EngineEvent, FundingRoundEvent } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { fundingRounds, pageOf } from './happenings.ts';
import { createPostgresProjections } from './postgres-store.ts';
import type { ProjectionBatch } from './projection.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase({ migrated: true });
}, 60_000);
afterAll(() => base.drop());

const told: FundingRoundEvent = {
  ...{ kind: 'fundingRound', seq: 1, index: 0, time: 5, round: 7, instrument: 3, due: 5, markTicks: 100, premiumSumE8: 0, samples: 0 },
  ...{ interestE8: 10_000, capE8: 750_000, rateE8: 10_000, void: false, paid: 0, received: 0 },
};
const end: EngineEvent = { kind: 'fundingEnd', seq: 2, index: 0, time: 5, round: 7, instrument: 3, paid: 51, received: 50 };
const batch = (seq: number, ...events: EngineEvent[]): ProjectionBatch => ({ firstSeq: seq, lastSeq: seq, time: 5, commands: [], events });

test('a funding round that takes several commands has its sums once it is over, and no other round has them', async () => {
  const store = createPostgresProjections(base.database);
  const rounds = async (round?: number) =>
    (await fundingRounds(base.database, 'demo', 3, { ...(round && { round }), limit: 9 })).map(({ event }) => event);
  const another = { ...told, index: 1, round: 8, paid: 3, received: 2 };
  await store.project('demo', 0, batch(1, told, another));
  expect(await rounds()).toEqual([another, told]);
  await store.project('demo', 1, batch(2, end));
  // Project the same batch again, as after a crash: nothing is counted twice.
  await store.project('demo', 1, batch(2, end));
  expect(await rounds()).toEqual([another, { ...told, paid: 51, received: 50 }]);
  expect(await rounds(7)).toEqual([{ ...told, paid: 51, received: 50 }]);
});

test('pages of several kinds follow each other in the order of the journal', async () => {
  const store = createPostgresProjections(base.database);
  const warning = (seq: number, account = 100_001): EngineEvent => ({
    ...{ kind: 'marginWarning', seq, index: 0, time: Math.floor(seq / 3), account, position: 4, instrument: 3, ratioPpm: seq },
  });
  const charge = (seq: number): EngineEvent => ({
    ...{ kind: 'holdingCharge', seq, index: 1, time: Math.floor(seq / 3), account: 100_001, position: 4, instrument: 3 },
    ...{ session: 1, value: 5, ratePpm: 6, amount: seq },
  });
  const both = Array.from({ length: 9 }, (_, at) => [warning(at + 1), charge(at + 1)]).flat();
  await store.project('real', 0, { firstSeq: 1, lastSeq: 9, time: 3, commands: [], events: [...both, warning(10, 100_002)] });
  const page = (limit: number, offset: number, where = 'TRUE', values: unknown[] = []) =>
    pageOf(
      base.database,
      { table: 'happening', venue: 'real', owner: 100_001, kinds: ['marginWarning', 'holdingCharge'], where, values },
      limit,
      offset,
    );
  const newest = [...both].reverse();
  for (let offset = 0; offset < 20; offset += 5)
    expect(await page(5, offset)).toEqual({ list: newest.slice(offset, offset + 5), total: 18 });
  expect(await page(20, 0, 'time >= $4 AND time < $5', [1, 2])).toEqual({
    list: newest.filter(({ time }) => time === 1),
    total: 6,
  });
});
