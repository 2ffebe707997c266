import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleAssets } from '../operators/host.ts';
import { type TestConsole, testConsole } from '../testing/console.ts';
import { testExchange } from '../testing/exchange.ts';

const routes = new Set<string>();
let exchange: Awaited<ReturnType<typeof testExchange>>;
let kit: TestConsole;
beforeAll(async () => {
  exchange = await testExchange({
    app: {
      publicUrl: 'https://bourse.example',
      onRoute: (path) => routes.add(path),
      logFiles: { checkpoint: async () => 'a head', tile: async () => Buffer.from('a tile') },
      pictures: { openFile: async () => ({ bytes: Buffer.from('x'), mimeType: 'image/png', etag: '"x"' }) },
      callbacks: async () => ({ status: 200, code: 200, message: 'SUCCESS' }),
    },
  });
  kit = await testConsole({}, 'https://console.example');
});
afterAll(async () => {
  await exchange.close();
  await kit.close();
});

type Answer = { statusCode: number; headers: Record<string, unknown> };
const isGuarded = ({ headers }: Answer, what: string) => {
  expect(headers, what).toMatchObject({
    'x-content-type-options': 'nosniff',
    'strict-transport-security': expect.stringMatching(/^max-age=31536000; includeSubDomains$/),
    'content-security-policy': expect.stringMatching(/frame-ancestors 'none'/),
    'referrer-policy': expect.stringMatching(/^(no-referrer|same-origin)$/),
  });
};

describe('whatever is no call', () => {
  test('is sniffed, framed and asked for without TLS by no browser, route by route', async () => {
    const others = [...routes].filter((route) => !/^\/api\/app-api/.test(route));
    expect(others).toEqual(
      expect.arrayContaining(['/health', '/metrics', '/files/:id', '/api/gateway/:provider', '/tlog/:venue/checkpoint']),
    );
    for (const route of others) {
      const url = route.replace(':venue', 'real').replace(/:\w+/, 'x').replace('*', 'any');
      const posts = route.startsWith('/api/gateway');
      const payload = posts
        ? { payload: 'body=x', headers: { 'content-type': 'application/x-www-form-urlencoded' }, method: 'POST' as const }
        : { method: 'GET' as const };
      const answer = await exchange.app.inject({ url, ...payload });
      if (!/^\/(v8|\*)/.test(route)) expect(answer.statusCode, route).toBe(200);
      isGuarded(answer, route);
    }
  });

  test('keeps the stricter or wider headers of its own', async () => {
    const of = async (url: string) => (await exchange.app.inject({ url })).headers;
    expect((await of('/home'))['content-security-policy']).toMatch(/script-src 'self'/);
    expect((await of('/api/reference'))['content-security-policy']).toMatch(/script-src 'self'/);
    expect((await of('/files/x'))['content-security-policy']).toMatch(/sandbox/);
    expect((await of('/tlog/real/checkpoint'))['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test('is guarded at the console alike', async () => {
    const { token } = await kit.operator('support');
    for (const url of ['/', '/cases', '/robots.txt', '/api/admin-api/openapi.json', `${consoleAssets}x.js`, '/nowhere.js'])
      isGuarded(await kit.app.inject({ url, headers: { authorization: `Bearer ${token}` } }), url);
  });
});
