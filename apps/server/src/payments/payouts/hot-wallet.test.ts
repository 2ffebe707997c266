import { afterAll, beforeAll, expect, test } from 'vitest';
import { testMoneyOut } from '../testing/money-out.ts';

let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
  // The world outside lends to every hot wallet but that of USDT.
  await kit.database.query("INSERT INTO vault_lent (rail, units, at) VALUES (1, '0', now())");
  await kit.tellVault();
  await kit.blocks(2);
}, 120_000);
afterAll(() => kit.close());

test('a token that the hot wallet does not hold is waited for, and none fails on the chain for it', async () => {
  const who = await kit.payee();
  const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
  const kept = await kit.prove('POST pay/virtual-wallet/create', { channel: 1, address, label: 'Mine', whose: 'self' }, who);
  await kit.day();
  const input = { channel: 1, amount: '60', destinationId: kept.data.address.id, address };
  const numbers: number[] = [];
  for (let at = 0; at < 2; at += 1) numbers.push(Number((await kit.prove('POST pay/withdrawal', input, who)).data.payout.id));
  await kit.run();
  for (const number of numbers) await kit.decide(number, true);
  const states = async () => Promise.all(numbers.map(async (number) => (await kit.payout(number))?.state));
  await kit.blocks(14);
  expect(await states()).toEqual(['sending', 'sending']);
  expect(kit.out.warnings().join()).toContain('does not hold enough');

  const { rails } = await kit.signer.client.about();
  const to = rails.find(({ rail }) => rail === 1)!.address!;
  const token = kit.outside.places.tokens['ethereum:USDT'];
  const fill = () => kit.outside.deed({ do: 'pay', network: 'ethereum', to, units: '100000000', token });
  // Enough for one of the two.
  await fill();
  await kit.blocks(16);
  expect((await states()).toSorted()).toEqual(['completed', 'sending']);
  await fill();
  await kit.blocks(16);
  expect(await states()).toEqual(['completed', 'completed']);
}, 120_000);
