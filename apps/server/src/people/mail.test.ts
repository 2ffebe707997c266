import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog, silentLog } from '../platform/log.ts';
import { createOutbox } from '../platform/outbox.ts';
import { answeredCaptcha, context, goodPassword, registered, type TestPeople, testPeople } from '../testing/people.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

it('a code goes out through the outbox in the asker’s language, and only together with the code that is stored', async () => {
  const carried: { recipient: string; subject: string; body: string }[] = [];
  const outbox = createOutbox({
    database: test.database,
    log: silentLog,
    carriers: { mail: async (message) => void carried.push(message), sms: async (message) => void carried.push(message) },
  });
  const { handlers } = await test.gateway({ outbox });
  await handlers['GET system/auth/send-captcha'](
    { purpose: 1, sendBy: 2, account: 'li@example.com', ...(await answeredCaptcha(test)) },
    context({ language: 'zh-CN' }),
  );
  expect(await outbox.deliver()).toBe(1);
  expect(carried[0]).toMatchObject({ recipient: 'li@example.com', subject: expect.stringMatching(/^您的 Bourse 验证码：\d{6}$/) });
  const code = /\d{6}/.exec(carried[0]!.body)?.[0] ?? '';
  const tokens = await handlers['POST system/auth/email-register'](
    { email: 'li@example.com', password: goodPassword, code },
    context({ language: 'zh-CN' }),
  );
  expect(tokens.loginType).toBe(1);

  const broken = await test.gateway({ outbox: { ...outbox, mail: () => Promise.reject(new Error('the outbox is full')) } });
  const asking = broken.handlers['GET system/auth/send-captcha'](
    { purpose: 1, sendBy: 2, account: 'wu@example.com', ...(await answeredCaptcha(test)) },
    context(),
  );
  await expect(asking).rejects.toThrow('the outbox is full');
  expect(await test.database.query(`SELECT 1 FROM verification_code WHERE target = 'wu@example.com'`)).toHaveLength(0);
});

it('what happened is logged by ids and networks, without an address, a number, a code or a token', async () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const loud = { ...test, people: await test.gateway({ log }) };
  const { handlers } = loud.people;
  test.pass(60_000);
  const tokens = await registered(loud, 'zoe@example.com');
  const account = { loginType: 1, loginBy: 2, account: 'zoe@example.com' } as const;
  await handlers['POST system/auth/login']({ ...account, password: 'not the one' }, context()).catch(() => undefined);
  const again = await handlers['POST system/auth/login']({ ...account, password: goodPassword }, context({ ip: '2001:db8::77' }));
  await handlers['GET system/auth/logout']({}, { ...context(), session: await loud.people.authenticator.authenticate(again.accessToken) });
  const events = lines.map((line) => (JSON.parse(line) as { security?: string }).security);
  expect(events).toEqual(['codeSent', 'registered', 'signInFailed', 'signedIn', 'sessionEnded']);
  const all = lines.join();
  for (const secret of ['zoe', goodPassword, 'not the one', test.lastCode('zoe@example.com'), tokens.refreshToken, again.accessToken]) {
    expect(all).not.toContain(secret);
  }
  expect(all).toContain('2001:db8:0:0::/64');
});
