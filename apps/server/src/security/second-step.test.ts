import { callTable } from '@bourse/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { context, goodPassword, refusalOf } from '../testing/people.ts';
import { type SecurityKit, securityKit, site } from '../testing/security.ts';

let kit: SecurityKit;
beforeAll(async () => {
  kit = await securityKit();
});
afterAll(() => kit.close());

type Customer = Awaited<ReturnType<SecurityKit['customer']>>;
type Answer = Parameters<(typeof kit.security.handlers)['POST system/auth/second-step']>[0]['answer'];
const from = (ip = '192.0.2.1', device?: string) => context({ ip, device });
const login = ({ email }: Customer, at = from(), password = goodPassword) =>
  kit.people.people.login({ loginType: 1, loginBy: 2, account: email, password }, at);
const stepOf = async (one: Customer, at = from()) => {
  const answer = await login(one, at);
  if (!('secondStep' in answer)) throw new Error('no second step was asked for');
  return answer.secondStep;
};
const complete = (ticket: string, answer: Answer, at = from()) =>
  kit.security.handlers['POST system/auth/second-step']({ ticket, answer }, at);
const sessionsOf = ({ id }: Customer) =>
  kit.people.database.query("SELECT id FROM session WHERE customer_id = $1 AND state = 'live'", [id]);
async function withApp() {
  const one = await kit.customer();
  return { one, secret: await kit.addTotp(one.token) };
}
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('an account with an authenticator app', () => {
  test('gets no session for its password, and one for a code with it', async () => {
    const { one, secret } = await withApp();
    const before = (await sessionsOf(one)).length;
    const step = await stepOf(one);
    expect(step).toMatchObject({ ways: ['totp'], passkeys: null });
    expect((await sessionsOf(one)).length).toBe(before);
    const tokens = await complete(step.ticket, { totp: kit.codeAt(secret) });
    expect((await kit.people.people.authenticator.authenticate(tokens.accessToken)).customerId).toBe(one.id);
  });
  test('a ticket is good once, also when it is used twenty times at once', async () => {
    const { one, secret } = await withApp();
    const { ticket } = await stepOf(one);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => complete(ticket, { totp: kit.codeAt(secret) })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    kit.people.pass(30_000);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }))).toBe('signInTicketOver');
  });
  test('a ticket completes only the sign-in of its own account', async () => {
    const [mine, other] = [await withApp(), await withApp()];
    const { ticket } = await stepOf(other.one);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(mine.secret) }))).toBe('totpWrong');
    expect(await refusalOf(complete('made-up', { totp: kit.codeAt(mine.secret) }))).toBe('signInTicketOver');
  });
  test('a ticket works from the network of the password alone, for five minutes', async () => {
    const { one, secret } = await withApp();
    const { ticket } = await stepOf(one);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }, from('198.51.100.9')))).toBe('signInTicketOver');
    kit.people.pass(5 * 60_000);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }))).toBe('signInTicketOver');
  });
  test('guessing ends with the ticket, then with the network, then for everybody who is not known', async () => {
    const { one, secret } = await withApp();
    const wrong = { totp: wrongFor(kit.codeAt(secret)) };
    const heard: string[] = [];
    for (let network = 1; network <= 7; network += 1)
      for (let ticket = 0; ticket < 3; ticket += 1) {
        const at = from(`203.0.113.${network}`);
        const step = await stepOf(one, at);
        for (let n = 0; n < 5; n += 1) heard.push(await refusalOf(complete(step.ticket, wrong, at)));
        expect(['signInTicketOver', 'tooManyAttempts']).toContain(await refusalOf(complete(step.ticket, { totp: kit.codeAt(secret) }, at)));
      }
    expect(heard.filter((one) => one === 'totpWrong')).toHaveLength(50);
    const far = from('203.0.113.99');
    const { ticket } = await stepOf(one, far);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }, far))).toBe('tooManyAttempts');
  });
  test('its owner gets in from a known browser while strangers guess; knowing the password makes no browser known', async () => {
    const { one, secret } = await withApp();
    const owner = from('192.0.2.7', 'a-browser-of-the-owner-0001');
    const thief = from('192.0.2.8', 'a-browser-of-a-thief-00001');
    await complete((await stepOf(one, owner)).ticket, { totp: kit.codeAt(secret) }, owner);
    kit.people.pass(30_000);
    await kit.people.people.handlers['POST system/auth/valid-repeat-login'](
      { loginBy: 2, account: one.email, password: goodPassword },
      thief,
    );
    for (let n = 0; n < 3; n += 1) {
      const { ticket } = await stepOf(one, thief);
      for (let n = 0; n < 5; n += 1) await refusalOf(complete(ticket, { totp: wrongFor(kit.codeAt(secret)) }, thief));
    }
    const { ticket } = await stepOf(one, thief);
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }, thief))).toBe('tooManyAttempts');
    await complete((await stepOf(one, owner)).ticket, { totp: kit.codeAt(secret) }, owner);
  });
  test('tells whoever knows the password alone nothing of its sessions, and a stranger nothing at all', async () => {
    const { one } = await withApp();
    const ask = (account: string, password: string) =>
      kit.people.people.handlers['POST system/auth/valid-repeat-login']({ loginBy: 2, account, password }, from());
    expect(await ask(one.email, goodPassword)).toEqual({ repeated: false, device: null, lastSeen: null });
    expect(await refusalOf(login(one, from('192.0.2.30'), 'not the password'))).toBe('credentialsWrong');
    expect(await refusalOf(login({ ...one, email: 'nobody@example.com' }, from('192.0.2.31')))).toBe('credentialsWrong');
  });
  test('a new password ends a ticket, and so does a code that was used for something else', async () => {
    const { one, secret } = await withApp();
    const { ticket } = await stepOf(one);
    await kit.people.people.handlers['POST system/auth/update-pwd'](
      { oldPassword: goodPassword, password: 'another horse 12' },
      await kit.people.signedIn(one.token),
    );
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(secret) }))).toBe('signInTicketOver');

    const two = await withApp();
    const step = await stepOf(two.one);
    const code = kit.codeAt(two.secret);
    await complete(step.ticket, { totp: code });
    expect(await refusalOf(complete((await stepOf(two.one)).ticket, { totp: code }))).toBe('totpUsed');
  });
  test('that is locked or restricted is refused before a second step is asked for', async () => {
    const { one } = await withApp();
    expect((await kit.send(one.token, 'POST system/security/lock')).refusal).toBe('done');
    expect(await refusalOf(login(one))).toBe('accountLocked');
    const two = await withApp();
    const { ticket } = await stepOf(two.one);
    await kit.people.people.restrict(BigInt(two.one.id), 'A reason.');
    expect(await refusalOf(complete(ticket, { totp: kit.codeAt(two.secret) }))).toBe('accountRestricted');
    expect(await refusalOf(login(two.one))).toBe('accountRestricted');
  });
});

