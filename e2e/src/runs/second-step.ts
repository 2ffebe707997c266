import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { totpCode } from '../../../apps/server/src/testing/totp.ts';
import { desktop } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { patience, signedIn } from '../harness/trader.ts';
import { en } from '../harness/words.ts';
import { password, register } from './sessions.ts';

const newAddress = () => `customer-${randomUUID().slice(0, 8)}@example.com`;
const stepMs = 30_000;

const asked = (page: Page) => page.getByRole('alertdialog').or(page.getByRole('dialog'));

export async function enterPassword(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByRole('textbox', { name: en.account.email }).fill(email, { timeout: patience });
  await page.getByRole('textbox', { name: en.account.password }).fill(password);
  await page.getByRole('button', { name: en.common.signIn, exact: true }).click({ timeout: patience });
}

/** Sets up an authenticator app. Returns its secret. */
export async function addTotp(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/mine/security`);
  await page.getByRole('button', { name: `Add: ${en.security.totp}` }).click({ timeout: patience });
  const proof = page.getByRole('dialog', { name: en.security.proofTitle });
  await proof.getByLabel(en.security.proofPassword).first().fill(password, { timeout: patience });
  await proof.getByRole('button', { name: en.security.confirm }).click();
  const app = page.getByRole('dialog', { name: en.security.totpTitle });
  const secret = ((await app.locator('code').textContent({ timeout: patience })) ?? '').replace(/\s/g, '');
  await app.getByLabel(en.security.code).fill(totpCode(secret, Date.now()));
  await app.getByRole('button', { name: en.security.confirm }).click();
  // A notice of the same change may stand before it.
  await page.getByText(en.security.changed_totp).waitFor({ state: 'attached', timeout: patience });
  return secret;
}

/** An authenticator app: each code works once, so that the next one may have to be waited for. A phone may be fast by half a minute, not by more. */
export function authenticator(secret: string, now: () => number = Date.now) {
  // The set-up took the code of its half minute.
  let last = Math.floor(now() / stepMs);
  return async (): Promise<string> => {
    const present = () => Math.floor(now() / stepMs);
    const step = Math.max(last + 1, present());
    await until('the next code', () => present() >= step - 1, 2 * stepMs);
    last = step;
    return totpCode(secret, step * stepMs);
  };
}

/** Sets up an authenticator app, signs out, and signs in with the password and six digits. */
export async function secondStep(context: RunContext): Promise<void> {
  const { origin } = context;
  const email = newAddress();
  const { page } = await context.open({ viewport: desktop });
  await register({ page } as Parameters<typeof register>[0], context, email);
  const secret = await addTotp(page, origin);

  await page.goto(`${origin}/mine`);
  await page.getByRole('button', { name: en.settings.logOut }).click({ timeout: patience });
  await asked(page).getByRole('button', { name: en.settings.logOut, exact: true }).click({ timeout: patience });
  await page.waitForURL('**/login', { timeout: patience });

  await enterPassword(page, origin, email);
  await page.getByRole('heading', { name: en.account.stepTitle }).waitFor({ timeout: patience });
  truthy(!(await signedIn(page)), 'nobody is signed in before the second step');
  const code = page.getByLabel(en.security.code);
  const next = totpCode(secret, Date.now() + stepMs);
  await code.fill(next === '000000' ? '000001' : '000000');
  await page.getByText(/The code of the authenticator app is wrong/).waitFor({ timeout: patience });
  // The sixth digit sends it. The code of this half minute was used for the set-up; a phone that is a little fast shows the next one.
  await code.fill(totpCode(secret, Date.now() + stepMs));
  await page.waitForURL('**/home', { timeout: patience });
  await until('the second step signs in', () => signedIn(page));
}

/** Locks everything. Whoever signs in afterwards is refused and reads what to do, and the way there is one press. */
export async function lockedOut(context: RunContext): Promise<void> {
  const { origin } = context;
  const email = newAddress();
  const { page } = await context.open({ viewport: desktop });
  await register({ page } as Parameters<typeof register>[0], context, email);

  await page.goto(`${origin}/mine/security`);
  await page.getByRole('button', { name: en.security.lock, exact: true }).click({ timeout: patience });
  await asked(page).getByRole('button', { name: en.security.lock, exact: true }).click({ timeout: patience });
  await until('the lock signs out', async () => !(await signedIn(page)), patience);

  await enterPassword(page, origin, email);
  await page.getByRole('alert').getByText(en.errors.accountLocked).waitFor({ timeout: patience });
  truthy(!(await signedIn(page)), 'a locked account signs nobody in');
  await page.getByRole('link', { name: en.security.reset }).click({ timeout: patience });
  await page.waitForURL('**/factor_reset', { timeout: patience });

  await page.getByRole('textbox', { name: en.account.email }).fill(email, { timeout: patience });
  await page.getByRole('textbox', { name: en.account.password }).fill(password);
  await page.getByLabel(en.security.resetText).fill('I locked it when I lost my bag.');
  await page.getByRole('button', { name: en.security.resetAsk }).click();
  await page.getByRole('heading', { name: en.security.resetAsked }).waitFor({ timeout: patience });

  // The link of the letter cancels it.
  const link = await until('the letter', async () => {
    const letters = await (await fetch(`${origin}/dev/outbox`)).text();
    const letter = letters.split('<article').find((part) => part.includes(email) && part.includes('#cancel='));
    return /#cancel=[\w-]+/.exec(letter ?? '')?.[0];
  });
  await page.goto(`${origin}/forgot`);
  await page.goto(`${origin}/factor_reset${link}`);
  await page.getByRole('button', { name: en.security.resetCancel }).click({ timeout: patience });
  await page.getByText(en.security.resetCancelled).waitFor({ timeout: patience });
  equal(new URL(page.url()).hash, '', 'what is left of the link in the address');
}
