import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { desktop, type OpenOptions, phone } from '../harness/browser.ts';
import { decide, waitingCase } from '../harness/cases.ts';
import { openConsole } from '../harness/console.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balanceOf, call, noProblems, patience } from '../harness/trader.ts';
import { en } from '../harness/words.ts';
import { register } from './sessions.ts';

const { moneyIn, journey } = en;
/** Twelve blocks of the world outside, and the server's looks at them. */
export const confirmed = 90_000;
const amount = '125';

/** The customer says who they are. */
export async function apply(page: Page, origin: string): Promise<void> {
  const number = randomUUID().replaceAll('-', '').slice(0, 8).toUpperCase();
  await call(page, origin, 'POST pay/realname/create', {
    ...{ level: 1, surname: 'Lindqvist', givenNames: 'Maja', birthDate: '1988-04-17', nationality: 'SWE', residence: 'SE' },
    ...{ address: 'Storgatan 12, 111 23 Stockholm', evidence: [] },
    document: { form: 'TD3', type: 'P', issuer: 'SWE', number, expiryDate: '2035-01-01', sex: 'F' },
  });
}

/** An operator decides the newest application by keyboard. */
export async function passApplication(context: RunContext): Promise<void> {
  const cleo = await openConsole(context, 'Cleo', { viewport: desktop });
  const id = await waitingCase(cleo, 'identity');
  await decide(cleo, { kind: 'identity', id, reason: 1, reads: 'Storgatan', ends: 'passed' });
  noProblems(cleo, 'of the console');
}

/** The world outside pays coins to the customer's own address, which the browser has checked. */
export async function payIn(page: Page, origin: string, amount: string): Promise<void> {
  // In development the signer starts again when an operator has enrolled, and a busy machine takes its time for that.
  const made = () => call(page, origin, 'GET pay/recharge/udun-address', { asset: 'USDT', network: 'ethereum' });
  await until('the vault makes their address', () => made().catch(() => false), patience);
  await page.goto(`${origin}/funds/topUp`);
  await page.getByRole('button', { name: /USDT/ }).first().click({ timeout: patience });
  await page
    .getByRole('button', { name: /ERC-20/ })
    .first()
    .click({ timeout: patience });
  await page.getByText(moneyIn.vaultSigned).waitFor({ timeout: patience });
  await page.getByRole('textbox', { name: moneyIn.testAmount }).fill(amount, { timeout: patience });
  await page.getByRole('button', { name: moneyIn.test, exact: true }).click();
}

/** From a registration to money that has arrived: an application, an operator who passes it, an address that the browser has checked, coins, twelve blocks, a receipt. */
async function comesIn(context: RunContext, options: OpenOptions): Promise<void> {
  const { origin } = context;
  const opened = await context.open(options);
  const { page } = opened;
  await register(opened, context, `customer-${randomUUID().slice(0, 8)}@example.com`);
  await apply(page, origin);
  await passApplication(context);

  await payIn(page, origin, amount);
  await page.getByText(journey.in_confirming).first().waitFor({ timeout: confirmed });
  equal((await balanceOf(page, origin, 'USDT')).available, '0', 'nothing is credited before its confirmations');
  await page.getByText(journey.in_credited).first().waitFor({ timeout: confirmed });
  await until('the balance has it', async () => Number((await balanceOf(page, origin, 'USDT')).available) === Number(amount), patience);

  // The journey of the deposit ends at a receipt that this browser recomputes.
  const { list } = await call(page, origin, 'GET pay/recharge/page', {});
  await page.goto(`${origin}/funds/top_up_order?id=${list[0]!.id}`);
  await page.getByText(journey.in_credited).first().waitFor({ timeout: patience });
  await page.reload();
  await page.getByText(journey.in_credited).first().waitFor({ timeout: patience });
  truthy((await call(page, origin, 'GET pay/recharge/get', { id: list[0]!.id })).receipt !== null, 'the deposit has a receipt');
  noProblems(opened, 'of the app');
}
export const moneyComesIn = (context: RunContext) => comesIn(context, { viewport: desktop });
export const moneyComesInOnAPhone = (context: RunContext) => comesIn(context, { viewport: phone, theme: 'dark' });
