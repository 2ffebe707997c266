import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { softwareAuthenticator } from '../testing/authenticator.ts';
import { goodPassword } from '../testing/people.ts';
import { payOut, payPassword, type SecurityKit, securityKit, site } from '../testing/security.ts';

let kit: SecurityKit;
beforeAll(async () => {
  kit = await securityKit();
});
afterAll(() => kit.close());
beforeEach(() => {
  kit.paid.length = 0;
});

const payout = { to: 'own account', amount: '10' };

/** A customer with a pay password and an authenticator app. */
async function withTotp() {
  const one = await kit.customer();
  await kit.setPayPassword(one.token);
  const secret = await kit.addTotp(one.token, { payPassword });
  return { ...one, secret };
}

/** A customer with a pay password and a passkey. */
async function withPasskey() {
  const one = await kit.customer();
  await kit.setPayPassword(one.token);
  const authenticator = await kit.addPasskey(one.token, { payPassword });
  const assertion = (begun: { challenge: string }, forged: Parameters<typeof authenticator.assert>[1] = {}) =>
    authenticator.assert({ challenge: Buffer.from(begun.challenge, 'hex').toString('base64url'), rpId: 'bourse.example' }, forged);
  return { ...one, authenticator, assertion };
}

describe('a code of an authenticator app', () => {
  test('confirms one act; in the same half minute it confirms no second one', async () => {
    const { token, secret } = await withTotp();
    const parts = { payPassword, totp: kit.codeAt(secret) };
    expect((await kit.prove(token, payOut, payout, parts)).refusal).toBe('done');
    expect((await kit.prove(token, payOut, payout, parts)).refusal).toBe('totpUsed');
    expect(kit.paid).toHaveLength(1);
    kit.people.pass(30_000);
    expect((await kit.prove(token, payOut, payout, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('done');
  });

  test('sent sixty times at once, each time with a proof of its own, pays once', async () => {
    const { token, secret, signIn } = await withTotp();
    const totp = kit.codeAt(secret);
    const begun = await Promise.all(Array.from({ length: 20 }, (_, at) => kit.begin(token, payOut, { ...payout, amount: String(at) })));
    const sent = Array.from({ length: 60 }, (_, at) => ({ at: at % 20, id: begun[at % 20]?.id }));
    const answers = await Promise.all(
      sent.map(({ at, id }) => kit.send(token, payOut, { ...payout, amount: String(at), proof: { id, payPassword, totp } })),
    );
    expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(1);
    expect(kit.paid).toHaveLength(1);
    // Pressing too often is not guessing: the next code works.
    kit.people.pass(30_000);
    expect((await kit.prove(await signIn(), payOut, payout, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('done');
  });

  test.each([
    [-2, 'totpWrong'],
    [-1, 'done'],
    [0, 'done'],
    [1, 'done'],
    [2, 'totpWrong'],
  ])('of the step %i from now: %s', async (steps, refusal) => {
    const { token, secret } = await withTotp();
    // Two minutes after the set-up, so that no earlier step was used.
    kit.people.pass(120_000);
    const totp = kit.codeAt(secret, kit.people.clock.now() + steps * 30_000);
    expect((await kit.prove(token, payOut, payout, { payPassword, totp })).refusal).toBe(refusal);
  });

  test('counts once even when the clock is set back, and an older code never counts again', async () => {
    const { token, secret } = await withTotp();
    kit.people.pass(120_000);
    const totp = kit.codeAt(secret);
    expect((await kit.prove(token, payOut, payout, { payPassword, totp })).refusal).toBe('done');
    kit.people.pass(-30_000);
    expect((await kit.prove(token, payOut, payout, { payPassword, totp })).refusal).toBe('totpUsed');
    expect((await kit.prove(token, payOut, payout, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('totpUsed');
    kit.people.pass(30_000);
    expect(kit.paid).toHaveLength(1);
  });

  test('of another customer is wrong, and the fifth wrong one closes codes for a day while sign-in goes on', async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    const attack = () => kit.prove(one.token, payOut, payout, { payPassword, totp: kit.codeAt(other.secret) });
    for (const left of [4, 3, 2, 1])
      expect(await attack()).toMatchObject({ refusal: 'totpWrong', msg: expect.stringContaining(`${left}`) });
    expect((await attack()).refusal).toBe('factorLocked');
    const right = () => kit.prove(one.token, payOut, payout, { payPassword, totp: kit.codeAt(one.secret) });
    expect((await right()).refusal).toBe('factorLocked');
    expect(kit.paid).toEqual([]);
    await expect(one.signIn()).resolves.toBeTypeOf('string');
    kit.people.pass(24 * 3_600_000);
    expect((await kit.prove(await one.signIn(), payOut, payout, { payPassword, totp: kit.codeAt(one.secret) })).refusal).toBe('done');
  });

  test('that was seen on the way buys no more guesses', async () => {
    const { token, secret } = await withTotp();
    const seen = kit.codeAt(secret);
    expect((await kit.prove(token, payOut, payout, { payPassword, totp: seen })).refusal).toBe('done');
    const wrong = () => kit.prove(token, payOut, payout, { payPassword, totp: '000000' });
    const again = () => kit.prove(token, payOut, payout, { payPassword, totp: seen });
    const heard: string[] = [];
    for (let at = 0; at < 6; at += 1) {
      heard.push((await wrong()).refusal);
      heard.push((await again()).refusal);
    }
    expect(heard.filter((name) => name === 'totpWrong')).toHaveLength(4);
    expect(heard.slice(-2)).toEqual(['factorLocked', 'factorLocked']);
  });
});

describe('a strong proof', () => {
  test('takes both parts of one way: nothing less and nothing more', async () => {
    const { token, secret } = await withTotp();
    const totp = kit.codeAt(secret);
    for (const parts of [{}, { payPassword }, { totp }, { password: goodPassword, totp }, { payPassword, totp, password: goodPassword }])
      expect((await kit.prove(token, payOut, payout, parts)).refusal).toBe('proofNeeded');
    expect(kit.paid).toEqual([]);
  });

  test('is refused by name to whoever lacks a part', async () => {
    const one = await kit.customer();
    await expect(kit.begin(one.token, payOut, payout)).rejects.toThrow('payPasswordMissing');
    await kit.setPayPassword(one.token);
    await expect(kit.begin(one.token, payOut, payout)).rejects.toThrow('factorMissing');
  });

  test('does not tell whether a code is right while the pay password is wrong; five wrong ones close payouts, not sign-in', async () => {
    const { token, secret, signIn } = await withTotp();
    const attack = () => kit.prove(token, payOut, payout, { payPassword: 'wrong one', totp: kit.codeAt(secret) });
    for (let at = 0; at < 4; at += 1) expect((await attack()).refusal).toBe('payPasswordWrong');
    expect((await attack()).refusal).toBe('payPasswordLocked');
    expect((await kit.prove(token, payOut, payout, { payPassword, totp: kit.codeAt(secret) })).refusal).toBe('payPasswordLocked');
    await expect(signIn()).resolves.toBeTypeOf('string');
    expect((await kit.send(token, 'GET system/security/get')).data['payPassword']).toMatchObject({ lockedUntil: expect.any(Number) });
  });

  test('begun by another customer is unknown', async () => {
    const [one, other] = [await withTotp(), await withTotp()];
    const { id } = await kit.begin(one.token, payOut, payout);
    const answer = await kit.send(other.token, payOut, { ...payout, proof: { id, payPassword, totp: kit.codeAt(other.secret) } });
    expect(answer.refusal).toBe('proofUnknown');
  });
});

describe('a passkey', () => {
  test('confirms its act, and its signature is good for no second one', async () => {
    const one = await withPasskey();
    const begun = await kit.begin(one.token, payOut, payout);
    expect(begun.passkeys).toEqual({ rpId: 'bourse.example', ids: [one.authenticator.id] });
    const passkey = one.assertion(begun);
    const pay = () => kit.send(one.token, payOut, { ...payout, proof: { id: begun.id, payPassword, passkey } });
    expect((await pay()).refusal).toBe('done');
    expect((await pay()).refusal).toBe('proofUsed');
    // The same signature with a new proof of the same act.
    expect((await kit.prove(one.token, payOut, payout, { payPassword, passkey })).refusal).toBe('passkeyRefused');
    expect(kit.paid).toHaveLength(1);
  });

  test('that signed another amount, another act or for another account confirms nothing', async () => {
    const [one, other] = [await withPasskey(), await withPasskey()];
    const begun = await kit.begin(one.token, payOut, payout);
    const passkey = one.assertion(await kit.begin(one.token, payOut, { ...payout, amount: '1' }));
    const elsewhere = one.assertion(await kit.begin(one.token, 'POST system/recovery-code/renew'));
    const foreign = other.assertion(begun);
    const pay = (token: string, input: object, used: object) =>
      kit.send(token, payOut, { ...input, proof: { id: begun.id, payPassword, passkey: used } });
    expect((await pay(one.token, payout, passkey)).refusal).toBe('passkeyRefused');
    expect((await pay(one.token, payout, elsewhere)).refusal).toBe('passkeyRefused');
    expect((await pay(one.token, payout, foreign)).refusal).toBe('passkeyRefused');
    expect((await pay(one.token, { ...payout, amount: '1' }, one.assertion(begun))).refusal).toBe('proofInputChanged');
    expect((await pay(other.token, payout, foreign)).refusal).toBe('proofUnknown');
    expect(kit.paid).toEqual([]);
    expect((await pay(one.token, payout, one.assertion(begun))).refusal).toBe('done');
  });

  test.each([
    ['on another page', { origin: 'https://bourse.example.evil.test' }],
    ['for another site', { rpId: 'evil.test' }],
    ['without the finger', { userVerified: false }],
    ['with a counter that stood still', { counter: 1 }],
  ])('that signed %s confirms nothing', async (_how, forged) => {
    const one = await withPasskey();
    const begun = await kit.begin(one.token, payOut, payout);
    const answer = await kit.send(one.token, payOut, {
      ...payout,
      proof: { id: begun.id, payPassword, passkey: one.assertion(begun, forged) },
    });
    expect(answer.refusal).toBe('passkeyRefused');
    expect(kit.paid).toEqual([]);
  });

  test('that was copied is found out: after the original has counted on, the copy’s counter is behind', async () => {
    const one = await withPasskey();
    const ahead = await kit.begin(one.token, payOut, payout);
    await kit.send(one.token, payOut, { ...payout, proof: { id: ahead.id, payPassword, passkey: one.assertion(ahead, { counter: 50 }) } });
    const begun = await kit.begin(one.token, payOut, payout);
    const copy = await kit.send(one.token, payOut, {
      ...payout,
      proof: { id: begun.id, payPassword, passkey: one.assertion(begun, { counter: 49 }) },
    });
    expect(copy.refusal).toBe('passkeyRefused');
  });

  test('sent sixty times at once pays once', async () => {
    const one = await withPasskey();
    const begun = await kit.begin(one.token, payOut, payout);
    const passkey = one.assertion(begun);
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => kit.send(one.token, payOut, { ...payout, proof: { id: begun.id, payPassword, passkey } })),
    );
    expect(answers.filter(({ refusal }) => refusal === 'done')).toHaveLength(1);
    expect(kit.paid).toHaveLength(1);
  });

  test('that belongs to another account cannot be kept again', async () => {
    const [one, other] = [await withPasskey(), await kit.customer()];
    await expect(kit.addPasskey(other.token, { password: goodPassword }, one.authenticator)).rejects.toThrow('passkeyRefused');
  });

  test('made for another challenge or by another session is not kept', async () => {
    const one = await kit.customer();
    const begun = await kit.prove(one.token, 'POST system/passkey/begin', {}, { password: goodPassword });
    const authenticator = softwareAuthenticator(site);
    const options = begun.data as unknown as Parameters<typeof authenticator.register>[0];
    const confirm = (token: string, forged = {}) =>
      kit.send(token, 'POST system/passkey/confirm', { label: 'x', credential: authenticator.register(options, forged) });
    expect((await confirm(one.token, { challenge: Buffer.alloc(32).toString('base64url') })).refusal).toBe('passkeyRefused');
    expect((await confirm(one.token, { origin: 'https://evil.test' })).refusal).toBe('passkeyRefused');
    expect((await confirm(await one.signIn())).refusal).toBe('enrolmentUnknown');
    expect((await confirm(one.token)).refusal).toBe('done');
    expect((await confirm(one.token)).refusal).toBe('enrolmentUnknown');
  });
});

describe('signing in with a passkey', () => {
  const challenge = async () => (await kit.send(undefined, 'GET system/passkey/sign-in')).data as { challenge: string; rpId: string };
  const signIn = (sent: { challenge: string }, assertion: object) =>
    kit.send(undefined, 'POST system/passkey/sign-in', { challenge: sent.challenge, assertion });

  test('works once for each challenge', async () => {
    const { authenticator, id } = await withPasskey();
    const sent = await challenge();
    const assertion = authenticator.assert(sent);
    expect(await signIn(sent, assertion)).toMatchObject({ refusal: 'done', data: { userId: id } });
    expect((await signIn(sent, assertion)).refusal).toBe('passkeyRefused');
    expect((await signIn(sent, authenticator.assert(sent))).refusal).toBe('passkeyRefused');
  });

  test('tells a stranger nothing: unknown, forged, expired and foreign get one answer', async () => {
    const { authenticator } = await withPasskey();
    const sent = await challenge();
    const stranger = softwareAuthenticator(site);
    stranger.register({ challenge: 'AAAA', rp: {}, user: { id: 'AAAA' } });
    const forged = { challenge: Buffer.alloc(64, 1).toString('base64url') };
    const heard = [
      await signIn(sent, stranger.assert(sent)),
      await signIn(forged, authenticator.assert({ ...forged, rpId: sent.rpId })),
      await signIn(sent, authenticator.assert(sent, { origin: 'https://evil.test' })),
      await signIn(sent, { ...authenticator.assert(sent), response: { ...authenticator.assert(sent).response, userHandle: 'AAAA' } }),
    ];
    kit.people.pass(5 * 60_000);
    heard.push(await signIn(sent, authenticator.assert(sent)));
    expect([...new Set(heard.map(({ refusal, msg }) => `${refusal}: ${msg}`))]).toEqual([
      'passkeyRefused: This passkey was not accepted. Try again, or use another way.',
    ]);
  });
});
