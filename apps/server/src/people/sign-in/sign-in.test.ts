import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTexts } from '../../content/articles/seed.ts';
import { answeredCaptcha, context, goodPassword, refusalOf, registered, type TestPeople, testPeople } from '../../testing/people.ts';
import { createLimits, limits } from '../limits.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

const login = (account: string, password: string, more: Record<string, unknown> = {}, ip = '192.0.2.1') =>
  test.people.handlers['POST system/auth/login']({ loginType: 1, loginBy: 2, account, password, ...more }, context({ ip }));

describe('a new customer', () => {
  it('registers by e-mail, gets a real account in the ledger and is signed in', async () => {
    const tokens = await registered(test, 'ann@example.com');
    expect(tokens).toMatchObject({ expiresIn: 900, loginType: 1 });
    const member = await test.people.handlers['GET system/member/get-current-member']({}, await test.signedIn(tokens.accessToken));
    expect(member).toMatchObject({ email: 'a***@example.com', phone: null, venue: 'real', realnameStatus: 0, restricted: false });
    expect(test.opened).toContainEqual({ venue: 'real', account: member.account });
    expect(member.account).toBeGreaterThanOrEqual(100_000);
  });

  it('agrees to the terms that were read with the account, or is not made: a version that is not in force opens nothing', async () => {
    const { database, people, clock } = test;
    await seedTexts({ database, clock });
    const [terms] = await database.query<{ id: bigint; hash: Buffer }>(
      "SELECT a.id, v.hash FROM article a JOIN article_version v ON v.article_id = a.id WHERE a.category = 'service' AND v.language = 'en'",
    );
    const email = 'terms@example.com';
    await people.handlers['GET system/auth/send-captcha'](
      { purpose: 1, sendBy: 2, account: email, ...(await answeredCaptcha(test)) },
      context(),
    );
    const text = { id: String(terms?.id), version: 1, language: 'en' as const };
    const register = (agreed: (typeof text)[]) =>
      people.handlers['POST system/auth/email-register']({ email, password: goodPassword, code: test.lastCode(email), agreed }, context());
    expect(await refusalOf(register([{ ...text, version: 2 }]))).toBe('textUnknown');
    await database.query("UPDATE article_version SET state = 'superseded' WHERE article_id = $1 AND language = 'en'", [terms?.id]);
    expect(await refusalOf(register([text]))).toBe('textChanged');
    expect(await database.query('SELECT 1 FROM customer WHERE email = $1', [email])).toEqual([]);
    await database.query("UPDATE article_version SET state = 'published' WHERE article_id = $1 AND language = 'en'", [terms?.id]);
    // The code was used up by none of them.
    const { userId } = await register([text, text]);
    expect(
      await database.query('SELECT article_id, language, version, hash FROM article_consent WHERE customer_id = $1', [userId]),
    ).toEqual([{ article_id: terms?.id, language: 'en', version: 1, hash: terms?.hash }]);
  });

  it('registers by e-mail alone where no text message arrives: no way by phone sends, counts or opens anything', async () => {
    const { handlers } = await test.gateway({ reachesPhones: false });
    const phone = { areaCode: '60', account: '012-345 9999' };
    const before = test.sent.length;
    for (const purpose of [1, 2, 3] as const)
      expect(
        await refusalOf(
          handlers['GET system/auth/send-captcha']({ purpose, sendBy: 1, ...phone, ...(await answeredCaptcha(test)) }, context()),
        ),
      ).toBe('phoneNotOffered');
    const given = { password: goodPassword, code: '123456' };
    for (const attempt of [
      () => handlers['POST system/auth/sms-register']({ areaCode: '60', phone: '0123459999', ...given }, context()),
      () => handlers['POST system/auth/register']({ registerBy: 1, ...phone, ...given }, context()),
    ])
      expect(await refusalOf(attempt())).toBe('phoneNotOffered');
    expect(test.sent.length).toBe(before);
    await handlers['GET system/auth/send-captcha'](
      { purpose: 1, sendBy: 2, account: 'gil@example.com', ...(await answeredCaptcha(test)) },
      context(),
    );
    expect(test.sent.length).toBe(before + 1);
  });

  it('registers by phone with a text message', async () => {
    const { handlers } = test.people;
    const to = { areaCode: '60', account: '012-345 6789' };
    const answer = await handlers['GET system/auth/send-captcha'](
      { purpose: 1, sendBy: 1, ...to, ...(await answeredCaptcha(test)) },
      context(),
    );
    expect(answer).toEqual({ sentTo: '+60 ***6789', expiresInS: 600, retryInS: 60 });
    const code = test.lastCode('+60123456789');
    const tokens = await handlers['POST system/auth/sms-register'](
      { areaCode: '+60', phone: '0123456789', password: goodPassword, code },
      context(),
    );
    expect(tokens.loginType).toBe(1);
    const again = await handlers['POST system/auth/login'](
      { loginType: 1, loginBy: 1, areaCode: '60', account: '+60 12 345 6789', password: goodPassword },
      context(),
    );
    expect(again.userId).toBe(tokens.userId);
  });

  it('signs in with the e-mail address in any case', async () => {
    const tokens = await login(' Ann@Example.COM ', goodPassword);
    expect((await test.people.authenticator.authenticate(tokens.accessToken)).venue).toBe('real');
  });
});

