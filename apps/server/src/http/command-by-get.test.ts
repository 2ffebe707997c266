import { callTable } from '@bourse/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Exchange, testExchange } from '../testing/exchange.ts';
import { requestOf } from '../testing/gateway.ts';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await testExchange();
});
afterAll(() => exchange.close());

const changing = Object.entries(callTable).flatMap(([name, { idempotency }]) =>
  name.startsWith('GET ') && idempotency === 'command' ? [name] : [],
);
const browsing = [
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'script' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'preview' },
];

describe('a command by GET', () => {
  test('exists only where the specification gives that verb', () => {
    expect(changing.sort()).toEqual([
      'GET pay/order-coin/revoke/{id}',
      'GET pay/order-contract/reverse',
      'GET pay/order-contract/reverse-all',
      'GET pay/order-contract/revoke',
      'GET pay/order-stock/revoke',
    ]);
  });

  test.each(changing)('%s is refused to what a browser does by itself, and to a token in a cookie', async (name) => {
    const { account, token } = await exchange.customer();
    const { url } = requestOf(name, name.endsWith('reverse-all') ? {} : { id: '1' });
    const before = await exchange.venues.demo.read((engine) => engine.balances(account));
    for (const headers of browsing) {
      const { statusCode } = await exchange.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } });
      expect(statusCode, JSON.stringify(headers)).toBe(403);
    }
    const cookie = await exchange.app.inject({ method: 'GET', url, headers: { cookie: `authorization=Bearer ${token}; token=${token}` } });
    expect(cookie.statusCode).toBe(401);
    expect((await exchange.venues.demo.read((engine) => engine.balances(account))).seq).toBe(before.seq);
  });

  test('is answered to a program and to the page’s own fetch', async () => {
    const { token } = await exchange.customer();
    const { url } = requestOf('GET pay/order-coin/revoke/{id}', { id: '1' });
    for (const headers of [{}, { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }]) {
      const { statusCode } = await exchange.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}`, ...headers } });
      expect(statusCode).toBe(404);
    }
  });
});
