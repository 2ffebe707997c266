import type { BegunProof, SecurityState } from '@bourse/protocol';
import { CallError } from '@bourse/protocol/client';
import { catalogue } from '@bourse/protocol/errors';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { session } from '../../data/index.ts';
import { server } from '../../testing/server.ts';
import { pass, show } from '../../testing/show.tsx';
import { PayPasswordScreen } from './PayPasswordScreen.tsx';
import { SecurityScreen } from './SecurityScreen.tsx';

const hour = 3_600_000;
const proofId = '00000000-0000-4000-8000-000000000001';
const other = '00000000-0000-4000-8000-000000000002';
const begun = (ways: BegunProof['ways'], more: Partial<BegunProof> = {}): BegunProof => ({
  ...{ id: proofId, kind: 'change', challenge: 'ab'.repeat(32), expiresAt: Date.now() + 300_000, ways, passkeys: null },
  ...more,
});
const state = (more: Partial<SecurityState> = {}): SecurityState => ({
  password: { changedAt: null },
  payPassword: { setAt: null, lockedUntil: null },
  totp: { setAt: null, lockedUntil: null },
  passkeys: { count: 0, site: 'bourse.example' },
  recoveryCodes: { left: 0, madeAt: null, lockedUntil: null },
  sessions: 2,
  payouts: null,
  holdHours: 24,
  ...more,
});
const refuse = (name: keyof typeof catalogue, message: string) => () => {
  throw new CallError(catalogue[name].code, catalogue[name].http, message);
};
const here = {
  id: proofId,
  name: 'Chrome on Linux',
  deviceClass: 'desktop' as const,
  current: true,
  place: '192.0.2.1',
  signedInAt: 1,
  lastSeenAt: 1,
};
const phone = { ...here, id: other, name: 'Safari on iPhone', deviceClass: 'phone' as const, current: false, place: '203.0.113.9' };

beforeEach(() => {
  session.signIn({ accessToken: 'A', refreshToken: 'R', userId: '9', loginType: 1 });
  server.on('GET system/security/get', state());
  server.on('GET system/session/list', [here, phone]);
  server.on('GET system/passkey/list', []);
});

