import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { context, goodPassword, refusalOf } from '../testing/people.ts';
import { payOut, payPassword, type SecurityKit, securityKit, site } from '../testing/security.ts';
import { resetFactors } from './factor-reset.ts';
import { holdPayouts, payoutHoldMs } from './hold-payouts.ts';
import { relyingParty } from './relying-party.ts';

let kit: SecurityKit;
beforeAll(async () => {
  kit = await securityKit();
});
afterAll(() => kit.close());

const state = async (token: string) => (await kit.send(token, 'GET system/security/get')).data;
const wayOf = async (token: string, call: string, input = {}) => (await kit.begin(token, call, input)).ways;
const removeTotp = 'POST system/totp/remove';
const beginTotp = 'POST system/totp/begin';
const renew = 'POST system/recovery-code/renew';
const setPay = 'POST system/member/update-pay-pwd';

describe('a change of the factors takes what the customer has', () => {
  test('the sign-in password at first, then the pay password, then a code or a passkey with it; recovery codes beside them', async () => {
    const one = await kit.customer();
    expect(await wayOf(one.token, beginTotp)).toEqual([['password']]);
    await kit.setPayPassword(one.token);
    expect(await wayOf(one.token, beginTotp)).toEqual([['payPassword']]);
    const secret = await kit.addTotp(one.token, { payPassword });
    expect(await wayOf(one.token, beginTotp)).toEqual([['payPassword', 'totp']]);
    await kit.addPasskey(one.token, { payPassword, totp: kit.codeAt(secret) });
    kit.people.pass(30_000);
    expect((await kit.prove(one.token, renew, {}, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('done');
    expect(await wayOf(one.token, beginTotp)).toEqual([
      ['payPassword', 'totp'],
      ['payPassword', 'passkey'],
      ['password', 'recoveryCode'],
    ]);
    expect(await wayOf(one.token, payOut, { to: 'x', amount: '1' })).toEqual([
      ['payPassword', 'totp'],
      ['payPassword', 'passkey'],
    ]);
  });

  test('and not what sufficed before a stronger factor was added', async () => {
    const one = await kit.customer();
    await kit.addTotp(one.token);
    const { id } = await kit.begin(one.token, removeTotp);
    for (const parts of [{ password: goodPassword }, { payPassword: goodPassword }, {}])
      expect((await kit.send(one.token, removeTotp, { proof: { id, ...parts } })).refusal).toBe('proofNeeded');
    expect((await kit.send(one.token, removeTotp)).refusal).toBe('proofNeeded');
  });

  test('also when the change was begun before: a proof is judged by the factors of the moment it is used', async () => {
    const one = await kit.customer();
    const early = await kit.begin(one.token, removeTotp);
    await kit.addTotp(one.token);
    expect((await kit.send(one.token, removeTotp, { proof: { id: early.id, password: goodPassword } })).refusal).toBe('proofNeeded');
  });

  test('and a set-up that somebody began before ends with the first change', async () => {
    const one = await kit.customer();
    const thief = await one.signIn();
    const begun = await kit.prove(thief, beginTotp, {}, { password: goodPassword });
    const key = await kit.prove(thief, 'POST system/passkey/begin', {}, { password: goodPassword });
    await kit.setPayPassword(one.token);
    const code = kit.codeAt(String(begun.data['secret']));
    expect((await kit.send(thief, 'POST system/totp/confirm', { code })).refusal).toBe('enrolmentUnknown');
    const credential = softwareAuthenticator(site).register(key.data as never);
    expect((await kit.send(thief, 'POST system/passkey/confirm', { label: 'x', credential })).refusal).toBe('enrolmentUnknown');
  });

  test('with a wrong sign-in password nothing changes, and guessing ends', async () => {
    const one = await kit.customer();
    const { id } = await kit.begin(one.token, beginTotp);
    const heard = new Set<string>();
    for (let at = 0; at < 12; at += 1)
      heard.add((await kit.send(one.token, beginTotp, { proof: { id, password: `wrong ${at}` } })).refusal);
    expect([...heard]).toEqual(['credentialsWrong', 'tooManyAttempts']);
  });

  test('the last factor can be removed with itself; afterwards nothing strong is possible until another is set up', async () => {
    const one = await kit.customer();
    await kit.setPayPassword(one.token);
    const secret = await kit.addTotp(one.token, { payPassword });
    expect((await kit.prove(one.token, removeTotp, {}, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('done');
    await expect(kit.begin(one.token, payOut, { to: 'x', amount: '1' })).rejects.toThrow('factorMissing');
    expect(await wayOf(one.token, beginTotp)).toEqual([['payPassword']]);
    expect((await state(one.token))['payouts']).toEqual({ heldUntil: kit.people.clock.now() + payoutHoldMs, reason: 'factor' });
  });
});

describe('every change', () => {
  test('holds payouts for a day, is told by a notice and a letter, and never makes a hold shorter', async () => {
    const one = await kit.customer();
    expect((await state(one.token))['payouts']).toBeNull();
    await kit.setPayPassword(one.token);
    const until = kit.people.clock.now() + payoutHoldMs;
    expect((await state(one.token))['payouts']).toEqual({ heldUntil: until, reason: 'payPassword' });
    expect(kit.people.sent.filter(({ to }) => to === one.email).map(({ subject }) => subject)).toEqual([
      'Security of your Bourse account was changed',
    ]);
    const notices = await kit.people.database.query('SELECT kind, params FROM notice WHERE account = $1', [one.account]);
    expect(notices).toEqual([{ kind: 'security.changed', params: { what: 'payPassword' } }]);
    await holdPayouts(kit.people.database, one.id, until - 3_600_000, 'contact');
    expect((await state(one.token))['payouts']).toEqual({ heldUntil: until, reason: 'payPassword' });
    kit.people.pass(payoutHoldMs);
    expect((await state(await one.signIn()))['payouts']).toBeNull();
  });

  test('of the sign-in password holds payouts too', async () => {
    const one = await kit.customer();
    const session = await kit.people.signedIn(one.token);
    await kit.people.people.handlers['POST system/auth/update-pwd']({ oldPassword: goodPassword, password: 'another horse 12' }, session);
    expect((await state(one.token))['payouts']).toMatchObject({ reason: 'password' });
  });
});

describe('the pay password', () => {
  const attempt = (token: string, wanted: string, parts: Record<string, unknown> = { password: goodPassword }) =>
    kit.prove(token, setPay, { payPassword: wanted }, parts);

  test.each(['123456', '654321', '111111', '112211', 'abcdef', 'qwerty', 'password'])('is not %s', async (weak) => {
    const one = await kit.customer();
    expect((await attempt(one.token, weak)).refusal).toBe('passwordWeak');
    expect((await state(one.token))['payPassword']).toMatchObject({ setAt: null });
  });

  test('is not the sign-in password, not the address, and not the old one; a PIN of six good digits will do', async () => {
    const one = await kit.customer();
    expect(await attempt(one.token, goodPassword)).toMatchObject({ refusal: 'passwordWeak', msg: expect.stringContaining('sign-in') });
    expect((await attempt(one.token, `${one.email}1`)).refusal).toBe('passwordWeak');
    await expect(attempt(one.token, '48392')).rejects.toThrow('badRequest');
    expect((await attempt(one.token, '483920')).refusal).toBe('done');
    expect((await attempt(one.token, '483920', { payPassword: '483920' })).refusal).toBe('passwordSame');
    expect((await attempt(one.token, '572941')).refusal).toBe('proofNeeded');
    expect((await attempt(one.token, '572941', { payPassword: '483920' })).refusal).toBe('done');
  });

  test('checks the old one when it is sent as well', async () => {
    const one = await kit.customer();
    await kit.setPayPassword(one.token);
    const input = { payPassword: '572941', oldPayPassword: 'wrong one' };
    expect((await kit.prove(one.token, setPay, input, { payPassword })).refusal).toBe('payPasswordWrong');
    expect((await kit.prove(one.token, setPay, { ...input, oldPayPassword: payPassword }, { payPassword })).refusal).toBe('done');
  });

  test('leaves no digest in the database from which six digits could be found', async () => {
    const one = await kit.customer();
    await attempt(one.token, '483920');
    await attempt(one.token, '572941', { payPassword: '483920' });
    const rows = await kit.people.database.query<{ input_digest: Buffer }>('SELECT input_digest FROM proof WHERE customer_id = $1', [
      one.id,
    ]);
    expect(rows).toHaveLength(2);
    expect(new Set(rows.map(({ input_digest }) => input_digest.toString('hex'))).size).toBe(1);
  });
});

describe('recovery codes', () => {
  const codesOf = async (token: string, parts: Record<string, unknown> = { password: goodPassword }) =>
    (await kit.prove(token, renew, {}, parts)).data['codes'] as string[];

  test('are eight, each used once, in any case and with or without the dash; new ones end the old', async () => {
    const one = await kit.customer();
    const codes = await codesOf(one.token);
    expect(codes).toHaveLength(8);
    for (const code of codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/);
    await kit.addTotp(one.token);
    const spend = (recoveryCode: string) => kit.prove(one.token, beginTotp, {}, { password: goodPassword, recoveryCode });
    expect((await spend(codes[0]!.toLowerCase().replace('-', ''))).refusal).toBe('done');
    expect((await spend(codes[0]!)).refusal).toBe('recoveryCodeWrong');
    expect((await state(one.token))['recoveryCodes']).toMatchObject({ left: 7 });
    const next = await codesOf(one.token, { password: goodPassword, recoveryCode: codes[1] });
    expect((await spend(codes[2]!)).refusal).toBe('recoveryCodeWrong');
    expect((await spend(next[0]!)).refusal).toBe('done');
  });

  test('open nothing without the sign-in password, and confirm no payout', async () => {
    const one = await kit.customer();
    const [code] = await codesOf(one.token);
    await kit.setPayPassword(one.token);
    await kit.addTotp(one.token, { payPassword });
    expect((await kit.prove(one.token, removeTotp, {}, { recoveryCode: code })).refusal).toBe('proofNeeded');
    const paid = await kit.prove(one.token, payOut, { to: 'x', amount: '1' }, { password: goodPassword, recoveryCode: code });
    expect(paid.refusal).toBe('proofNeeded');
    expect((await state(one.token))['recoveryCodes']).toMatchObject({ left: 8 });
  });

  test('one code sent twenty times at once serves once; the fifth wrong one closes them for a day', async () => {
    const one = await kit.customer();
    const [code] = await codesOf(one.token);
    const begun = await Promise.all(Array.from({ length: 19 }, () => kit.begin(one.token, renew)));
    const answers = await Promise.all(
      begun.map(({ id }) => kit.send(one.token, renew, { proof: { id, password: goodPassword, recoveryCode: code } })),
    );
    expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(1);
    const other = await kit.customer();
    await codesOf(other.token);
    const wrong = () => kit.prove(other.token, renew, {}, { password: goodPassword, recoveryCode: 'AAAAA-AAAAA' });
    const heard: string[] = [];
    for (let at = 0; at < 6; at += 1) heard.push((await wrong()).refusal);
    expect(heard).toEqual([...Array(4).fill('recoveryCodeWrong'), 'factorLocked', 'factorLocked']);
    // The other ways stay open.
    expect((await kit.prove(other.token, beginTotp, {}, { password: goodPassword })).refusal).toBe('done');
  });
});

describe('what the database holds', () => {
  test('reveals no secret, and a row that is copied to another customer opens nothing', async () => {
    const keys = await kit.people.database.query<{ value: object }>("SELECT value FROM server_secret WHERE name = 'factor-keys'");
    expect(keys.map(({ value }) => Object.keys(value))).toEqual([['sealed']]);
    const [one, other] = [await kit.customer(), await kit.customer()];
    await kit.setPayPassword(one.token);
    const secret = await kit.addTotp(one.token, { payPassword });
    await kit.setPayPassword(other.token);
    await kit.addTotp(other.token, { payPassword });
    const [row] = await kit.people.database.query<{ secret: Buffer }>('SELECT secret FROM totp WHERE customer_id = $1', [one.id]);
    expect(row?.secret.toString('latin1')).not.toContain(secret);
    await kit.people.database.query('UPDATE totp SET secret = $2, last_step = 0 WHERE customer_id = $1', [other.id, row?.secret]);
    const paid = await kit.prove(other.token, payOut, { to: 'x', amount: '1' }, { payPassword, totp: kit.codeAt(secret) });
    expect(paid.refusal).toBe('internal');
    expect(kit.paid).toEqual([]);
  });
});

describe('locking everything', () => {
  test('ends every session, lets nobody in, and holds payouts until the owner was proved', async () => {
    const one = await kit.customer();
    await kit.setPayPassword(one.token);
    const authenticator = await kit.addPasskey(one.token, { payPassword });
    const phone = await one.signIn();
    expect(await kit.send(one.token, 'POST system/security/lock')).toMatchObject({ refusal: 'done', data: { sessionsEnded: 2 } });
    for (const token of [one.token, phone]) expect((await kit.send(token, 'GET system/security/get')).refusal).toBe('unauthorised');
    await expect(one.signIn()).rejects.toThrow('accountLocked');
    const challenge = (await kit.send(undefined, 'GET system/passkey/sign-in')).data as { challenge: string };
    const byKey = { challenge: challenge.challenge, assertion: authenticator.assert(challenge) };
    expect((await kit.send(undefined, 'POST system/passkey/sign-in', byKey)).refusal).toBe('accountLocked');
    const login = kit.people.people.handlers['POST system/auth/login'];
    const wanted = { loginType: 1, loginBy: 2, account: one.email } as const;
    expect(await refusalOf(login({ ...wanted, password: goodPassword }, context()))).toBe('accountLocked');
    // Whoever does not know the password is not told that the account is locked.
    expect(await refusalOf(login({ ...wanted, password: 'not the one' }, context()))).toBe('credentialsWrong');

    const reset = kit.security.handlers['POST system/auth/factor-reset'];
    const asked = await reset({ loginBy: 2, account: one.email, password: goodPassword, text: 'My phone was stolen.' }, context());
    await resetFactors(kit.people.people.services, BigInt(asked.case), BigInt(one.id));
    const again = await one.signIn();
    expect(await state(again)).toMatchObject({
      payPassword: { setAt: null },
      passkeys: { count: 0 },
      payouts: { heldUntil: kit.people.clock.now() + payoutHoldMs, reason: 'factor' },
    });
    expect(await wayOf(again, beginTotp)).toEqual([['password']]);
  });
});

describe('sessions', () => {
  test('are listed with their device and network, and ended one by one or all others at once', async () => {
    const one = await kit.customer();
    const phone = await one.signIn();
    const list = (await kit.send(one.token, 'GET system/session/list')).data as unknown as { id: string; current: boolean }[];
    expect(list).toHaveLength(2);
    expect(list.find(({ current }) => current)).toMatchObject({ name: 'Chrome on Linux', deviceClass: 'desktop', place: '192.0.2.1' });
    const other = await kit.customer();
    const theirs = list.find(({ current }) => !current)?.id;
    expect((await kit.send(other.token, 'POST system/session/end', { id: theirs })).refusal).toBe('notFound');
    expect(await kit.send(one.token, 'POST system/session/end', { id: theirs })).toMatchObject({ data: { ended: 1 } });
    expect((await kit.send(phone, 'GET system/session/list')).refusal).toBe('unauthorised');
    await one.signIn();
    expect(await kit.send(one.token, 'POST system/session/end', { id: 'others' })).toMatchObject({ data: { ended: 1 } });
    expect((await kit.send(one.token, 'GET system/security/get')).data).toMatchObject({ sessions: 1 });
  });
});

describe('the site of passkeys', () => {
  test.each([
    ['https://bourse.example', { id: 'bourse.example', origin: 'https://bourse.example' }],
    ['https://trade.bourse.example:8443', { id: 'trade.bourse.example', origin: 'https://trade.bourse.example:8443' }],
    ['http://localhost:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    ['http://127.0.0.1:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    ['http://[::1]:8080', { id: 'localhost', origin: 'http://localhost:8080' }],
    ['https://203.0.113.7', null],
    ['https://[2001:db8::1]', null],
  ])('of %s', (url, party) => {
    expect(relyingParty(url)).toEqual(party);
  });

  test('does not exist at a number: passkeys are refused by name, apps work', async () => {
    const number = await securityKit('https://203.0.113.7');
    const one = await number.customer();
    const state = (await number.send(one.token, 'GET system/security/get')).data;
    expect(state['passkeys']).toEqual({ count: 0, site: null });
    expect((await number.prove(one.token, 'POST system/passkey/begin', {}, { password: goodPassword })).refusal).toBe('passkeysNotHere');
    expect((await number.send(undefined, 'GET system/passkey/sign-in')).refusal).toBe('passkeysNotHere');
    await expect(number.addTotp(one.token)).resolves.toBeTypeOf('string');
    await number.close();
  });
});
