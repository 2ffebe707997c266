import { CallError } from '@bourse/protocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { cache, readKey, session } from '../../data/index.ts';
import { takeLink } from '../../data/link.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import LinkQuestion from './LinkQuestion.tsx';

const sender = {
  id: '9',
  serviceId: null,
  userId: '9',
  realName: null,
  phone: null,
  email: 'm***@example.com',
  name: 'Mallory',
  avatar: null,
  realnameStatus: 0 as const,
  loginType: 1 as const,
  venue: 'real' as const,
  account: 100_009,
  vipLevel: 0,
  createdAt: 1,
  restricted: false,
};
const fresh = { accessToken: 'A9', refreshToken: 'R9', expiresIn: 900, userId: '9', loginType: 1 as const };
const link = 'https://x.test/home?a=1&access_token=AA&refresh_token=RR#top';

beforeEach(() => {
  takeLink(link);
  server.on('GET system/member/get-current-member', sender);
  server.on('POST system/auth/refresh-token', fresh);
  server.on('GET system/auth/logout', { done: true });
});
const stored = () => JSON.stringify(Object.entries(localStorage)) + JSON.stringify(Object.entries(sessionStorage));
const tokens = () => [session.accessToken, session.refreshToken, session.userId];

describe('a link with tokens', () => {
  it('leaves the address at once, and stores nothing', () => {
    expect(takeLink(link)).toBe('/home?a=1#top');
    expect(tokens()).toEqual(['access', 'refresh', '7']);
    expect(stored()).not.toMatch(/AA|RR/);
  });

  it('names the account and the session that would end, and changes nothing before the answer', async () => {
    const { text, press } = await show(<LinkQuestion />);
    expect(text()).toContain('signs you in to the account “Mallory” (m***@example.com)');
    expect(text()).toContain('That session ends');
    expect(tokens()).toEqual(['access', 'refresh', '7']);
    await press('Do not sign in');
    expect(text()).not.toContain('Mallory');
    expect(tokens()).toEqual(['access', 'refresh', '7']);
    expect(server.sent('POST system/auth/refresh-token', 'GET system/auth/logout')).toEqual([]);
  });

  it('is used up by a yes, after the data of the customer before is forgotten', async () => {
    cache.write(readKey('GET pay/wallet/list-fund', {}), ['the funds of customer 7'] as never);
    localStorage.setItem('return_url', '/funds');
    sessionStorage.setItem('draft', 'of customer 7');
    const { press, text } = await show(<LinkQuestion />);
    await press('Sign in as Mallory');
    await pass(0);
    expect(server.sent('POST system/auth/refresh-token', 'GET system/auth/logout').map(({ name, input }) => [name, input])).toEqual([
      ['POST system/auth/refresh-token', { refreshToken: 'RR' }],
      ['GET system/auth/logout', {}],
    ]);
    expect(tokens()).toEqual(['A9', 'R9', '9']);
    expect(cache.read(readKey('GET pay/wallet/list-fund', {})).data).toBeUndefined();
    expect(stored()).not.toMatch(/return_url|draft|AA|RR/);
    expect(text()).not.toContain('Do not sign in');
  });

  it('with tokens of two accounts signs nobody in', async () => {
    server.on('POST system/auth/refresh-token', { ...fresh, userId: '66' });
    const { press, text } = await show(<LinkQuestion />);
    await press('Sign in as Mallory');
    await pass(0);
    expect(tokens()).toEqual(['access', 'refresh', '7']);
    expect(text()).toContain('no longer signs anybody in');
  });

  it('that has run out says so', async () => {
    server.on('GET system/member/get-current-member', () => {
      throw new CallError(401, 401, 'Please sign in.');
    });
    const { text } = await show(<LinkQuestion />);
    expect(text()).toContain('no longer signs anybody in');
    expect(tokens()).toEqual(['access', 'refresh', '7']);
  });

  it('asks nobody who is signed in to that account already', async () => {
    session.signIn({ accessToken: 'mine', refreshToken: 'mine too', userId: '9' });
    const { text } = await show(<LinkQuestion />);
    expect(text()).not.toContain('Mallory');
    expect(tokens()).toEqual(['mine', 'mine too', '9']);
  });

  it('needs both tokens', async () => {
    expect(takeLink('https://x.test/?access_token=AA')).toBe('/');
    await show(<LinkQuestion />);
    expect(server.asked).toEqual([]);
  });
});