describe('the security centre', () => {
  it('says what is missing, what waits and for how long, and why', async () => {
    const until = Date.now() + 5 * hour;
    server.on(
      'GET system/security/get',
      state({ payPassword: { setAt: 1, lockedUntil: null }, payouts: { heldUntil: until, reason: 'payPassword' } }),
    );
    const { text } = await show(<SecurityScreen />);
    expect(text()).toContain('One step is missing for withdrawals');
    expect(text()).toContain('Withdrawals wait until');
    expect(text()).toContain('5 h 0 min left');
    await pass(61_000);
    expect(text()).toContain('4 h 59 min left');
  });

  it('keeps its shape when it cannot be read, and reads it again on demand', async () => {
    server.on('GET system/security/get', refuse('unavailable', 'Not available just now'));
    const { page, press, text } = await show(<SecurityScreen />);
    // The read tries again by itself first.
    await pass(60_000);
    expect(text()).toContain('Not available just now');
    expect(page.getByRole('button', { name: 'Lock everything' })).toBeTruthy();
    server.on('GET system/security/get', state());
    await press('Try again');
    expect(text()).toContain('Authenticator app');
  });

  it('offers no passkey where the address is a number, and says so', async () => {
    server.on('GET system/security/get', state({ passkeys: { count: 0, site: null } }));
    const { text } = await show(<SecurityScreen />);
    expect(text()).toContain('Passkeys do not work at this address');
  });

  it('tells a demo account that factors belong to real ones', async () => {
    session.signIn({ accessToken: 'A', refreshToken: 'R', userId: '9', loginType: 2 });
    const { text } = await show(<SecurityScreen />);
    expect(text()).toContain('A demo account has nothing to protect');
    expect(server.sent('GET system/security/get')).toEqual([]);
  });

  it('ends one session, and all others, after one question', async () => {
    server.on('POST system/session/end', { ended: 1 });
    const { press, text } = await show(<SecurityScreen />);
    await press('End the session of Safari on iPhone');
    await press('End');
    expect(server.sent('POST system/session/end').map(({ input }) => input)).toEqual([{ id: other }]);
    expect(text()).toContain('Safari on iPhone was signed out');
    await press('End all others');
    await press('End');
    expect(server.sent('POST system/session/end').at(-1)?.input).toEqual({ id: 'others' });
  });

  it('locks everything once, however often it is pressed', async () => {
    server.on(
      'POST system/security/lock',
      () => new Promise((resolve) => setTimeout(() => resolve({ done: true, sessionsEnded: 2 }), 500)),
    );
    const { page, person, press } = await show(<SecurityScreen />);
    await press('Lock everything');
    const confirm = [...page.getByRole('alertdialog').querySelectorAll('button')].at(-1);
    await person.dblClick(confirm as HTMLElement);
    await pass(1_000);
    expect(server.sent('POST system/security/lock')).toHaveLength(1);
    expect(session.signedIn).toBe(false);
  });

  it('sets up an authenticator app: proof, QR code and key, first code', async () => {
    server.on('POST system/proof/begin', begun([['password']]));
    server.on('POST system/totp/begin', {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Bourse:T?secret=JBSWY3DPEHPK3PXP',
      expiresAt: 1,
    });
    server.on('POST system/totp/confirm', refuse('totpWrong', 'The code is wrong'));
    const { page, press, fill, text, field, problemOf } = await show(<SecurityScreen />);
    await press('Add: Authenticator app');
    expect(text()).toContain('Confirm it is you');
    expect(document.activeElement).toBe(field('Sign-in password'));
    await press('Confirm');
    expect(problemOf('Sign-in password')).toBe('Please fill this in.');
    await fill('Sign-in password', 'correct horse');
    await press('Confirm');
    expect(server.sent('POST system/totp/begin').map(({ input }) => input)).toEqual([
      { proof: { id: proofId, password: 'correct horse' } },
    ]);
    expect(page.getByRole('img', { name: 'QR code for the authenticator app' }).querySelector('path')).toBeTruthy();
    expect(text()).toContain('JBSW Y3DP EHPK 3PXP');
    await fill('Six-digit code', '12 34');
    await press('Confirm');
    expect(problemOf('Six-digit code')).toBe('Type the six digits that the app shows.');
    await fill('Six-digit code', '123456');
    await press('Confirm');
    expect(problemOf('Six-digit code')).toBe('The code is wrong');
    server.on('POST system/totp/confirm', { done: true });
    await press('Confirm');
    expect(text()).toContain('Authenticator app added');
  });

  it('shows recovery codes until they are kept', async () => {
    const codes = Array.from({ length: 8 }, (_, at) => `AAAA${at + 2}-BBBBB`);
    server.on('POST system/proof/begin', begun([['password']]));
    server.on('POST system/recovery-code/renew', { codes });
    const { page, person, press, fill, text } = await show(<SecurityScreen />);
    await press('Add: Recovery codes');
    await fill('Sign-in password', 'correct horse');
    await press('Confirm');
    for (const code of codes) expect(text()).toContain(code);
    const done = page.getByRole<HTMLButtonElement>('button', { name: 'Done' });
    expect(done.disabled).toBe(true);
    await person.keyboard('{Escape}');
    expect(text()).toContain(codes[0]);
    await press('I have kept these codes', 'checkbox');
    await press('Done');
    expect(text()).not.toContain(codes[0]);
  });
});

