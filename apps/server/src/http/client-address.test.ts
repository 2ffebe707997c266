import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testExchange } from '../testing/exchange.ts';
import { requestOf } from '../testing/gateway.ts';
import { network } from './budget.ts';
import { addressBehind } from './client-address.ts';

const proxy = '10.0.0.1';
const from = (header?: string | string[]) =>
  ({ headers: header === undefined ? {} : { 'x-forwarded-for': header }, socket: { remoteAddress: proxy } }) as unknown as IncomingMessage;

describe('whose address counts', () => {
  it.each([
    ['no proxy: whatever is claimed, the connection', 0, '1.2.3.4', proxy],
    ['one proxy: what it added', 1, '203.0.113.9', '203.0.113.9'],
    ['one proxy: not what the client wrote before it', 1, '1.2.3.4, 5.6.7.8, 203.0.113.9', '203.0.113.9'],
    ['one proxy, header in two lines', 1, ['1.2.3.4', '203.0.113.9'], '203.0.113.9'],
    ['two proxies: what the outer one saw', 2, '1.2.3.4, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two proxies, reached past the outer one', 2, '203.0.113.9', '203.0.113.9'],
    ['a port is not part of it', 1, '203.0.113.9:51234', '203.0.113.9'],
    ['nor of an address in brackets', 1, '[2001:db8::7]:443', '2001:db8::7'],
    ['nonsense: the connection', 1, 'unknown', proxy],
    ['nonsense written by the client does not push the address out', 1, "1.2.3.4, '; drop, 203.0.113.9", '203.0.113.9'],
    ['nothing there: the connection', 1, undefined, proxy],
    ['a header of nothing but commas: the connection', 2, ',,,,,', proxy],
  ])('%s', (_case, proxies, header, address) => {
    expect(addressBehind(proxies)(from(header))).toBe(address);
  });
});

describe('a stranger with forged addresses', () => {
  let exchange: Awaited<ReturnType<typeof testExchange>>;
  const budget = 30;
  beforeAll(async () => {
    exchange = await testExchange({ app: { weightPerMinute: budget, addressOf: addressBehind(1) } });
  });
  afterAll(() => exchange.close());
  const ask = async (forwarded: string) => {
    const { url } = requestOf('GET pay/coin/coin-list', {});
    return (await exchange.app.inject({ method: 'GET', url, headers: { 'x-forwarded-for': forwarded } })).statusCode;
  };

  it('has one budget however often they change what they claim, and others have theirs', async () => {
    const statuses = [];
    for (let claim = 0; claim < 2 * budget; claim += 1) statuses.push(await ask(`1.1.${claim}.1, 203.0.113.9`));
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(budget);
    expect(statuses.at(-1)).toBe(429);
    expect(await ask('203.0.113.9, 203.0.113.10')).toBe(200);
  });
});

it.each([
  ['2001:db8:1:0:a:b:c:d', '2001:db8:1:0'],
  ['2001:db8:1::5', '2001:db8:1:0'],
  ['2001:0DB8:0001::', '2001:db8:1:0'],
  ['2001::a:b:c:d:e', '2001:0:0:a'],
  ['2001::b:b:c:d:e', '2001:0:0:b'],
  ['::1', '0:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
])('counts %s with its household %s', (ip, household) => {
  expect(network(ip)).toBe(household);
});
