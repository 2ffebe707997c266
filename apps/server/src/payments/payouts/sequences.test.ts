import { ChainProblem } from '@bourse/chains';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testMoneyOut } from '../testing/money-out.ts';

let kit: Awaited<ReturnType<typeof testMoneyOut>>;
beforeAll(async () => {
  kit = await testMoneyOut();
  await kit.tellVault();
  await kit.blocks(2);
}, 120_000);
afterAll(() => kit.close());

const to = { address: 'rHsMGQEkVNJmpGWs8XUBoTBiAAbwxZN5v3', tag: 9 };
async function asked() {
  const who = await kit.payee('XRP', 100_000_000n);
  const kept = await kit.prove('POST pay/virtual-wallet/create', { channel: 4, ...to, label: 'Mine', whose: 'self' }, who);
  await kit.day();
  await kit.price('XRP/USDT', '2', 'real');
  const input = { channel: 4, amount: '30', destinationId: kept.data.address.id, ...to };
  const { payout } = (await kit.prove('POST pay/withdrawal', input, who)).data;
  await kit.run();
  await kit.decide(Number(payout.id), true);
  return Number(payout.id);
}
const stateOf = async (number: number) => (await kit.payout(number))?.state;

test('a payment in XRP that expired holds up no later one: the next takes its sequence', async () => {
  const first = await asked();
  const xrp = kit.rails.chain('xrp')!;
  const away = vi.spyOn(xrp, 'broadcast').mockRejectedValue(new ChainProblem('timeout', 'The node did not answer.'));
  await kit.run();
  // Ledgers close; the stand-in makes none where nothing happens.
  for (let at = 0; at < 4 && (await stateOf(first)) !== 'notSent'; at += 1) {
    await kit.outside.deed({ do: 'pay', network: 'xrp', to: to.address, tag: 1, units: '1000000' });
    await kit.blocks(30);
  }
  away.mockRestore();
  expect(await stateOf(first)).toBe('notSent');
  const numbers = [await asked(), await asked()];
  await kit.blocks(8);
  expect(await Promise.all(numbers.map(stateOf))).toEqual(['completed', 'completed']);
}, 120_000);
