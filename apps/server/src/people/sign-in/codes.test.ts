import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  answeredCaptcha,
  context,
  goodPassword,
  plantCaptchaAnswer,
  refusalOf,
  registered,
  solveProof,
  type TestPeople,
  testPeople,
} from '../../testing/people.ts';
import { createLimits, limits } from '../limits.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

let addresses = 0;
/** An address that no other call of a test has: who asks and who guesses have tries of their own. */
const ip = () => `198.51.100.${addresses++ % 250}`;
const ask = async (account: string, purpose: 1 | 2 = 1, from: { ip: string; device?: string } = { ip: ip() }) =>
  test.people.handlers['GET system/auth/send-captcha']({ purpose, sendBy: 2, account, ...(await answeredCaptcha(test)) }, context(from));
const register = (email: string, code: string, more: { password?: string; inviteCode?: string } = {}) =>
  test.people.handlers['POST system/auth/email-register']({ email, code, password: goodPassword, ...more }, context({ ip: ip() }));
const reset = (account: string, code: string, password: string) =>
  test.people.handlers['POST system/auth/reset-pwd']({ resetBy: 2, account, code, password }, context({ ip: ip() }));
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

describe('the picture and the proof', () => {
  const issue = (theme?: 'light' | 'dark') => test.people.handlers['GET system/captcha/img-captcha']({ theme }, context());
  const use = (answer: { captchaId: string; captchaCode: string; proof: string }, account = `${crypto.randomUUID()}@example.com`) =>
    test.people.handlers['GET system/auth/send-captcha']({ purpose: 1, sendBy: 2, account, ...answer }, context({ ip: ip() }));

  it('is a bitmap, never a drawing that a program can read', async () => {
    for (const theme of ['light', 'dark'] as const) {
      const { image } = await issue(theme);
      expect(image).toMatch(/^data:image\/png;base64,/);
      expect(await sharp(Buffer.from(image.slice(22), 'base64')).metadata()).toMatchObject({ format: 'png', width: 320, height: 112 });
    }
  });

  it('is good once, whether the answer was right or wrong', async () => {
    const right = await answeredCaptcha(test);
    await use(right);
    expect(await refusalOf(use(right))).toBe('captchaExpired');
    const mistaken = await answeredCaptcha(test);
    expect(await refusalOf(use({ ...mistaken, captchaCode: 'zzzzz' }))).toBe('captchaWrong');
    expect(await refusalOf(use(mistaken))).toBe('captchaExpired');
  });

  it('of twenty uses at once one passes', async () => {
    const one = await answeredCaptcha(test);
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => use(one)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('lasts five minutes', async () => {
    const one = await answeredCaptcha(test);
    test.pass(5 * 60_000);
    expect(await refusalOf(use(one))).toBe('captchaExpired');
  });

  it('wants the work of this picture, done', async () => {
    const other = await answeredCaptcha(test);
    const issued = await issue();
    await plantCaptchaAnswer(test.database, issued.captchaId, 'abcde');
    const done = JSON.parse(Buffer.from(await solveProof(issued), 'base64').toString()) as {
      challenge: { parameters: Record<string, unknown> };
      solution: { counter: number };
    };
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
    const attempt = async (proof: string) => {
      await test.database.query('UPDATE captcha SET used_at = NULL WHERE id = $1', [issued.captchaId]);
      return refusalOf(use({ captchaId: issued.captchaId, captchaCode: 'abcde', proof }));
    };
    for (const proof of [
      '',
      'null',
      '%%%',
      encode(null),
      encode({}),
      encode({ challenge: {}, solution: {} }),
      other.proof,
      encode({ ...done, solution: { counter: 1, derivedKey: 'ff' } }),
      encode({ ...done, solution: null }),
      encode({ ...done, challenge: { ...done.challenge, parameters: { ...done.challenge.parameters, cost: 1 } } }),
      encode({ ...done, challenge: { ...done.challenge, parameters: null } }),
    ]) {
      expect(await attempt(proof)).toBe('proofOfWorkWrong');
    }
  });
});

describe('codes', () => {
  it('are good once, for ten minutes, for this address and this purpose', async () => {
    await ask('a@example.com');
    await ask('b@example.com');
    const code = test.lastCode('a@example.com');
    if (code !== test.lastCode('b@example.com')) expect(await refusalOf(register('b@example.com', code))).toBe('codeWrong');
    expect(await refusalOf(reset('a@example.com', code, goodPassword))).toBe('codeExpired');
    await register('a@example.com', code);
    expect(await refusalOf(register('a@example.com', code))).toBe('codeExpired');
    test.pass(10 * 60_000 + 1);
    expect(await refusalOf(register('b@example.com', test.lastCode('b@example.com')))).toBe('codeExpired');
  });

  it('end after five tries, also when all are made at once', async () => {
    await ask('guess@example.com');
    const code = test.lastCode('guess@example.com');
    const tries = await Promise.all(Array.from({ length: 40 }, () => refusalOf(register('guess@example.com', wrong(code)))));
    expect(tries.filter((refusal) => refusal === 'codeWrong')).toHaveLength(5);
    expect(await refusalOf(register('guess@example.com', code))).toBe('codeExpired');
  });

  it('of ten registrations with the right code at once one passes', async () => {
    await ask('twice@example.com');
    const code = test.lastCode('twice@example.com');
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => register('twice@example.com', code)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await test.database.query(`SELECT 1 FROM customer WHERE email = 'twice@example.com'`)).toHaveLength(1);
  });

  it('are sent once a minute to a target and ten times a day, for one address', async () => {
    const from = { ip: '203.0.113.5' };
    await ask('slow@example.com', 1, from);
    test.pass(30_000);
    const refused = await ask('slow@example.com', 1, from).catch((error: unknown) => error);
    expect(refused).toMatchObject({ refusal: 'codeTooSoon', detail: { seconds: 30 } });
    for (let n = 1; n < 10; n += 1) {
      test.pass(60_000);
      await ask('slow@example.com', 1, from);
    }
    test.pass(60_000);
    expect(await refusalOf(ask('slow@example.com', 1, from))).toBe('tooManyAttempts');
    await ask('slow@example.com', 1, { ip: '203.0.113.6' });
  });

  it('of the owner are not voided by a stranger who guesses, or who asks for one too', async () => {
    const [owner, stranger] = [{ ip: '203.0.113.7' }, { ip: '203.0.113.8' }];
    await registered(test, 'target@example.com', { ip: ip() });
    test.pass(60_000);
    await ask('target@example.com', 2, owner);
    const code = test.lastCode('target@example.com');
    const use = (typed: string, from: { ip: string }) =>
      test.people.handlers['POST system/auth/reset-pwd'](
        { resetBy: 2, account: 'target@example.com', code: typed, password: 'a fresh start 42' },
        context(from),
      );
    await ask('target@example.com', 2, stranger);
    const theirs = test.lastCode('target@example.com');
    const unlike = ['111111', '222222', '333333'].find((one) => one !== code && one !== theirs)!;
    for (let n = 0; n < 20; n += 1) expect(['codeWrong', 'codeExpired']).toContain(await refusalOf(use(unlike, stranger)));
    expect(await refusalOf(use(code, stranger)), 'the tries of others are used up').toBe('codeExpired');
    for (let n = 0; n < 4; n += 1) expect(await refusalOf(use(unlike, owner))).toBe('codeWrong');
    expect(await use(code, owner)).toEqual({ done: true });
    expect(await refusalOf(use(theirs, { ip: '203.0.113.9' })), 'one use voids the others').toBe('codeExpired');
  });

  it('can be typed on another device than the one that asked', async () => {
    await ask('two-devices@example.com', 1, { ip: '203.0.113.10' });
    await register('two-devices@example.com', test.lastCode('two-devices@example.com'));
  });

  it('reach the owner in a known browser after strangers used up the day', async () => {
    const device = 'a-browser-of-the-owner-0003';
    await registered(test, 'flooded@example.com', { ip: '203.0.113.11', device });
    test.pass(60_000);
    const counters = createLimits(test.database, test.clock, 'production', () => {});
    for (let n = 1; n < limits.codesByTarget.most; n += 1) await counters.take(limits.codesByTarget, 'flooded@example.com');
    expect(await refusalOf(ask('flooded@example.com', 2, { ip: '203.0.113.12' }))).toBe('tooManyAttempts');
    await ask('flooded@example.com', 2, { ip: '203.0.113.13', device });
    expect(test.lastCode('flooded@example.com')).toMatch(/^\d{6}$/);
  });

  it('are limited by the address that asks', async () => {
    const from = { ip: '203.0.113.77' };
    const counters = createLimits(test.database, test.clock, 'production', () => {});
    for (let n = 1; n < limits.codesByAddress.most; n += 1) await counters.take(limits.codesByAddress, from.ip);
    await ask('last@example.com', 1, from);
    expect(await refusalOf(ask('one-more@example.com', 1, from))).toBe('tooManyAttempts');
  });

  it('are stored so that the database alone does not tell them', async () => {
    await ask('hash@example.com');
    const [row] = await test.database.query<{ code_hash: Buffer }>(
      `SELECT code_hash FROM verification_code WHERE target = 'hash@example.com'`,
    );
    expect(row!.code_hash).not.toEqual(createHash('sha256').update(test.lastCode('hash@example.com')).digest());
    expect(row!.code_hash).toHaveLength(32);
  });
});

describe('whether an account exists', () => {
  it('is not revealed by a request for a code; only its owner reads it in the mail', async () => {
    await registered(test, 'known@example.com', { ip: ip() });
    test.pass(60_000);
    const before = test.sent.length;
    const known = await ask('known@example.com');
    const unknown = await ask('other@example.com');
    expect({ ...known, sentTo: '' }).toEqual({ ...unknown, sentTo: '' });
    expect(test.sent.slice(before).map(({ subject }) => subject)).toEqual([
      'You already have a Bourse account',
      expect.stringMatching(/^Your Bourse code: \d{6}$/),
    ]);
    expect(test.lastCode('known@example.com')).toBe('none sent');
    expect(await refusalOf(register('known@example.com', '123456'))).toBe('codeWrong');
    expect(await refusalOf(register('other@example.com', wrong(test.lastCode('other@example.com'))))).toBe('codeWrong');
  });

  it('is not revealed by a reset either: an unknown address gets no mail', async () => {
    const before = test.sent.length;
    const unknown = await ask('nobody@example.com', 2);
    const known = await ask('known@example.com', 2);
    expect({ ...known, sentTo: '' }).toEqual({ ...unknown, sentTo: '' });
    expect(test.sent.slice(before).map(({ to }) => to)).toEqual(['known@example.com']);
    expect(await refusalOf(reset('nobody@example.com', '123456', 'another good 1'))).toBe('codeWrong');
    expect(await refusalOf(reset('known@example.com', wrong(test.lastCode('known@example.com')), 'another good 1'))).toBe('codeWrong');
  });
});

describe('registration', () => {
  it('takes an invitation code only when it is known, and none when it is empty', async () => {
    await ask('friend@example.com');
    const code = test.lastCode('friend@example.com');
    expect(await refusalOf(register('friend@example.com', code, { inviteCode: 'NOPE' }))).toBe('inviteCodeUnknown');
    expect((await register('friend@example.com', code, { inviteCode: ' ' })).loginType).toBe(1);
  });

  it('does not spend the code on a weak password', async () => {
    await ask('weak@example.com');
    const code = test.lastCode('weak@example.com');
    for (let n = 0; n < 8; n += 1)
      expect(await refusalOf(register('weak@example.com', code, { password: 'password' }))).toBe('passwordWeak');
    await register('weak@example.com', code);
  });

  it('creates no customer when the ledger cannot open the account, and the code stays valid', async () => {
    await ask('later@example.com');
    const code = test.lastCode('later@example.com');
    const broken = await test.gateway({
      trading: { restrict: async () => {}, invited: async () => undefined, open: () => Promise.reject(new Error('the engine is away')) },
    });
    const input = { email: 'later@example.com', code, password: goodPassword };
    await expect(broken.handlers['POST system/auth/email-register'](input, context())).rejects.toThrow('the engine is away');
    expect(await test.database.query(`SELECT 1 FROM customer WHERE email = 'later@example.com'`)).toHaveLength(0);
    await register('later@example.com', code);
  });
});

describe('a new password by code', () => {
  it('ends every session, notifies the owner and accepts only the new password', async () => {
    const { handlers } = test.people;
    const tokens = await registered(test, 'lost@example.com', { ip: ip() });
    await test.people.authenticator.authenticate(tokens.accessToken);
    test.pass(60_000);
    await ask('lost@example.com', 2);
    const code = test.lastCode('lost@example.com');
    expect(await refusalOf(reset('lost@example.com', code, goodPassword))).toBe('passwordSame');
    expect(await reset('lost@example.com', code, 'a fresh start 42')).toEqual({ done: true });
    expect(await refusalOf(test.people.authenticator.authenticate(tokens.accessToken))).toBe('unauthorised');
    expect(test.sent.at(-1)).toMatchObject({ to: 'lost@example.com', subject: 'Your Bourse password was changed' });
    const login = (password: string) =>
      handlers['POST system/auth/login']({ loginType: 1, loginBy: 2, account: 'lost@example.com', password }, context({ ip: ip() }));
    expect(await refusalOf(login(goodPassword))).toBe('credentialsWrong');
    expect((await login('a fresh start 42')).userId).toBe(tokens.userId);
  });
});
