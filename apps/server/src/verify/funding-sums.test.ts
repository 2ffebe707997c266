import type { EngineEvent } from '@bourse/engine';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresProjections } from '../projections/postgres-store.ts';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { Expected } from './expected.ts';
import { compareStored } from './stored.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await testDatabase();
}, 60_000);
afterAll(() => test.drop());

it('sees that the sums of a funding round of several commands are missing', async () => {
  const events: EngineEvent[] = [
    {
      ...{ kind: 'fundingRound', seq: 1, index: 0, time: 5, round: 7, instrument: 3, due: 5, markTicks: 100, premiumSumE8: 0, samples: 0 },
      ...{ interestE8: 10_000, capE8: 750_000, rateE8: 10_000, void: false, paid: 0, received: 0 },
    },
    { kind: 'fundingEnd', seq: 2, index: 0, time: 5, round: 7, instrument: 3, paid: 51, received: 50 },
  ];
  await createPostgresProjections(test.database).project('demo', 0, { firstSeq: 1, lastSeq: 2, time: 5, commands: [], events });
  const expected = new Expected();
  for (const event of events) expected.event(event);
  // A cursor needs a transaction, as `verify` has one.
  const compared = () =>
    test.database.withConnection(async (client) => {
      await client.query('BEGIN');
      try {
        return await compareStored(client, 'demo', expected);
      } finally {
        await client.query('ROLLBACK');
      }
    });
  expect(await compared()).toEqual([]);
  await test.database.query('UPDATE funding_round SET paid = 0, received = 0');
  expect(await compared()).toEqual(['funding rounds paid 0 and received 0, the replay says 51 and 50']);
});
