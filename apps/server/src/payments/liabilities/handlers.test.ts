import { errorByCode } from '@bourse/protocol/errors';
import { checkOwed } from '@bourse/verifier';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { silentLog } from '../../platform/log.ts';
import { type Exchange, testExchange } from '../../testing/exchange.ts';
import { tokenOf } from '../../testing/gateway.ts';
import { liabilityHandlers } from './handlers.ts';
import { createLiabilities, type Liabilities } from './liabilities.ts';

/** What the page asks, and its own code checks. */
const everyMs = 3_600_000;
let kit: Exchange;
let liabilities: Liabilities;
/** The clock begins with a period, so that none ends during a test. */
let ahead = everyMs - (systemClock.now() % everyMs);
const clock = { ...systemClock, now: () => systemClock.now() + ahead };
beforeAll(async () => {
  kit = await testExchange({
    clock,
    extra: ({ database, venues, market: { catalogue } }) => {
      // The demo venue grants money, so that somebody is owed some.
      const real = venues.demo;
      liabilities = createLiabilities({ database, clock, log: silentLog, real, everyMs });
      return liabilityHandlers({ database, real, catalogue, liabilities, everyMs });
    },
  });
}, 60_000);
afterAll(() => kit.close());

/** A customer who is owed the grant. The call is for customers of the real venue, so they sign in as such; the ledger behind it is the demo's. */
const customer = async () => {
  const { account } = await kit.customer();
  return { account, token: tokenOf('real', account) };
};
const latest = async (token?: string) => (await kit.call('GET pay/proof/latest', {}, token ? { token } : {})).data;
const mine = (seq: number, token: string) => kit.call('GET pay/proof/mine', { seq }, { token });

it('says that nothing is published yet', async () => {
  expect(await latest()).toEqual({ latest: null, everyS: 3_600 });
});

it('shows everybody the totals, and each customer their own leaves and nobody else’s, which the page’s own code finds under the root', async () => {
  const customers = await Promise.all(Array.from({ length: 7 }, customer));
  await liabilities.job.run();
  const stranger = await latest();
  const { latest: published } = stranger;
  expect(published!.assets.map(({ customers }) => customers)).toEqual([7]);
  expect(await latest(customers[0]!.token)).toEqual(stranger);
  for (const { account, token } of customers) {
    const { data } = await mine(published!.seq, token);
    expect(data.leaves).toHaveLength(1);
    const verdicts = checkOwed(published!, data, account, []).steps.map(({ name, verdict }) => `${name} ${verdict}`);
    expect(verdicts).toEqual(expect.arrayContaining(['account agrees', 'leaves agrees', 'total agrees']));
  }
  const [own, other] = [await mine(published!.seq, customers[0]!.token), await mine(published!.seq, customers[1]!.token)];
  expect(own.data.leaves[0]!.salt).not.toBe(other.data.leaves[0]!.salt);
  // Another one's answer proves nothing to this browser.
  expect(checkOwed(published!, other.data, customers[0]!.account, []).verdict).toBe('differs');
});

it('answers a customer who is owed nothing with no leaf, and one who asks for older trees with a refusal', async () => {
  const { latest: before } = await latest();
  const late = await customer();
  expect((await mine(before!.seq, late.token)).data).toEqual({ account: late.account, leaves: [] });
  ahead += everyMs;
  await liabilities.job.run();
  const { latest: after } = await latest();
  expect(after!.seq).toBeGreaterThan(before!.seq);
  expect(errorByCode((await mine(before!.seq, late.token)).code)).toBe('notFound');
  expect((await mine(after!.seq, late.token)).data.leaves).toHaveLength(1);
});

it('finds the same leaves after a restart, when the trees are built anew from what is stored', async () => {
  const { latest: published } = await latest();
  const one = await customer();
  await kit.database.query('UPDATE liabilities SET period = period - 1000');
  const again = createLiabilities({ database: kit.database, clock, log: silentLog, real: kit.venues.demo, everyMs });
  const stored = (await again.newest())!;
  const [kept, built] = [await liabilities.trees(stored), await again.trees(stored)];
  expect([...built.trees].map(([asset, { root }]) => [asset, root])).toEqual([...kept.trees].map(([asset, { root }]) => [asset, root]));
  expect(stored.seq).toBe(published!.seq);
  expect((await mine(published!.seq, one.token)).data.leaves).toEqual([]);
});
