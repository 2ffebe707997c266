import { gunzipSync } from 'node:zlib';
import { apiPrefix, callTable } from '@bourse/protocol';
import { catalogue } from '@bourse/protocol/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { requestOf } from '../testing/gateway.ts';
import { wholeExchange } from '../testing/whole-exchange.ts';

let exchange: Awaited<ReturnType<typeof wholeExchange>>;
let demo: string;
let real: string;
let temporary: string;
beforeAll(async () => {
  exchange = await wholeExchange();
  [demo, real, temporary] = await Promise.all([exchange.demo(), exchange.real(), exchange.temporary()]);
});
afterAll(() => exchange.close());

/** Codes with which the gateway refuses a call before its handler runs. */
const turnedAway: readonly number[] = [catalogue.unauthorised.code, catalogue.forbidden.code, catalogue.demoNotAllowed.code];
/** Values of parameters in paths. */
const input = (name: string) => ({
  ...(name.includes('{id}') ? { id: '1' } : {}),
  ...(name.includes('{ticket}') ? { ticket: '00000000-0000-4000-8000-000000000000' } : {}),
});
/** These calls end a session that the other rows of the matrix still need; the last takes the visitor's place. `visitors.test.ts` of the chat tests who may call it. */
const endsSession = new Set(['GET system/auth/logout', 'POST system/security/lock', 'POST im/auth/temporary-token']);

describe('who may call what', () => {
  test.each(Object.entries(callTable).filter(([name]) => !endsSession.has(name)))('%s', async (name, spec) => {
    const ask = async (token?: string) => exchange.call(name as never, input(name) as never, { token });
    const customersOnly = spec.audience === 'customer';
    const signedInOnly = customersOnly || spec.audience === 'chat';
    for (const [who, token] of [
      ['nobody', undefined],
      ['a made-up token', 'a.b.c'],
    ] as const) {
      const answer = await ask(token);
      if (signedInOnly) expect(answer, who).toMatchObject({ status: 401, code: 401, data: null });
      else expect(turnedAway, who).not.toContain(answer.code);
      expect(answer.status, who).toBeLessThan(500);
    }
    const visitor = await ask(temporary);
    if (customersOnly) expect(visitor).toMatchObject({ status: 403, code: 403 });
    else expect(turnedAway).not.toContain(visitor.code);
    const simulated = await ask(demo);
    if (spec.account === 'real') expect(simulated).toMatchObject({ status: 403, code: 2016 });
    else expect(turnedAway).not.toContain(simulated.code);
    const customer = await ask(real);
    // The engine, not the gateway, refuses the demo grant to a real account.
    if (name !== 'POST pay/wallet/demo-top-up') expect(turnedAway).not.toContain(customer.code);
    for (const answer of [visitor, simulated, customer]) expect(answer.status).toBeLessThan(500);
  });
});

