import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { server } from './server.ts';

vi.mock('@bourse/protocol/client', async (original) => ({
  ...(await original<typeof import('@bourse/protocol/client')>()),
  createClient: () => server.call.bind(server),
}));

// Commands go out unsigned here; `device-key.test.ts` tests the key itself.
vi.mock('../data/commands/this-device.ts', () => ({ thisDevice: { follow: async () => {}, sign: async () => undefined } }));

// Testing Library advances fake timers by itself only if it finds Jest.
Object.assign(globalThis, { jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) } });

// Report only what was looked for: a dump of the page is too long to read, and computing what is visible takes most of a test's time. A busy machine lets a
// condition wait.
configure({
  asyncUtilTimeout: 10_000,
  defaultHidden: true,
  getElementError: (message) => new Error(message?.split('\n\n')[0] ?? 'not found'),
});

export const today = Date.UTC(2026, 2, 2, 10);

beforeAll(async () => {
  const { allWords, startLanguage } = await import('../i18n/index.ts');
  await startLanguage('en');
  await allWords();
});
beforeEach(async () => {
  vi.useFakeTimers({ now: today });
  server.reset();
  localStorage.clear();
  sessionStorage.clear();
  const { session } = await import('../data/index.ts');
  session.signIn({ accessToken: 'access', refreshToken: 'refresh', userId: '7' });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  expect(server.complaints).toEqual([]);
});
