import { randomUUID } from 'node:crypto';
import { dayMs, House } from '@bourse/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { contractKit } from '../testing/contracts.ts';
import { type Exchange, testExchange } from '../testing/exchange.ts';

/** Ten past midnight: the day changes only where a test says so. */
let ahead = dayMs - (Date.now() % dayMs) + 600_000;
const clock = { ...systemClock, now: () => Date.now() + ahead };
let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange({ clock });
  // One dollar: the interest of 10,000 at 3 % for one day, not for two.
  await (await contractKit(exchange)).house(House.yield, 5, 10n ** 6n);
});
afterAll(() => exchange.close());

test('the holders of a product whose interest cannot be set aside are told once, and nobody else', async () => {
  const [ana, bob] = [await exchange.customer(), await exchange.customer()];
  const { token } = ana;
  await exchange.call('POST pay/wallet/any-transfer', { from: 1, to: 5, asset: 'USDT', amount: '10000' }, { token });
  const wish = { productId: '1', version: 1, amount: '10000', renew: false };
  const { data } = await exchange.call('POST pay/foundation-order/create', wish, { token });
  await exchange.call('POST pay/foundation-log/create', { productId: '1', version: 1 }, { token });
  const headers = { 'idempotency-key': randomUUID() };
  expect(await exchange.call('POST pay/foundation-order/pay', { id: data.id, ...wish }, { token, headers })).toMatchObject({ code: 0 });
  expect(await exchange.told(ana.account)).toEqual([]);
  for (let day = 0; day < 3; day += 1) {
    ahead += dayMs;
    for (let n = 0; n < 20; n += 1) await exchange.venues.demo.submit({ account: 0, command: { kind: 'advanceTime' } });
  }
  expect(await exchange.told(ana.account)).toEqual([{ kind: 'earn.short', params: { coin: 'USDT' } }]);
  expect(await exchange.told(bob.account)).toEqual([]);
});
