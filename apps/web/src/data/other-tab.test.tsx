import { CallError } from '@bourse/protocol/client';
import { LoginType } from '@bourse/protocol/enums';
import { beforeAll, describe, expect, it } from 'vitest';
import { server } from '../testing/server.ts';
import { pass, show } from '../testing/show.tsx';
import { call, followOtherSessions, logout, session } from './api.ts';
import { runCommand } from './commands/use-command.ts';
import { cache, readKey } from './index.ts';
import { useIsDemo, useSignedIn } from './use-session.ts';

const funds = readKey('GET pay/wallet/list-fund', {});
const move = 'POST pay/wallet/any-transfer';
const transfer = { from: 1, to: 2, asset: 'USDT', amount: '10' } as const;

function Who() {
  const [signedIn, isDemo] = [useSignedIn(), useIsDemo()];
  return <p>{signedIn ? (isDemo ? 'practice account' : 'real account') : 'nobody'}</p>;
}

/** What another tab of this browser writes; the browser tells this one a moment later. */
const elsewhere = (entries: Record<string, string | null>) => {
  for (const [key, value] of Object.entries(entries))
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
};
const heard = async () => {
  window.dispatchEvent(new StorageEvent('storage', { key: 'user_id' }));
  await pass();
};
const real = { access_token: 'A9', refresh_token: 'R9', user_id: '9', login_type: String(LoginType.real) };
beforeAll(() => followOtherSessions());
const practise = async () => {
  session.signIn({ accessToken: 'A7', refreshToken: 'R7', userId: '7', loginType: LoginType.demo });
  cache.write(funds, ['the funds of customer 7'] as never);
  const shown = await show(<Who />);
  expect(shown.text()).toContain('practice account');
  return shown;
};

describe('a page whose browser another tab signed in as somebody else', () => {
  it('sends nothing in the name of whom it does not show, and then shows whom it speaks for', async () => {
    const { text } = await practise();
    server.on(move, { commandId: '00000000-0000-4000-8000-000000000001', seq: '5' });
    elsewhere(real);
    expect(await runCommand('move', move, transfer)).toMatchObject({ state: 'rejected' });
    expect(server.asked).toEqual([]);
    await pass();
    expect(text()).toContain('real account');
    expect(text()).toContain('Nothing was sent');
    expect(cache.read(funds).data).toBeUndefined();
    // Whoever presses again acts as the one who is shown.
    expect(await runCommand('move', move, transfer)).toMatchObject({ state: 'accepted' });
  });

  it('shows it as soon as the browser tells, also that nobody is signed in any more', async () => {
    const { text } = await practise();
    elsewhere(real);
    await heard();
    expect(text()).toContain('real account');
    expect(cache.read(funds).data).toBeUndefined();
    cache.write(funds, ['the funds of customer 9'] as never);
    sessionStorage.setItem('draft', 'of customer 9');
    elsewhere({ access_token: null, refresh_token: null, user_id: null, login_type: null });
    await heard();
    expect(text()).toContain('nobody');
    expect([cache.read(funds).data, sessionStorage.getItem('draft')]).toEqual([undefined, null]);
  });

  it('signs nobody out whom it does not show', async () => {
    const { text } = await practise();
    elsewhere(real);
    await logout();
    await pass();
    expect([session.accessToken, text()]).toEqual(['A9', expect.stringContaining('real account')]);
    server.on('GET system/auth/logout', { done: true });
    await logout();
    expect(session.signedIn).toBe(false);
  });

  it('keeps everything when the other tab only renewed the tokens', async () => {
    const { text } = await practise();
    elsewhere({ access_token: 'A8', refresh_token: 'R8' });
    await heard();
    expect(text()).toContain('practice account');
    expect(cache.read(funds).data).toEqual(['the funds of customer 7']);
  });
});

it('an answer about an earlier sign-in signs nobody out who has signed in since', async () => {
  server.on('PUT system/notice-msg/shown', () => {
    elsewhere({ access_token: 'A8', refresh_token: 'R8' });
    throw new CallError(409, 409, 'You signed in on another device.');
  });
  await expect(call('PUT system/notice-msg/shown', { ids: ['1'] })).rejects.toBeInstanceOf(CallError);
  expect([session.accessToken, session.refreshToken]).toEqual(['A8', 'R8']);
});
