import { afterAll, beforeAll, expect, test } from 'vitest';
import { testMoneyOut } from '../testing/money-out.ts';

let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
}, 120_000);
afterAll(() => kit.close());

test('a payout to a bank ends with the debit of the statement, once', async () => {
  const iban = 'DE89370400440532013000';
  const who = await kit.payee('USD', 100_000n);
  const card = { channel: 7, bank: 'Deutsche Bank', iban, holder: 'Anna Eriksson', label: 'Home' } as const;
  const made = await kit.prove('POST pay/bank-card/create', card, who);
  await kit.day();
  const input = { channel: 7, amount: '50', destinationId: made.data.card.id, address: iban };
  const number = Number((await kit.prove('POST pay/withdrawal', input, who)).data.payout.id);
  await kit.run();
  await kit.decide(number, true);
  await kit.run();
  await kit.outside.deed({ do: 'bankPay', name: 'House', account: 'GB29NWBK60161331926819', units: '1000000', reference: 'capital' });
  await kit.outside.deed({ do: 'settle' });
  await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'sending' });
  await kit.outside.deed({ do: 'closeDay' });
  for (let at = 0; at < 3; at += 1) await kit.run();
  expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
  expect(await kit.database.query('SELECT count(*)::integer AS files FROM payout_file')).toEqual([{ files: 1 }]);
  const { data } = await kit.call('GET pay/withdrawal/detail', { id: String(number) }, { token: who.token });
  expect(data).toMatchObject({ step: 'completed', status: 1, network: null, txHash: null, address: iban });
  // The same statement once more, and money of it that comes back.
  await kit.database.query('UPDATE payout_statement SET next = 1');
  await kit.run();
  const facts = (await kit.payout(number))!;
  expect(facts).toMatchObject({ state: 'completed' });
  await kit.returned(facts, facts.amount - facts.fee);
  await kit.decide(number, true, { reason: 'cameBack' });
  expect(await kit.payout(number)).toMatchObject({ state: 'returned', returned: facts.amount - facts.fee });
}, 60_000);
