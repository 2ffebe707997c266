import { afterAll, beforeAll, expect, it } from 'vitest';
import { answeredCaptcha, context, registered, type TestPeople, testPeople } from '../testing/people.ts';

let test: TestPeople;
beforeAll(async () => {
  test = await testPeople();
});
afterAll(() => test.drop());

const count = async (table: string) => Number((await test.database.query<{ n: bigint }>(`SELECT count(*) AS n FROM ${table}`))[0]!.n);

it('removes what has run out, keeps what has not, and can run twice at once', async () => {
  const { handlers } = test.people;
  const tokens = await registered(test, 'ann@example.com');
  await handlers['POST system/auth/temporary-login']({}, context());
  await handlers['GET system/auth/send-captcha'](
    { purpose: 2, sendBy: 2, account: 'x@example.com', ...(await answeredCaptcha(test)) },
    context(),
  );
  const sweep = () => Promise.all([test.people.sweep(), test.people.sweep()]);
  await sweep();
  expect([await count('captcha'), await count('verification_code'), await count('session')]).toEqual([2, 2, 2]);

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
