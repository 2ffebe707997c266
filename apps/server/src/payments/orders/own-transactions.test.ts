import { errorByCode } from '@bourse/protocol/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testMoney } from '../testing/kit.ts';

let kit: Awaited<ReturnType<typeof testMoney>>;
beforeAll(async () => {
  kit = await testMoney();
});
afterAll(() => kit.close());

test('what the house sends itself when it gathers or pays coins is nobody’s deposit', async () => {
  const { account, token } = await kit.customer('real');
  await kit.setLevel(account, 1);
  const placed = (await kit.call('POST pay/recharge', { channel: 8, amount: '40' }, { token })).data.deposit;
  // The coins of a deposit address come to the hot wallet, which is where orders of this rail are paid as well.
  const coins = await kit.call('POST pay/recharge/test-coins', { channel: 8, amount: '40', id: placed.id }, { token });
  const txHash = coins.data.txHash!;
  const columns = 'network, rail, address, request, begun_at, raw';
  for (const [table, row, clear] of [
    ['sweep (network, rail, address, request, begun_at, raw, hash)', `'ethereum', 1, '0x1', '{}', now(), 'r', $1`, 'sweep'],
    [`sweep (${columns}, fuel_hash)`, `'ethereum', 1, '0x1', '{}', now(), 'r', $1`, 'sweep'],
    ['payout_sent (number, network, sent_at, hashes)', `77, 'ethereum', now(), ARRAY['0xabc', $1]`, 'payout_sent'],
  ] as const) {
    await kit.database.query(`INSERT INTO ${table} VALUES (${row})`, [txHash]);
    const told = await kit.call('POST pay/recharge/submit', { id: placed.id, txHash }, { token });
    expect(errorByCode(told.code), table).toBe('transactionTaken');
    await kit.database.query(`DELETE FROM ${clear}`);
  }
  expect((await kit.call('POST pay/recharge/submit', { id: placed.id, txHash }, { token })).data).toMatchObject({ step: 'submitted' });
});