describe('other ways', () => {
  test('a passkey signs the challenge of this ticket', async () => {
    const one = await kit.customer();
    const key = await kit.addPasskey(one.token, { password: goodPassword });
    const step = await stepOf(one);
    expect(step).toMatchObject({ ways: ['passkey'], passkeys: { rpId: 'bourse.example' } });
    const sign = (challenge: string) => key.assert({ challenge, rpId: 'bourse.example' });
    const another = Buffer.alloc(32, 7).toString('base64url');
    expect(await refusalOf(complete(step.ticket, { passkey: sign(another) }))).toBe('passkeyRefused');
    const stranger = softwareAuthenticator(site);
    stranger.register({ challenge: another, rp: { id: 'bourse.example' }, user: { id: 'eA' } } as never);
    const foreign = stranger.assert({ challenge: step.passkeys!.challenge, rpId: 'bourse.example' });
    expect(await refusalOf(complete(step.ticket, { passkey: foreign }))).toBe('passkeyRefused');
    expect(await complete(step.ticket, { passkey: sign(step.passkeys!.challenge) })).toMatchObject({ userId: one.id });
  });
  test('a recovery code works once, also when it comes twenty times at once; payouts wait and the owner is told', async () => {
    const { one, secret } = await withApp();
    const renewed = await kit.prove(one.token, 'POST system/recovery-code/renew', {}, { password: goodPassword, totp: kit.codeAt(secret) });
    const [code = ''] = renewed.data['codes'] as string[];
    kit.people.pass(25 * 3_600_000);
    const tickets = await Promise.all(Array.from({ length: 10 }, (_, at) => stepOf(one, from(`198.51.100.${at + 20}`))));
    const all = await Promise.allSettled(
      tickets.map(({ ticket }, at) => complete(ticket, { recoveryCode: code }, from(`198.51.100.${at + 20}`))),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [notice] = await kit.people.database.query('SELECT params FROM notice WHERE account = $1 ORDER BY id DESC', [one.account]);
    expect(notice).toEqual({ params: { what: 'recoveryUsed' } });
    expect(kit.people.restricted.findLast(({ account }) => account === one.account)).toMatchObject({ payouts: 'afterCredential' });
    expect(await refusalOf(complete((await stepOf(one)).ticket, { recoveryCode: code }))).toBe('recoveryCodeWrong');
  });
  test('open one session for one ticket, also when two right answers come at once', async () => {
    const { one, secret } = await withApp();
    const renewed = await kit.prove(one.token, 'POST system/recovery-code/renew', {}, { password: goodPassword, totp: kit.codeAt(secret) });
    const codes = renewed.data['codes'] as string[];
    const { ticket } = await stepOf(one);
    const all = await Promise.allSettled(codes.slice(0, 4).map((recoveryCode) => complete(ticket, { recoveryCode })));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
  test('of signing in are these and no other: whoever adds one says what it asks of an account with a factor', () => {
    const giving = Object.entries(callTable).filter(([, { output }]) => /"accessToken"/.test(JSON.stringify(z.toJSONSchema(output))));
    expect(giving.map(([name]) => name.split('/').at(-1)).sort()).toEqual([
      // Register: a new account has no factor. Sessions go on by their own token. A passkey is two factors by itself.
      ...[
        'email-register',
        'keep-online',
        'login',
        'refresh-token',
        'register',
        'second-step',
        'sign-in',
        'sms-register',
        'temporary-login',
        // A visitor of the chat.
        'temporary-token',
      ],
    ]);
  });
});
