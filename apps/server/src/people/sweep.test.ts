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
  for (const [id, account] of [idle, used].map(({ caller }, at) => [at, caller.session.account])) {
    await test.database.query(
      "INSERT INTO notice (venue, account, kind, params, subject, created_ms) VALUES ('demo', $1, 'order.filled', '{}', $2, 0)",
      [account, `order:${id}`],
    );
    await test.database.query("INSERT INTO earn_terms_read (venue, account, product, version, read_at) VALUES ('demo', $1, 2, 1, now())", [
      account,
    ]);
    await test.database.query(
      `INSERT INTO earn_draft (id, venue, account, product, version, amount, renew, expires_at)
       VALUES (gen_random_uuid(), 'demo', $1, 2, 1, '1', false, now())`,
      [account],
    );
  }
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
  expect([await demos(), test.stored.size, await count('notice')]).toEqual([[used.userId], 1, 1]);
  expect([await count('earn_draft'), await count('earn_terms_read')]).toEqual([1, 1]);
  expect((await visit(idle.demoKey)).userId, 'the key of a removed account opens a new one').not.toBe(idle.userId);
  await days(31);
  expect([await demos(), test.stored.size, await count('file')]).toEqual([[], 0, 0]);
});

it('removes messages that left or were given up a month ago, and keeps what waits', async () => {
  const put = (status: string, days: number) =>
    test.database.query(
      "INSERT INTO outbox (channel, recipient, subject, body, status, created_at) VALUES ('mail', 'x@example.com', $1, 'Your code is 123456', $1, $2)",
      [status, new Date(test.clock.now() - days * 24 * 3_600_000)],
    );
  for (const status of ['waiting', 'sent', 'failed', 'kept']) for (const days of [29, 31]) await put(status, days);
  await test.people.sweep();
  const left = await test.database.query<{ status: string; n: bigint }>(
    'SELECT status, count(*) AS n FROM outbox GROUP BY status ORDER BY status',
  );
  expect(left.map(({ status, n }) => [status, Number(n)])).toEqual([
    ['failed', 1],
    ['kept', 1],
    ['sent', 1],
    ['waiting', 2],
  ]);
});
