import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInContext } from '../../calls/handlers.ts';
import {
  androidChrome,
  answeredCaptcha,
  context,
  goodPassword,
  refusalOf,
  registered,
  type TestPeople,
  testPeople,
  visitorWork,
} from '../../testing/people.ts';

let test: TestPeople;
let ann: SignedInContext;
beforeAll(async () => {
  test = await testPeople();
  ann = await test.signedIn((await registered(test, 'ann@example.com')).accessToken);
});
afterAll(() => test.drop());

const askForUpdate = async (account: string, from: SignedInContext) =>
  test.people.handlers['GET system/auth/send-captcha']({ purpose: 3, sendBy: 2, account, ...(await answeredCaptcha(test)) }, from);

describe('the shown name', () => {
  const rename = (name: string) => test.people.handlers['PUT system/member/update-avatar-name']({ name }, ann);

  it.each(['Ann Lee', '王小明', 'J.-P. Dupont', 'Zoë 7'])('may be %s', async (name) => {
    expect((await rename(name)).name).toBe(name);
  });

  it.each([
    '  ',
    '--',
    '<b>x</b>',
    "Robert'); DROP TABLE customer;--",
    'a\u202Eb',
    'x\u0000y',
    'Ｂourse support',
    'B.O.U.R.S.E',
    'Admin',
    '客服',
    '😀😀',
    'a',
    'x'.repeat(33),
  ])('may not be %j', async (name) => {
    expect(await refusalOf(rename(name))).toBe('nameInvalid');
  });

  it('may not come with somebody else’s picture or one from elsewhere', async () => {
    for (const avatar of [
      'https://evil.example/x.png',
      '//evil.example/x.png',
      `/files/${crypto.randomUUID()}`,
      'javascript:alert(1)',
      '/files/../x',
    ]) {
      expect(await refusalOf(test.people.handlers['PUT system/member/update-avatar-name']({ avatar }, ann))).toBe('notFound');
    }
  });
});

describe('a new e-mail address', () => {
  const change = (email: string, code: string, password = goodPassword, from = ann) =>
    test.people.handlers['PUT system/member/update-email']({ email, code, password }, from);

  it('needs the code that was sent to it and the password, and notifies the old address', async () => {
    await askForUpdate('new@example.com', ann);
    const code = test.lastCode('new@example.com');
    expect(await refusalOf(change('new@example.com', code, 'not it'))).toBe('credentialsWrong');
    expect(await refusalOf(change('new@example.com', code === '111111' ? '222222' : '111111'))).toBe('codeWrong');
    expect(await change('new@example.com', code)).toMatchObject({ email: 'n***@example.com' });
    expect(test.sent.at(-1)).toMatchObject({ to: 'ann@example.com', subject: 'The e-mail address of your Bourse account was changed' });
    expect(test.sent.at(-1)?.text).toContain('n***@example.com');
  });

  it('does not take a code that somebody else asked for', async () => {
    const bob = await test.signedIn((await registered(test, 'bob@example.com')).accessToken);
    await askForUpdate('shared@example.com', bob);
    const code = test.lastCode('shared@example.com');
    expect(await refusalOf(change('shared@example.com', code))).toBe('codeExpired');
    expect(await change('shared@example.com', code, goodPassword, bob)).toMatchObject({ email: 's***@example.com' });
  });

  it('that belongs to another account is not revealed; its owner gets a mail about the attempt', async () => {
    const answer = await askForUpdate('shared@example.com', ann);
    expect(answer).toMatchObject({ sentTo: 's***@example.com', expiresInS: 600 });
    expect(test.sent.at(-1)).toMatchObject({ to: 'shared@example.com', subject: 'An attempt to use your address at Bourse' });
    expect(await refusalOf(change('shared@example.com', '123456'))).toBe('codeWrong');
  });

  it('cannot be asked for by a visitor or a demo customer', async () => {
    const asVisitor = async () =>
      test.people.handlers['GET system/auth/send-captcha'](
        { purpose: 3, sendBy: 2, account: 'x@example.com', ...(await answeredCaptcha(test)) },
        context(),
      );
    expect(await refusalOf(asVisitor())).toBe('unauthorised');
    const demo = await test.people.handlers['POST system/auth/login']({ loginType: 2 }, context());
    expect(await refusalOf(askForUpdate('x@example.com', await test.signedIn(demo.accessToken)))).toBe('demoNotAllowed');
  });

  it('is not changed by guessing the password of an open session', async () => {
    await askForUpdate('guess@example.com', ann);
    for (let n = 0; n < 10; n += 1) expect(await refusalOf(change('guess@example.com', '123456', `guess ${n}`))).toBe('credentialsWrong');
    expect(await refusalOf(change('guess@example.com', test.lastCode('guess@example.com')))).toBe('tooManyAttempts');
    test.pass(15 * 60_000);
  });
});