describe('every call', () => {
  test.each(Object.entries(callTable).filter(([, { body }]) => body !== 'multipart'))('%s names a field it does not know', async (name) => {
    const answer = await exchange.call(name as never, { ...input(name), surprise: '1' } as never, { token: real });
    expect(answer).toMatchObject({ status: 400, code: 1001, data: null });
    expect(answer.msg).toContain('surprise');
  });

  test('answers a body of another kind with 415, a broken one with 400, a huge one with 413', async () => {
    const { url } = requestOf('POST pay/wallet/any-transfer', {});
    const send = async (type: string, payload: string) => {
      const { statusCode, body } = await exchange.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': type, authorization: `Bearer ${demo}`, language: 'en' },
        payload,
      });
      return { status: statusCode, code: JSON.parse(body).code };
    };
    expect(await send('text/plain', '{}')).toEqual({ status: 415, code: 1007 });
    expect(await send('application/x-www-form-urlencoded', 'from=1')).toEqual({ status: 415, code: 1007 });
    expect(await send('multipart/form-data; boundary=x', '--x--')).toEqual({ status: 415, code: 1007 });
    expect(await send('application/json', '{"from":1,')).toEqual({ status: 400, code: 1000 });
    expect(await send('application/json', '[1]')).toEqual({ status: 400, code: 1000 });
    expect(await send('application/json', 'null')).toMatchObject({ status: 400 });
    expect(await send('application/json', '{"__proto__":{"from":1}}')).toMatchObject({ status: 400 });
    expect(await send('application/json', `{"x":"${'a'.repeat(70_000)}"}`)).toEqual({ status: 413, code: 1002 });
  });

  test('speaks the language of the header, else of the browser, else Chinese', async () => {
    const ask = async (headers: Record<string, string>) =>
      JSON.parse((await exchange.app.inject({ url: `${apiPrefix}pay/wallet/list-fund`, headers })).body).msg;
    expect(await ask({ language: 'en' })).toBe('Please sign in to continue.');
    expect(await ask({ language: 'zh', 'accept-language': 'en' })).toMatch(/登录/);
    expect(await ask({ 'accept-language': 'en-GB,en;q=0.9' })).toBe('Please sign in to continue.');
    expect(await ask({})).toMatch(/登录/);
    expect(await ask({ language: 'xx' })).toBe('请先登录再继续。');
  });

  test('carries headers that let no browser make more of an answer than it is', async () => {
    const { headers } = await exchange.call('GET system/language/list', {});
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-request-id']).toBeTruthy();
  });

  test('compresses long answers for those who read that, and no short ones', async () => {
    const ask = (path: string, headers: Record<string, string>) => exchange.app.inject({ url: apiPrefix + path, headers });
    const plain = await ask('pay/symbol/instruments', { language: 'en' });
    const packed = await ask('pay/symbol/instruments', { language: 'en', 'accept-encoding': 'br, gzip' });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length));
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(packed.rawPayload.length).toBeLessThan(plain.body.length / 4);
    const short = await ask('system/language/list', { 'accept-encoding': 'gzip' });
    expect(short.headers['content-encoding']).toBeUndefined();
  });

  test('that does not exist, or exists under another method, is a refusal in JSON', async () => {
    for (const [method, url] of [
      ['GET', `${apiPrefix}pay/nothing`],
      ['POST', `${apiPrefix}pay/wallet/list-fund`],
      ['HEAD', `${apiPrefix}pay/order-coin/revoke/1`],
      ['GET', '/api/elsewhere'],
      ['GET', '/v8/assets/missing.js'],
      ['GET', '/files/nothing'],
      ['GET', '/files/..%2f..%2fetc%2fpasswd'],
      ['GET', `${apiPrefix}pay/order-coin/revoke/%zz`],
    ] as const) {
      const { statusCode, body } = await exchange.app.inject({ method, url });
      expect(statusCode, url).toBeGreaterThanOrEqual(400);
      expect(statusCode, url).toBeLessThan(500);
      if (method !== 'HEAD') expect(JSON.parse(body).data).toBeNull();
    }
  });
});

test('a body that has a key twice is refused, whatever the values', async () => {
  const login = await exchange.app.inject({
    method: 'POST',
    url: `${apiPrefix}system/auth/login`,
    headers: { language: 'en', 'content-type': 'application/json' },
    payload: '{"loginType":1,"loginType":2}',
  });
  expect(login.statusCode).toBe(400);
  expect(login.json()).toMatchObject({ data: null, msg: 'Please correct loginType: it is sent twice.' });
});

describe('a customer who asks too much', () => {
  test('gets the time to try again, and other customers are not limited', async () => {
    const small = await wholeExchange({ app: { weightPerMinute: 30 } });
    const [one, two] = [await small.demo(), await small.demo()];
    const ask = (token: string) => small.call('GET pay/wallet/list-fund', {}, { token });
    for (let count = 0; count < 30; count += 1) expect((await ask(one)).code).toBe(0);
    const refused = await ask(one);
    expect(refused).toMatchObject({ status: 429, code: 1004 });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(two)).code).toBe(0);
    await small.close();
  });

  test('spends from the budget of the address also with what is not there', async () => {
    const small = await wholeExchange({ app: { weightPerMinute: 30 } });
    const paths = ['/v8/assets/', '/files/nothing', '/api/nothing'];
    const statuses: number[] = [];
    for (let count = 0; count < 33; count += 1) statuses.push((await small.app.inject({ url: paths[count % 3]! })).statusCode);
    expect(statuses).toEqual([...Array(30).fill(404), 429, 429, 429]);
    await small.close();
  });
});

describe('what is not a call', () => {
  test('operations, documents and pages answer', async () => {
    const get = (url: string) => exchange.app.inject({ url });
    expect((await get('/health')).statusCode).toBe(200);
    expect((await get('/metrics')).body).toContain('bourse_call_seconds');
    const document = (await get('/api/openapi.json')).json();
    expect(document.openapi).toBe('3.1.1');
    expect(Object.values<object>(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(Object.keys(callTable).length);
    const reference = await get('/api/reference');
    expect(reference.headers['content-security-policy']).not.toMatch(/unsafe/);
    for (const name of Object.keys(callTable)) expect(reference.body).toContain(name.split(' ')[1]);
    expect((await get('/dev/outbox')).body).toContain('Outbox');
    for (const from of [
      { remoteAddress: '203.0.113.9' },
      { headers: { 'x-forwarded-for': '203.0.113.9' } },
      { headers: { host: 'bourse.example' } },
    ])
      expect((await exchange.app.inject({ url: '/dev/outbox', ...from })).statusCode, JSON.stringify(from)).toBe(404);
    const page = await get('/order/detail/12');
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'self'/);
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe/);
  });
});
