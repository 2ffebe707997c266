import { afterAll, beforeAll, expect, test } from 'vitest';
import { outsideState } from '../outside/state.ts';
import { testMoney } from '../testing/kit.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
beforeAll(async () => {
  kit = await testMoney();
});
afterAll(() => kit.close());

const listOf = async (token: string) => (await kit.call('GET pay/recharge/page', {}, { token })).data.list;
const coins = async (account: number) => {
  const { id } = kit.catalogue.assetByCode('USDT')!;
  const { value } = await kit.real.read(
    (engine) => engine.balances(account).find((one) => one.wallet === 1 && one.asset === id)?.available ?? 0n,
  );
  return value;
};
const tip = async () => {
  const [row] = await kit.database.query<{ height: bigint }>(
    "SELECT (blocks->-1->>'height')::bigint AS height FROM chain_tip WHERE network = 'ethereum'",
  );
  return Number(row!.height);
};
const ask = (from: number, to: number) =>
  kit.database.query(
    "INSERT INTO chain_rescan (network, from_height, to_height, next_height, asked_by, asked_at) VALUES ('ethereum', $1, $2, $1, 1, now())",
    [from, to],
  );
const newest = async () => {
  const [row] = await kit.database.query<{ found: number; done: boolean }>(
    'SELECT found, done_at IS NOT NULL AS done FROM chain_rescan ORDER BY id DESC LIMIT 1',
  );
  return row;
};
const customer = async () => {
  const one = await kit.customer('real');
  await kit.setLevel(one.account, 1);
  await kit.call('GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' }, { token: one.token });
  return one;
};
const pay = (amount: string, token: string) => kit.call('POST pay/recharge/test-coins', { channel: 1, amount }, { token });

test('what the watcher missed is found, credited once, and nothing else changes', async () => {
  const [ann, bob] = [await customer(), await customer()];
  await kit.blocks();
  await pay('80', ann.token);
  await kit.blocks(14);
  expect(await coins(ann.account)).toBe(80_000_000n);
  const from = await tip();
  await pay('125', bob.token);
  await kit.blocks(3);
  // As if those blocks had never been read: no table knows the payment.
  await kit.database.query('DELETE FROM deposit WHERE account = $1', [bob.account]);
  await kit.database.query("DELETE FROM chain_observation WHERE (observation->'block'->>'height')::bigint > $1", [from]);
  await kit.blocks(14);
  expect(await listOf(bob.token)).toEqual([]);
  const before = await kit.database.query('SELECT * FROM deposit ORDER BY number');

  await ask(0, await tip());
  await kit.blocks();
  expect(await newest()).toEqual({ found: 1, done: true });
  expect((await listOf(bob.token))[0]).toMatchObject({ step: 'credited', net: '125' });
  expect(await coins(bob.account)).toBe(125_000_000n);
  const after = await kit.database.query<{ account: number }>('SELECT * FROM deposit ORDER BY number');
  expect(after.filter(({ account }) => account !== bob.account)).toEqual(
    before.map((one) => ({ ...one, confirmations: expect.any(Number) as number })),
  );

  // Everything once more: nobody gets anything.
  await ask(0, await tip());
  await kit.blocks(3);
  expect(await newest()).toEqual({ found: 0, done: true });
  expect([await coins(ann.account), await coins(bob.account)]).toEqual([80_000_000n, 125_000_000n]);
});

test('a payment without its confirmations waits for them, and one in the newest blocks is the watcher’s own', async () => {
  const eve = await customer();
  await kit.blocks();
  await pay('40', eve.token);
  await kit.blocks(3);
  const height = await tip();
  await kit.database.query('DELETE FROM deposit WHERE account = $1', [eve.account]);
  await kit.database.query("DELETE FROM chain_observation WHERE (observation->'block'->>'height')::bigint > $1", [height - 5]);
  await ask(height - 5, height);
  await kit.blocks();
  expect(await newest()).toEqual({ found: 1, done: true });
  expect((await listOf(eve.token))[0]).toMatchObject({ step: 'confirming' });
  expect(await coins(eve.account)).toBe(0n);
  await kit.blocks(12);
  expect((await listOf(eve.token))[0]).toMatchObject({ step: 'credited' });
  expect(await coins(eve.account)).toBe(40_000_000n);
});

test('operators see how far each chain is followed, and a signer that is away', async () => {
  const state = outsideState({
    ...{ rails: kit.rails, vault: () => kit.vault, waiting: () => [{ payout: 7, why: 'no node' }], payoutsOff: () => true },
    problem: () => undefined,
  });
  const chains = await state.chains();
  expect(chains.find(({ network }) => network === 'ethereum')).toMatchObject({ head: await tip(), problem: null });
  const told = await state.signer();
  expect(told).toMatchObject({ state: 'ready', vaultKey: kit.vault.key, payoutsOff: true, waiting: [{ payout: '7', why: 'no node' }] });
  expect(told.rails.find(({ rail }) => rail === 1)).toMatchObject({ code: 'usdt-ethereum', holds: expect.stringMatching(/^\d/) as string });
  const none = outsideState({
    ...{ rails: kit.rails, vault: () => undefined, waiting: () => [], payoutsOff: () => false, problem: () => 'it is silent' },
  });
  expect(await none.signer()).toMatchObject({ state: 'none', vaultKey: null });
  expect((await none.chains())[0]).toMatchObject({ problem: 'it is silent' });
});
