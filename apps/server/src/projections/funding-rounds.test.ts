import type { EngineEvent, FundingRoundEvent } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { recordsOf } from '../testing/records.ts';
import { createPostgresProjections } from './postgres-store.ts';
import type { ProjectionBatch } from './projection.ts';
import { createProjector } from './projector.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase({ migrated: true });
});
afterAll(() => base.drop());

const told: FundingRoundEvent = {
  ...{ kind: 'fundingRound', seq: 1, index: 0, time: 5, round: 7, instrument: 3, due: 5, markTicks: 100, premiumSumE8: 0, samples: 0 },
  ...{ interestE8: 10_000, capE8: 750_000, rateE8: 10_000, void: false, paid: 0, received: 0 },
};
const batch = (seq: number, ...events: EngineEvent[]): ProjectionBatch => ({ firstSeq: seq, lastSeq: seq, time: 5, commands: [], events });

test('a funding round that takes several commands has its sums once it is over, and no other round has them', async () => {
  const store = createPostgresProjections(base.database);
  await store.project('demo', 0, batch(1, told, { ...told, index: 1, instrument: 4, round: 8, paid: 3, received: 2 }));
  await store.project(
    'demo',
    1,
    batch(2, { kind: 'fundingEnd', seq: 2, index: 0, time: 5, round: 7, instrument: 3, paid: 51, received: 50 }),
  );
  // Project the same batch again, as after a crash: nothing is counted twice.
  await store.project(
    'demo',
    1,
    batch(2, { kind: 'fundingEnd', seq: 2, index: 0, time: 5, round: 7, instrument: 3, paid: 51, received: 50 }),
  );
  const rows = await base.database.query('SELECT round, paid, received FROM funding_round ORDER BY round');
  expect(rows).toEqual([
    { round: 7n, paid: 51n, received: 50n },
    { round: 8n, paid: 3n, received: 2n },
  ]);
});

test('the sums of a long funding round reach the table on the way that durable events take', async () => {
  const store = createPostgresProjections(base.database);
  const projector = createProjector({ venue: 'real', store, clock: systemClock, log: silentLog });
  await projector.open();
  const end: EngineEvent = { kind: 'fundingEnd', seq: 2, index: 0, time: 5, round: 7, instrument: 3, paid: 51, received: 50 };
  for (const event of [told, end]) projector.offer({ ...batch(event.seq), records: recordsOf(event) });
  expect(await projector.waitFor(2, 10_000)).toBe(true);
  expect(await base.database.query(`SELECT paid, received FROM funding_round WHERE venue = 'real'`)).toEqual([
    { paid: 51n, received: 50n },
  ]);
});
