import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Customer, testMoneyOut } from '../testing/money-out.ts';

/** Many payouts of one customer at the same moment, through the real calls, on a real database. */
let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
  await kit.tellVault();
  await kit.blocks(2);
}, 120_000);
afterAll(() => kit.close());

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const whole = 1_000_000n;

async function ready(units: bigint) {
  const who = await kit.payee('USDT', units);
  const made = await kit.prove('POST pay/virtual-wallet/create', { channel: 1, address, label: 'Mine', whose: 'self' }, who);
  expect(made.refusal).toBe('done');
  await kit.day();
  const to = made.data.address.id;
  return {
    who,
    ask: (amount: number, commandId: string) =>
      kit.prove('POST pay/withdrawal', { channel: 1, amount: String(amount), destinationId: to, address }, who, { commandId }),
  };
}
const held = async ({ account }: Customer) => {
  const { value } = await kit.real.read((engine) => engine.balances(account).find(({ wallet }) => wallet === 1));
  return { available: value?.available ?? 0n, frozen: value?.frozen ?? 0n };
};
/** Of every asset, over all accounts: in the engine's lines, and in the balances that follow from them. */
async function ledgerSums() {
  await kit.real.waitProjected((await kit.real.read((engine) => engine.seq)).seq, 10_000);
  const lines = await kit.database.query(
    "SELECT asset, sum(available_delta + frozen_delta)::text AS sum FROM ledger_line WHERE venue = 'real' GROUP BY asset",
  );
  const balances = await kit.database.query(
    "SELECT asset, sum(available + frozen)::text AS sum FROM balance WHERE venue = 'real' GROUP BY asset",
  );
  expect(lines.length).toBeGreaterThan(0);
  return new Set([...lines, ...balances].map(({ sum }) => sum));
}

test('of sixty payouts of many sizes at once exactly what the balance covers is frozen, each refusal says why, and the ledger sums to zero', async () => {
  const balance = 400n * whole;
  const { who, ask } = await ready(balance);
  const orders = Array.from({ length: 60 }, (_, at) => ({ amount: 10 + ((at * 7) % 23), commandId: randomUUID() }));
  // Every third one is sent twice at the same moment, as an impatient program would.
  const sent = orders.flatMap((order, at) => (at % 3 === 0 ? [order, order] : [order]));
  const answers = await Promise.all(sent.map(async (order) => ({ ...order, ...(await ask(order.amount, order.commandId)) })));

  const passed = answers.filter(({ refusal }) => refusal === 'done');
  const refused = answers.filter(({ refusal }) => refusal !== 'done');
  expect(new Set(refused.map(({ refusal }) => refusal))).toEqual(new Set(['insufficientBalance']));
  const payouts = new Map(passed.map(({ data, amount }) => [data.payout.id, BigInt(amount) * whole]));
  // One command is one payout, however often it was sent.
  expect(payouts.size).toBe(new Set(passed.map(({ commandId }) => commandId)).size);
  const frozen = [...payouts.values()].reduce((sum, amount) => sum + amount, 0n);
  expect(await held(who)).toEqual({ available: balance - frozen, frozen });
  expect(payouts.size).toBeGreaterThan(10);
  // Whatever was refused is more than is left: nothing that fitted was turned away.
  for (const { amount } of refused) expect(BigInt(amount) * whole).toBeGreaterThan(balance - frozen);
  expect(await ledgerSums()).toEqual(new Set(['0']));

  for (const id of payouts.keys()) await kit.call('PUT pay/withdrawal/cancel/{id}', { id }, { token: who.token });
  expect(await held(who)).toEqual({ available: balance, frozen: 0n });
  expect(await ledgerSums()).toEqual(new Set(['0']));
}, 120_000);

test('of sixty at once no more leaves than a day allows, and the rest hears that it is the limit', async () => {
  const { who, ask } = await ready(60_000n * whole);
  const answers = await Promise.all(Array.from({ length: 60 }, () => ask(900, randomUUID())));
  expect(new Set(answers.map(({ refusal }) => refusal))).toEqual(new Set(['done', 'payoutLimit']));
  // Level 2 is 20,000 in 24 hours.
  expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(22);
  expect(await held(who)).toEqual({ available: (60_000n - 22n * 900n) * whole, frozen: 22n * 900n * whole });
  expect(await ledgerSums()).toEqual(new Set(['0']));
}, 120_000);
