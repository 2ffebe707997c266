import { LoginType } from '@bourse/protocol/enums';
import { beforeEach, describe, expect, it } from 'vitest';
import { on } from './events.ts';
import { isPublicPath, type RefreshOutcome, Session, type SessionPorts } from './session.ts';
import { deviceKey, MemoryShelf, themeKey } from './storage.ts';

class Memory extends MemoryShelf {
  keys = () => [...this.kept.keys()].sort();
}

function desk(path = '/funds') {
  const local = new Memory();
  const perTab = new Memory();
  const seen = { refreshes: 0, closed: 0, forgotten: 0, said: [] as string[], gone: [] as string[] };
  let clock = 100_000;
  let answer: RefreshOutcome = { outcome: 'fresh', tokens: { accessToken: 'A2', refreshToken: 'R2' } };
  const parts: SessionPorts = {
    local,
    perTab,
    now: () => clock,
    path: () => path,
    refresh: async () => {
      seen.refreshes += 1;
      return answer;
    },
    say: (_, text) => seen.said.push(text),
    forget: () => {
      seen.forgotten += 1;
    },
    closeSockets: () => {
      seen.closed += 1;
    },
  };
  const session = new Session(parts);
  const off = on('go', ({ to }) => seen.gone.push(to));
  return {
    session,
    parts,
    local,
    perTab,
    seen,
    off,
    pass: (ms: number) => {
      clock += ms;
    },
    answer: (next: RefreshOutcome) => {
      answer = next;
    },
  };
}

let offs: (() => void)[] = [];
const open = (path?: string) => {
  const made = desk(path);
  offs.push(made.off);
  return made;
};
beforeEach(() => {
  for (const off of offs) off();
  offs = [];
});

describe('tokens', () => {
  it('make a real user only with a real login type', () => {
    const { session } = open();
    expect(session.isReal).toBe(false);
    session.store({ accessToken: 'A', refreshToken: 'R', loginType: LoginType.demo });
    expect([session.isReal, session.isDemo]).toEqual([false, true]);
    session.store({ accessToken: 'A', refreshToken: 'R', loginType: LoginType.real });
    expect([session.isReal, session.isDemo]).toEqual([true, false]);
  });
});

it('a tab that slept while another one signed in as somebody else wakes up with nothing of whom it showed', () => {
  const { session, parts, local, perTab } = open();
  const wake = () => new Session(parts);
  session.signIn({ accessToken: 'A', refreshToken: 'R', userId: '7', loginType: LoginType.demo });
  perTab.setItem('bourse.commands', 'an order of customer 7');
  wake();
  expect(perTab.getItem('bourse.commands')).toBe('an order of customer 7');
  local.setItem('user_id', '9');
  wake();
  expect(perTab.getItem('bourse.commands')).toBeNull();
});

describe('401', () => {
  it('refreshes once for all calls at the same time', async () => {
    const { session, seen } = open();
    session.store({ accessToken: 'A', refreshToken: 'R' });
    expect(await Promise.all([session.refresh(), session.refresh(), session.refresh()])).toEqual([true, true, true]);
    expect(seen.refreshes).toBe(1);
    expect(session.accessToken).toBe('A2');
  });
  it('refreshes at most every 5 s and uses the last result between two refreshes', async () => {
    const { session, seen, pass } = open();
    session.store({ accessToken: 'A', refreshToken: 'R' });
    await session.refresh();
    pass(4_999);
    expect(await session.refresh()).toBe(true);
    expect(seen.refreshes).toBe(1);
    pass(1);
    await session.refresh();
    expect(seen.refreshes).toBe(2);
  });
  it('ends the session when the refresh token is refused, and asks for a login only on pages that need one', async () => {
    const inside = open('/funds');
    inside.answer({ outcome: 'ended', why: 'Your session has ended.' });
    inside.session.store({ accessToken: 'A', refreshToken: 'R' });
    expect(await inside.session.refresh()).toBe(false);
    expect(inside.session.signedIn).toBe(false);
    expect(inside.seen.gone).toEqual(['/login']);
    inside.off();
    const outside = open('/market');
    outside.answer({ outcome: 'ended', why: 'Your session has ended.' });
    outside.session.store({ accessToken: 'A', refreshToken: 'R' });
    await outside.session.refresh();
    expect(outside.seen.gone).toEqual([]);
    expect(isPublicPath('/market/')).toBe(true);
  });
  it('keeps the tokens when the server cannot be reached', async () => {
    const { session, answer } = open();
    answer({ outcome: 'unreachable' });
    session.store({ accessToken: 'A', refreshToken: 'R' });
    expect(await session.refresh()).toBe(false);
    expect(session.signedIn).toBe(true);
  });
  it('sends no request without a refresh token', async () => {
    const { session, seen } = open();
    expect(await session.refresh()).toBe(false);
    expect(seen.refreshes).toBe(0);
  });
});