describe('the proof sheet', () => {
  const removeTotp = async () => {
    server.on('GET system/security/get', state({ totp: { setAt: 1, lockedUntil: null } }));
    const shown = await show(<SecurityScreen />);
    await shown.press('Remove: Authenticator app');
    return shown;
  };

  it('offers the ways that the server names, and sends the parts of one', async () => {
    server.on(
      'POST system/proof/begin',
      begun([
        ['payPassword', 'totp'],
        ['password', 'recoveryCode'],
      ]),
    );
    server.on('POST system/totp/remove', { done: true });
    const { press, fill, page } = await removeTotp();
    expect(page.getAllByRole('radio').map((one) => one.textContent)).toEqual(['App code', 'Recovery code']);
    await press('Recovery code', 'radio');
    await fill('Sign-in password', 'correct horse');
    await fill('Recovery code', '7kq2m-xt9rb');
    await press('Confirm');
    expect(server.sent('POST system/totp/remove').map(({ input }) => input)).toEqual([
      { proof: { id: proofId, password: 'correct horse', recoveryCode: '7kq2m-xt9rb' } },
    ]);
  });

  it('shows a refusal at its field, keeps what was typed, and sends once for two presses', async () => {
    server.on('POST system/proof/begin', begun([['payPassword', 'totp']]));
    server.on('POST system/totp/remove', refuse('payPasswordWrong', 'Wrong. Tries left: 4.'));
    const { press, fill, problemOf, field, page, person, text } = await removeTotp();
    await fill('Payment password', 'blue kettle');
    await fill('Six-digit code', '123456');
    await press('Confirm');
    expect(problemOf('Payment password')).toBe('Wrong. Tries left: 4.');
    expect(field('Six-digit code').value).toBe('123456');
    server.on('POST system/totp/remove', () => new Promise((resolve) => setTimeout(() => resolve({ done: true }), 300)));
    await person.dblClick(page.getByRole('button', { name: 'Confirm' }));
    await pass(400);
    expect(server.sent('POST system/totp/remove')).toHaveLength(2);
    expect(text()).toContain('Authenticator app removed');
  });

  it('begins anew when the proof ran out, and keeps what was typed', async () => {
    server.on('POST system/proof/begin', begun([['payPassword', 'totp']]));
    server.on('POST system/totp/remove', refuse('proofExpired', 'Expired'));
    const { press, fill, field, text } = await removeTotp();
    await fill('Payment password', 'blue kettle');
    await fill('Six-digit code', '123456');
    server.on('POST system/proof/begin', begun([['payPassword', 'totp']], { id: other }));
    await press('Confirm');
    expect(text()).toContain('so we started again');
    expect(field('Payment password').value).toBe('blue kettle');
    server.on('POST system/totp/remove', { done: true });
    await press('Confirm');
    expect(server.sent('POST system/totp/remove').at(-1)?.input).toMatchObject({ proof: { id: other } });
  });

  it('leads to the security centre when a factor is missing, and offers to try again when the server was away', async () => {
    server.on('POST system/proof/begin', refuse('factorMissing', 'Add an app first'));
    const { page, person, press, text } = await removeTotp();
    expect(page.getByRole('link', { name: 'Set up security' }).getAttribute('href')).toBe('/mine/security');
    await person.keyboard('{Escape}');
    await pass(0);
    server.on('POST system/proof/begin', refuse('unavailable', 'Not now'));
    await press('Remove: Authenticator app');
    expect(text()).toContain('Not now');
    server.on('POST system/proof/begin', begun([['payPassword']]));
    await press('Try again');
    expect(text()).toContain('Payment password');
  });

  it('asks the browser for a passkey, and says when the person turned it down', async () => {
    vi.stubGlobal('PublicKeyCredential', class {});
    const site = location.hostname;
    server.on('POST system/proof/begin', begun([['payPassword', 'passkey']], { passkeys: { rpId: site, ids: ['AAAA'] } }));
    const { press, fill, text } = await removeTotp();
    await fill('Payment password', 'blue kettle');
    await press('Confirm with passkey');
    await vi.waitFor(() => expect(text()).toContain('Nothing was confirmed'), 10_000);
    expect(server.sent('POST system/totp/remove')).toEqual([]);
    vi.unstubAllGlobals();
  });
});

describe('the payment password', () => {
  it('says first what it costs, checks what is typed, and asks for the factors', async () => {
    server.on('POST system/proof/begin', begun([['password']]));
    server.on('POST system/member/update-pay-pwd', { done: true });
    const { press, fill, problemOf, text } = await show(<PayPasswordScreen />);
    expect(text()).toContain('After this change, withdrawals wait for 24 hours.');
    await fill('New payment password', '12345');
    await press('Confirm');
    expect(problemOf('New payment password')).toBe('Use at least 6 characters.');
    await fill('New payment password', '483920');
    await fill('Once more', '483921');
    await press('Confirm');
    expect(problemOf('Once more')).toBe('The two do not match.');
    expect(server.sent('POST system/proof/begin')).toEqual([]);
    await fill('Once more', '483920');
    await press('Confirm');
    await fill('Sign-in password', 'correct horse');
    const confirms = document.querySelectorAll<HTMLButtonElement>('[data-overlay-panel] button[type=submit]');
    confirms[0]?.click();
    await pass(0);
    expect(server.sent('POST system/member/update-pay-pwd').map(({ input }) => input)).toEqual([
      { payPassword: '483920', proof: { id: proofId, password: 'correct horse' } },
    ]);
    expect(text()).toContain('The payment password was set');
  });

  it('shows a refusal of the new password at its field', async () => {
    server.on('POST system/proof/begin', begun([['password']]));
    server.on('POST system/member/update-pay-pwd', refuse('passwordWeak', 'Choose a stronger password'));
    const { press, fill, problemOf } = await show(<PayPasswordScreen />);
    await fill('New payment password', 'qwerty');
    await fill('Once more', 'qwerty');
    await press('Confirm');
    await fill('Sign-in password', 'correct horse');
    document.querySelector<HTMLButtonElement>('[data-overlay-panel] button[type=submit]')?.click();
    await pass(0);
    expect(problemOf('New payment password')).toBe('Choose a stronger password');
  });
});
