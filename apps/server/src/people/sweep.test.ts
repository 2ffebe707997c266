import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answeredCaptcha, context, registered, type TestPeople, testPeople, visitorWork } from '../testing/people.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

const count = async (table: string) => Number((await test.database.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);

it('removes what has run out, keeps what has not, and can run twice at once', async () => {
  const { handlers } = test.people;
  const tokens = await registered(test, 'ann@example.com');
  await handlers['POST system/auth/temporary-login'](await visitorWork(test.people), context());
  await handlers['GET system/auth/send-captcha'](
    { purpose: 2, sendBy: 2, account: 'x@example.com', ...(await answeredCaptcha(test)) },
    context(),
  );
  const sweep = () => Promise.all([test.people.sweep(), test.people.sweep()]);
  await sweep();
  expect([await count('captcha'), await count('verification_code'), await count('session')]).toEqual([3, 2, 2]);

  test.pass(11 * 60_000);
  await sweep();
  expect([await count('captcha'), await count('verification_code'), await count('session'), await count('customer')]).toEqual([0, 0, 2, 2]);
  await handlers['POST system/auth/refresh-token']({ refreshToken: tokens.refreshToken }, context());

  test.pass(8 * 24 * 3_600_000);
  await sweep();
  expect([await count('session'), await count('customer'), await count('attempt')]).toEqual([1, 1, 0]);
  test.pass(100 * 24 * 3_600_000);
  await sweep();
  expect([await count('session'), await count('refresh_token'), await count('customer')]).toEqual([0, 0, 1]);
});

it('removes a demo account and its pictures after thirty days without a visit', async () => {
  const { handlers } = test.people;
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const visit = async (demoKey?: string | null) => {
    const tokens = await handlers['POST system/auth/login']({ loginType: 2, ...(demoKey ? { demoKey } : {}) }, context());
    return { ...tokens, caller: await test.signedIn(tokens.accessToken) };
  };
  const draw = async (caller: Awaited<ReturnType<typeof visit>>['caller']) => {
    const file = async () => ({ bytes: picture, filename: 'me.png', mimeType: 'image/png' });
    const { url } = await handlers['POST infra/file/upload']({}, { ...caller, file });
    await handlers['PUT system/member/update-avatar-name']({ avatar: url }, caller);
  };
  const [idle, used] = [await visit(), await visit()];
  await draw(idle.caller);
  await draw(used.caller);
  await handlers['GET system/auth/logout']({}, used.caller);
  const days = async (count: number) => {
    test.pass(count * 24 * 3_600_000);
    await Promise.all([test.people.sweep(), test.people.sweep()]);
  };
  const demos = async () =>
    (await test.database.query<{ id: bigint }>('SELECT id FROM customer WHERE login_type = 2 ORDER BY id')).map(({ id }) => String(id));
  await days(20);
  const again = await visit(used.demoKey);
  expect(again.userId).toBe(used.userId);
  await handlers['GET system/auth/logout']({}, again.caller);
  await days(9.9);
  expect([await demos(), test.stored.size]).toEqual([[idle.userId, used.userId], 2]);
  await days(0.2);
  expect([await demos(), test.stored.size]).toEqual([[used.userId], 1]);
  expect((await visit(idle.demoKey)).userId, 'the key of a removed account opens a new one').not.toBe(idle.userId);
  await days(31);
  expect([await demos(), test.stored.size, await count('file')]).toEqual([[], 0, 0]);
});
