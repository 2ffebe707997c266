import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
  // Anybody can write its number on a transfer of a cent. That takes nothing away from what the bank gives back.
  await kit.out.returned(facts, 1, 'A1');
  await kit.decide(number, false, { reason: 'notThisPayout' });
  for (let at = 0; at < 2; at += 1) await kit.out.returned(facts, facts.amount - facts.fee, 'B9');
  const cases = await kit.database.query("SELECT subject->>'line' AS line FROM case_file WHERE kind = 'payoutReturn' ORDER BY id");
  expect(cases).toEqual([{ line: 'A1' }, { line: 'B9' }]);
  await kit.decide(number, true, { reason: 'cameBack' });
  expect(await kit.payout(number)).toMatchObject({ state: 'returned', returned: facts.amount - facts.fee });
}, 60_000);

test('a payout is sent and paid while hundreds before it are under way, and while the bank answers to another what nobody can read', async () => {
  const who = await kit.payee('USD', 100_000n);
  const iban = 'DE89370400440532013000';
  const card = { channel: 7, bank: 'Deutsche Bank', iban, holder: 'Anna Eriksson', label: 'Home' } as const;
  const made = await kit.prove('POST pay/bank-card/create', card, who);
  await kit.day();
  // They are older, the bank has them, and it has paid none of them yet.
  await kit.database.query(
    `INSERT INTO payout_file (id, bank, text, made_at, taken_at)
     SELECT 'PAYOUT-' || n, 'GB29NWBK60161331926819', '', now() - interval '3 days', now() - interval '3 days' FROM generate_series(900001, 900250) AS n`,
  );
  for (const rows of [
    "payout_in_file (number, file) SELECT n, 'PAYOUT-' || n",
    "payout_sent (number, network, sent_at) SELECT n, 'bank', now()",
  ])
    await kit.database.query(`INSERT INTO ${rows} FROM generate_series(900001, 900250) AS n`);
  const bank = kit.payouts.bank;
  const asked = new Set<string>();
  const proxy = createServer(async (request, response) => {
    asked.add(request.url!);
    if (request.url!.includes('PAYOUT-9000')) return void response.end('<html>Please try again later</html>');
    const body = request.method === 'POST' ? Buffer.concat(await request.toArray()) : undefined;
    const answer = await fetch(`${bank}${request.url}`, {
      method: request.method!,
      headers: { 'content-type': 'application/xml' },
      ...(body ? { body } : {}),
    });
    response.statusCode = answer.status;
    response.end(await answer.text());
  }).listen(0);
  kit.payouts.bank = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    const input = { channel: 7, amount: '50', destinationId: made.data.card.id, address: iban };
    const number = Number((await kit.prove('POST pay/withdrawal', input, who)).data.payout.id);
    await kit.run();
    await kit.decide(number, true);
    await kit.run();
    expect(asked).toContain('/orders');
    expect(kit.out.warnings().join()).toMatch(/the file PAYOUT-9000\d\d cannot be read/);
    await kit.outside.deed({ do: 'settle' });
    await kit.outside.deed({ do: 'closeDay' });
    // Those under way are asked about in turns.
    for (let at = 0; at < 6; at += 1) await kit.run();
    expect(await kit.payout(number)).toMatchObject({ state: 'completed' });
    expect([...asked].filter((url) => url.startsWith('/orders/PAYOUT-900'))).toHaveLength(250);
  } finally {
    kit.payouts.bank = bank;
    proxy.close();
  }
}, 60_000);