describe('demo', () => {
  it('needs no form, and the key brings the same account back', async () => {
    const first = await test.people.handlers['POST system/auth/login']({ loginType: 2 }, context());
    const session = await test.people.authenticator.authenticate(first.accessToken);
    expect(session).toMatchObject({ venue: 'demo', loginType: 2 });
    expect(test.opened).toContainEqual({ venue: 'demo', account: session.account });
    const back = await test.people.handlers['POST system/auth/login']({ loginType: 2, demoKey: first.demoKey }, context());
    expect(back.userId).toBe(first.userId);
    const other = await test.people.handlers['POST system/auth/login']({ loginType: 2, demoKey: 'of another exchange' }, context());
    expect(other.userId).not.toBe(first.userId);
  });
});

describe('a stranger who guesses', () => {
  it('gets the same answer after the same work whether or not the account exists', async () => {
    const work = async (account: string, ip: string) => {
      const before = test.people.passwordWork();
      expect(await refusalOf(login(account, 'not the password', {}, ip))).toBe('credentialsWrong');
      return test.people.passwordWork() - before;
    };
    expect(await work('ann@example.com', '192.0.2.10')).toBe(1);
    expect(await work('nobody@example.com', '192.0.2.11')).toBe(1);
    expect(await work("'; DROP TABLE customer; --", '192.0.2.12')).toBe(1);
    expect(await work('@', '192.0.2.13')).toBe(1);
  });

  const ip = (n: number) => `198.51.100.${n}`;
  const guess = async (account: string, n: number, from: string) =>
    refusalOf(login(account, `guess ${n}`, n < 3 ? {} : await answeredCaptcha(test), from));

  it('has to answer a picture after three failures, and after ten has to wait at this address', async () => {
    await registered(test, 'bob@example.com', { ip: '192.0.2.99' });
    for (let n = 0; n < 3; n += 1) expect(await guess('bob@example.com', n, ip(1))).toBe('credentialsWrong');
    expect(await refusalOf(login('bob@example.com', goodPassword, {}, ip(3)))).toBe('captchaNeeded');
    expect(await refusalOf(login('bob@example.com', 'guess', { ...(await answeredCaptcha(test)), captchaCode: 'no' }, ip(4)))).toBe(
      'captchaWrong',
    );
    for (let n = 3; n < 10; n += 1) expect(await guess('bob@example.com', n, ip(1))).toBe('credentialsWrong');
    expect(await refusalOf(login('bob@example.com', goodPassword, await answeredCaptcha(test), ip(1)))).toBe('tooManyAttempts');
    test.pass(15 * 60_000 + 1);
    expect((await login('bob@example.com', goodPassword, await answeredCaptcha(test), ip(1))).loginType).toBe(1);
  });

  it('locks nobody out: the owner signs in elsewhere with a picture, and in a known browser without one', async () => {
    const device = 'a-browser-of-the-owner-0001';
    await registered(test, 'owner@example.com', { ip: '192.0.2.96', device });
    for (let n = 0; n < 40; n += 1) expect(await guess('owner@example.com', n, ip(100 + Math.trunc(n / 10)))).toBe('credentialsWrong');
    const signIn = (more: Record<string, unknown>, from: { ip: string; device?: string }) =>
      test.people.handlers['POST system/auth/login'](
        { loginType: 1, loginBy: 2, account: 'owner@example.com', password: goodPassword, ...more },
        context(from),
      );
    expect(await refusalOf(signIn({}, { ip: ip(7) }))).toBe('captchaNeeded');
    expect(await refusalOf(signIn({}, { ip: ip(7), device: 'a-browser-that-nobody-knows' }))).toBe('captchaNeeded');
    // Even behind the address of the guesser, who may not try again there.
    expect(await refusalOf(signIn(await answeredCaptcha(test), { ip: ip(100) }))).toBe('tooManyAttempts');
    expect((await signIn({}, { ip: ip(100), device })).loginType).toBe(1);
    for (let n = 0; n < 4; n += 1) await guess('owner@example.com', n, ip(200));
    expect((await signIn(await answeredCaptcha(test), { ip: ip(8) })).loginType).toBe(1);
  });

  it('with many addresses is stopped after 100 failures, but not the owner’s known browser', async () => {
    const device = 'a-browser-of-the-owner-0002';
    await registered(test, 'fay@example.com', { ip: '192.0.2.95', device });
    const counters = createLimits(test.database, test.clock, 'production', () => {});
    for (let n = 0; n < 100; n += 1) await counters.take(limits.failedByAccount, '2:fay@example.com');
    expect(await refusalOf(login('fay@example.com', goodPassword, await answeredCaptcha(test), ip(9)))).toBe('tooManyAttempts');
    const own = (password: string) =>
      test.people.handlers['POST system/auth/login'](
        { loginType: 1, loginBy: 2, account: 'fay@example.com', password },
        context({ ip: ip(9), device }),
      );
    for (let n = 0; n < 3; n += 1) expect(await refusalOf(own(`guess ${n}`))).toBe('credentialsWrong');
    expect(await refusalOf(own(goodPassword)), 'a known browser guesses no further than others').toBe('captchaNeeded');
  });

  it('cannot pass the limits with guesses in parallel', async () => {
    await registered(test, 'eve@example.com', { ip: '192.0.2.98' });
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, n) => refusalOf(login('eve@example.com', `guess ${n}`, {}, `203.0.113.${n}`))),
    );
    // Three tries may be in progress when the third failure is counted.
    expect(guesses.filter((refusal) => refusal === 'credentialsWrong').length).toBeLessThanOrEqual(5);
    expect(new Set(guesses)).toEqual(new Set(['credentialsWrong', 'captchaNeeded']));
  });
});

describe('a restricted customer', () => {
  it('is signed out everywhere and not let in again', async () => {
    const tokens = await registered(test, 'carl@example.com', { ip: '192.0.2.97' });
    await test.people.authenticator.authenticate(tokens.accessToken);
    await test.people.restrict(BigInt(tokens.userId), 'test');
    await test.people.authenticator.poll();
    expect(await refusalOf(test.people.authenticator.authenticate(tokens.accessToken))).toBe('forbidden');
    expect(await refusalOf(login('carl@example.com', goodPassword, {}, '192.0.2.97'))).toBe('accountRestricted');
  });
});
