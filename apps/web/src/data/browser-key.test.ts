import { beforeEach, expect, it, vi } from 'vitest';

const sent: { url: string; headers: Record<string, string> }[] = [];
beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    sent.push({ url, headers });
    return new Response('{"code":0,"data":null,"msg":""}');
  });
});

it('goes with the calls of signing in, always the same, and with no other call', async () => {
  const { clientWith } = await import('./api.ts');
  const call = clientWith(() => null);
  await call('POST system/auth/login', { loginType: 2 });
  await call('POST system/auth/refresh-token', { refreshToken: 'R' });
  await call('GET pay/symbol/instruments', {});
  const keys = sent.map(({ headers }) => headers['X-Device']);
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], undefined]);
});
