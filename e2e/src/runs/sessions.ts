import { randomUUID } from 'node:crypto';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/embedded/supervisor.ts';
import { silentLog } from '../../../apps/server/src/platform/log.ts';
import { openDatabase } from '../../../apps/server/src/platform/postgres.ts';
import { plantCaptchaAnswer } from '../../../apps/server/src/testing/people.ts';
import { desktop, type Opened } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, patience, signedIn } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

export const password = 'correct horse battery 9';
const answer = 'Wxy3F';

/** The test cannot read the picture, so it replaces the captcha's answer. Only the holder of the database can do this. */
async function plantAnswer(dataFolder: string, captchaId: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataFolder, log: silentLog });
  const database = openDatabase({ connection: postgres.connection, log: silentLog });
  try {
    equal(postgres.role, 'guest', 'the place of this connection');
    await plantCaptchaAnswer(database, captchaId, answer);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** The six digits of the newest message to an address. */
const codeOf = (origin: string, email: string) =>
  until(`a code for ${email}`, async () => {
    const page = await (await fetch(`${origin}/dev/outbox`)).text();
    const message = page.split('<article').find((part) => part.includes(email));
    return /<pre>[^<]*?\b(\d{6})\b/.exec(message ?? '')?.[1];
  });

export async function register({ page }: Opened, context: RunContext, email: string): Promise<void> {
  const picture = page.waitForResponse((response) => response.url().includes('/img-captcha'), { timeout: patience });
  await page.goto(`${context.origin}/register`);
  const { data } = (await (await picture).json()) as { data: { captchaId: string } };
  await plantAnswer(context.server.dataFolder, data.captchaId);
  await page.getByRole('textbox', { name: en.account.email }).fill(email, { timeout: patience });
  await page.getByRole('textbox', { name: en.account.captchaField }).fill(answer, { timeout: patience });
  await page.getByRole('button', { name: en.account.sendCode }).click({ timeout: patience });
  const code = page.getByRole('textbox', { name: en.account.code });
  await code.waitFor({ timeout: patience });
  await code.fill(await codeOf(context.origin, email));
  await page.getByRole('textbox', { name: en.account.password }).fill(password);
  await page.getByRole('checkbox', { name: en.account.terms }).check();
  await page.getByRole('button', { name: en.common.register, exact: true }).click({ timeout: patience });
  await page.waitForURL('**/home', { timeout: patience });
}

/** One session per kind of device: the new sign-in is asked first, the old session is told and leaves, the new one stays. */
export async function signedInElsewhere(context: RunContext): Promise<void> {
  const { origin } = context;
  const email = `customer-${randomUUID().slice(0, 8)}@example.com`;
  const first = await context.open({ viewport: desktop });
  await register(first, context, email);
  const member = await call(first.page, origin, 'GET system/member/get-current-member', {});
  equal(member.venue, 'real', 'the venue of a registered customer');

  const second = await context.open({ viewport: desktop });
  await second.page.goto(`${origin}/login`);
  await second.page.getByRole('textbox', { name: en.account.email }).fill(email, { timeout: patience });
  await second.page.getByRole('textbox', { name: en.account.password }).fill(password);
  await second.page.getByRole('button', { name: en.common.signIn, exact: true }).click({ timeout: patience });
  const warning = second.page.getByRole('alertdialog', { name: en.account.repeatTitle });
  await warning.getByRole('button', { name: en.account.repeatGo }).click({ timeout: patience });
  await second.page.waitForURL('**/home', { timeout: patience });

  const told = first.page.getByRole('dialog', { name: en.pushed.otherLoginTitle });
  await told.getByText(like(en.pushed.otherLoginText.split('.')[0] ?? '')).waitFor({ timeout: patience });
  await told.getByRole('button', { name: en.pushed.giveWay }).click({ timeout: patience });
  await first.page.waitForURL('**/login', { timeout: patience });
  truthy(!(await signedIn(first.page)), 'nothing of the session is left in the first window');

  const still = await call(second.page, origin, 'GET system/member/get-current-member', {});
  equal(still.account, member.account, 'who is signed in at the second window');
  await second.page.reload();
  await until('the second window stays signed in', () => signedIn(second.page));
  equal(new URL(second.page.url()).pathname, '/home', 'where the second window stands');

  // Sign in again at the first device: now the second has to leave. With an open socket it is told by a push. Without one (it was just opened), its
  // next call is answered 409 and the session ends there.
  await second.page.goto(`${origin}/order`);
  await second.page.getByText(en.shell.connected, { exact: true }).waitFor({ timeout: patience });
  const third = await call(second.page, origin, 'POST system/auth/login', { loginType: 1, loginBy: 2, account: email, password });
  truthy('accessToken' in third, 'signed in once more beside the browser');
  const pushed = second.page.getByRole('dialog', { name: en.pushed.otherLoginTitle }).waitFor({ timeout: patience / 3 });
  if (await pushed.then(() => false).catch(() => true)) {
    await second.page.reload();
    await until('the second window is signed out', async () => !(await signedIn(second.page)), patience);
  }
}