describe('a new phone number', () => {
  it('is normalised and masked', async () => {
    await test.people.handlers['GET system/auth/send-captcha'](
      { purpose: 3, sendBy: 1, areaCode: '60', account: '12 345 6788', ...(await answeredCaptcha(test)) },
      ann,
    );
    const member = await test.people.handlers['PUT system/member/update-phone'](
      { areaCode: '+60', phone: '012-3456788', code: test.lastCode('+60123456788'), password: goodPassword },
      ann,
    );
    expect(member.phone).toBe('+60 ***6788');
    expect(await test.people.countryOf(ann.session)).toBe('MY');
  });
});

describe('a new password', () => {
  it('ends the other sessions but not the current one', async () => {
    const { handlers } = test.people;
    const change = handlers['POST system/auth/update-pwd'];
    const phone = await handlers['POST system/auth/login'](
      { loginType: 1, loginBy: 2, account: 'new@example.com', password: goodPassword },
      context({ userAgent: androidChrome }),
    );
    await test.people.authenticator.authenticate(phone.accessToken);
    expect(await refusalOf(change({ oldPassword: 'no', password: 'another good one' }, ann))).toBe('credentialsWrong');
    expect(await refusalOf(change({ oldPassword: goodPassword, password: goodPassword }, ann))).toBe('passwordSame');
    expect(await refusalOf(change({ oldPassword: goodPassword, password: 'new@example.com!' }, ann))).toBe('passwordWeak');
    expect(await change({ oldPassword: goodPassword, password: 'another good one' }, ann)).toEqual({ done: true });
    expect(await refusalOf(test.people.authenticator.authenticate(phone.accessToken))).toBe('unauthorised');
    const live = await test.database.query<{ id: string }>(`SELECT id FROM session WHERE customer_id = $1 AND state = 'live'`, [
      ann.session.customerId,
    ]);
    expect(live.map(({ id }) => id)).toEqual([ann.session.sessionId]);
    expect(test.sent.slice(-2).map(({ to }) => to)).toEqual(['new@example.com', '+60123456788']);
  });

  it('leaves no room for a sign-in with the old one that was under way', async () => {
    const tokens = await registered(test, 'race@example.com', { ip: '192.0.2.50' });
    const me = await test.signedIn(tokens.accessToken);
    const login = () =>
      test.people.handlers['POST system/auth/login'](
        { loginType: 1, loginBy: 2, account: 'race@example.com', password: goodPassword },
        context({ userAgent: androidChrome, ip: '192.0.2.51' }),
      );
    const change = test.people.handlers['POST system/auth/update-pwd']({ oldPassword: goodPassword, password: 'another good one' }, me);
    const logins = await Promise.allSettled([login(), login(), login()]);
    await change;
    for (const one of logins) {
      if (one.status === 'fulfilled') expect(await refusalOf(test.people.authenticator.authenticate(one.value.accessToken))).not.toBe('');
    }
    const live = await test.database.query(`SELECT 1 FROM session WHERE customer_id = $1 AND state = 'live' AND id <> $2`, [
      tokens.userId,
      me.session.sessionId,
    ]);
    expect(live).toHaveLength(0);
  });
});

describe('visitors of customer service', () => {
  it('have a session and no account', async () => {
    const tokens = await test.people.handlers['POST system/auth/temporary-login'](
      { visitorId: 'abc', ...(await visitorWork(test.people)) },
      context(),
    );
    expect(await test.people.authenticator.authenticate(tokens.accessToken)).toMatchObject({ loginType: 3, venue: 'demo', account: 0 });
    expect(await refusalOf(test.people.handlers['GET system/member/get-current-member']({}, await test.signedIn(tokens.accessToken)))).toBe(
      'forbidden',
    );
  });
});