describe('409', () => {
  it('clears the tokens, closes the sockets and goes to the login, at most every 3 s', () => {
    const { session, seen, pass } = open('/funds');
    session.store({ accessToken: 'A', refreshToken: 'R' });
    session.replaced('elsewhere');
    expect(session.signedIn).toBe(false);
    expect(seen).toMatchObject({ closed: 1, gone: ['/login'], said: ['elsewhere'] });
    session.replaced('elsewhere');
    expect(seen.gone).toHaveLength(1);
    pass(3_000);
    session.replaced('elsewhere');
    expect(seen.gone).toHaveLength(2);
  });
  it.each(['/home', '/', '/proxy'])('stays on %s and leaves its sockets open', (path) => {
    const { session, seen } = open(path);
    session.store({ accessToken: 'A', refreshToken: 'R' });
    session.replaced('elsewhere');
    expect(session.signedIn).toBe(false);
    expect(seen).toMatchObject({ closed: 0, gone: [] });
  });
});

describe('taking the place back', () => {
  it('is possible for a minute after the tokens were cleared, in memory only', () => {
    const { session, local, pass } = open('/funds');
    session.store({ accessToken: 'A', refreshToken: 'R' });
    session.replaced('elsewhere');
    expect(session.refreshToken).toBeNull();
    expect([...Array(local.length).keys()].map((at) => local.getItem(local.key(at) ?? ''))).not.toContain('R');
    expect(session.takeBackToken).toBe('R');
    pass(60_000);
    expect(session.takeBackToken).toBeNull();
  });
  it('is over once the person signed out or in', () => {
    const { session } = open('/funds');
    session.store({ accessToken: 'A', refreshToken: 'R' });
    session.replaced('elsewhere');
    session.logout();
    expect(session.takeBackToken).toBeNull();
    session.store({ accessToken: 'B', refreshToken: 'S' });
    expect(session.takeBackToken).toBe('S');
  });
});

describe('signing out', () => {
  it('keeps the theme and the settings of the device and nothing else', () => {
    const { session, local, perTab, seen } = open();
    session.store({ accessToken: 'A', refreshToken: 'R', userId: '7', loginType: LoginType.real });
    for (const key of [themeKey, deviceKey, 'return_url', 'proxy_language', 'market_list']) local.setItem(key, 'x');
    perTab.setItem('draft', 'x');
    session.logout();
    expect(local.keys()).toEqual([deviceKey, themeKey].sort());
    expect(perTab.length).toBe(0);
    expect(seen).toMatchObject({ closed: 1, forgotten: 1, gone: ['/login'] });
  });
  it('says why when it was forced', () => {
    const { session, seen } = open();
    session.forcedOut('by an operator');
    expect(seen.said).toEqual(['by an operator']);
  });
  it('shows the message of a 403 and goes to the login', () => {
    const { session, seen } = open();
    session.forbidden('not allowed');
    expect(seen).toMatchObject({ said: ['not allowed'], gone: ['/login'] });
  });
});
