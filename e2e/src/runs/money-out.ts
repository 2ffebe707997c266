import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AdminOutput } from '@bourse/protocol/admin';
import type { Locator, Page } from 'playwright-core';
import { ageSigner, settableClock, signerHasSeen } from '../harness/ahead.ts';
import { receiptShown, settles } from '../harness/books.ts';
import { desktop, type Opened, type OpenOptions, phone } from '../harness/browser.ts';
import { decide, giveReason, waitingCase } from '../harness/cases.ts';
import { asOperator, goTo, openConsole } from '../harness/console.ts';
import { write } from '../harness/conversation.ts';
import { decimal, figure, units } from '../harness/money.ts';
import { env, type RunContext } from '../harness/run-context.ts';
import { freePort, startServer } from '../harness/server.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balanceOf, call, noProblems, patience, press } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en, say, spoken } from '../harness/words.ts';
import { letDoraIn } from './console.ts';
import { apply, confirmed, passApplication, payIn } from './money-in.ts';
import { addTotp, authenticator } from './second-step.ts';
import { password, register } from './sessions.ts';

const { security, moneyOut, journey, chat, console } = en;
const off = console['stop.withdrawalsOff'];
const dayMs = 24 * 3_600_000;
/** A little more than the wait. */
const aheadMs = dayMs + 60_000;
const asset = 'USDT';
/** Ethereum: from `secondAbove` of the file below on, two people decide. */
const rail = 1;
const secondAbove = '1000';
/** Above it, people look at what comes in. */
export const autoInMax = '5000';
const pay = '314159-tau';
const label = 'My hardware wallet';

/** A customer's browser and factors after the day that a new address and new factors wait. */
export interface Leaving {
  context: RunContext;
  customer: Opened;
  /** The next six digits. */
  code: () => Promise<string>;
}

const answer = async (page: Page, code: () => Promise<string>, first: string) => {
  const proof = page.getByRole('dialog', { name: security.proofTitle });
  await proof.locator('input[type=password]').fill(first, { timeout: patience });
  await proof.getByLabel(security.code).fill(await code());
  await press(proof.getByRole('button', { name: security.confirm }));
  await proof.waitFor({ state: 'detached', timeout: patience });
};

async function setPayPassword(page: Page, origin: string, code: () => Promise<string>, password: string): Promise<void> {
  await page.goto(`${origin}/mine/changePayPassword`);
  await page.getByLabel(security.changePayNew).fill(pay, { timeout: patience });
  await page.getByLabel(security.changePayAgain).fill(pay);
  await press(page.getByRole('button', { name: security.confirm }));
  await answer(page, code, password);
  // A notice of the same change may stand before it.
  await page.getByText(security.changePayDone).first().waitFor({ state: 'attached', timeout: patience });
}

/** Adds an address, and reads that it waits a day. */
async function addAddress(page: Page, origin: string, code: () => Promise<string>): Promise<void> {
  const address = `0x${randomUUID().replaceAll('-', '')}${randomUUID().slice(0, 8)}`;
  await page.goto(`${origin}/mine/add_payment_method?kind=address&channel=${rail}&back=withdraw`);
  await page.getByLabel(moneyOut.address, { exact: true }).fill(address, { timeout: patience });
  await page.getByLabel(moneyOut.again).fill(address.slice(-8));
  await page.getByLabel(moneyOut.label).fill(label);
  await press(page.getByRole('button', { name: moneyOut.addGo, exact: true }));
  await answer(page, code, pay);
  await page.waitForURL('**/funds/withdraw?**', { timeout: patience });
  await page.getByText(moneyOut.waitWhy).waitFor({ timeout: patience });
  await page
    .getByText(new RegExp(spoken(journey.hours, { count: 24 })))
    .first()
    .waitFor({ timeout: patience });
  truthy(await page.locator('form button[type=submit]').isDisabled(), 'nothing can be sent to an address that waits');
}

/** The ways in and out of the start set, with lower limits. Where money comes in and how it goes out stays as it is. */
function railsFile(): string {
  const declared = JSON.parse(readFileSync('apps/server/src/payments/rails/rails.json', 'utf8')) as {
    payouts: object;
    rails: readonly { id: number }[];
  };
  const file = join(tmpdir(), `bourse-rails-${randomUUID()}.json`);
  writeFileSync(
    file,
    JSON.stringify({
      ...declared,
      payouts: { ...declared.payouts, reviewAbove: secondAbove, secondAbove },
      rails: declared.rails.map((one) => (one.id === rail ? { ...one, autoInMax } : one)),
    }),
  );
  return file;
}

/**
 * From a registration to a customer who may take money out: an authenticator app, an application passed by an operator, a pay password, coins that have arrived,
 * an address, and the day that all of it waits. The server runs by itself, with limits by which two people decide from 1,000 USDT on, and with a clock that is
 * set ahead while it does not run.
 */
export async function leaving(
  host: RunContext,
  options: OpenOptions,
  deposit: string,
  body: (story: Leaving) => Promise<void>,
): Promise<void> {
  const clock = settableClock();
  const rails = railsFile();
  const settings = { env: { ...env, ...clock.env, BOURSE_RAILS: rails }, timeoutMs: 180_000, consolePort: await freePort() };
  let server = await startServer(settings);
  const { dataFolder } = server;
  const context = { ...host, server, origin: server.origin };
  try {
    const customer = await host.open({ ...options, now: Date.now() });
    const { page } = customer;
    const { origin } = context;
    const email = `customer-${randomUUID().slice(0, 8)}@example.com`;
    await register(customer, context, email);
    let now = Date.now;
    const code = authenticator(await addTotp(page, origin), () => now());
    await apply(page, origin);
    await passApplication(context);
    await letDoraIn(context, { viewport: desktop }, 'real');
    await payIn(page, origin, deposit);
    await setPayPassword(page, origin, code, password);
    await addAddress(page, origin, code);
    await page.goto(`${origin}/funds/top_up_order`);
    await page.getByText(journey.in_credited).first().waitFor({ timeout: confirmed });
    await until('the money is there', async () => Number((await balanceOf(page, origin, asset)).available) === Number(deposit), patience);

    await signerHasSeen(dataFolder);
    await server.stop();
    await ageSigner(dataFolder, aheadMs);
    clock.set(aheadMs);
    now = () => Date.now() + aheadMs;
    server = await startServer({ ...settings, dataFolder, port: Number(new URL(origin).port) });
    context.server = server;
    // Like a laptop that is opened again the next day. The session's token has expired meanwhile; the app gets a new one by itself.
    await page.clock.fastForward(aheadMs);
    await page.goto(`${origin}/funds`);
    await settles(() => balanceOf(page, origin, asset));
    customer.problems.length = 0;
    await body({ context, customer, code });
    noProblems(customer, 'of the app');
  } catch (error) {
    process.stdout.write(`     the server said at last:\n${server.output().slice(-4_000)}\n`);
    throw error;
  } finally {
    await server.stop();
    clock.discard();
    rmSync(rails, { force: true });
  }
  await verifyFolder(dataFolder);
  server.discard();
}

/** Asks for a payout in the form, once the cost of this very amount is shown, and confirms it with both factors. Ends on its journey. */
export async function withdraw({ customer: { page }, context: { origin }, code }: Leaving, amount: string): Promise<void> {
  await page.goto(`${origin}/funds/withdraw?asset=${asset}&channel=${rail}`);
  await press(page.getByRole('button', { name: new RegExp(label) }).first());
  const form = page.locator('form').filter({ has: page.getByLabel(moneyOut.youSend) });
  await form.getByLabel(moneyOut.youSend).fill(amount, { timeout: patience });
  const { fee, net } = await call(page, origin, 'GET pay/withdrawal/fee', {
    channel: rail,
    amount,
    destinationId: await destinationOf(page),
  });
  equal(units(amount) - units(fee), units(net), 'the fee is inside the amount');
  // What they get is known for this very amount.
  await until(
    'the cost is shown',
    async () => figure((await form.getByText(moneyOut.theyGet).locator('..').textContent()) ?? '') === Number(net),
  );
  await press(form.locator('button[type=submit]'));
  const signed = page.getByRole('region', { name: moneyOut.signed });
  await signed.getByText(label).waitFor({ timeout: patience });
  await answer(page, code, pay);
  await page.waitForURL('**/funds/withdraw/success**', { timeout: patience });
  await page.getByText(journey.out_review).first().waitFor({ timeout: patience });
}
const destinationOf = async (page: Page) => {
  await page.waitForURL(/[?&]to=/, { timeout: patience });
  return String(new URL(page.url()).searchParams.get('to')).replaceAll('"', '');
};

/** Asks customer service about the payout that the page shows, in another tab. Answers with the open conversation. */
async function asksAbout({ page, context }: Opened, origin: string): Promise<Locator> {
  const href = await page.getByRole('link', { name: chat.askAbout }).getAttribute('href', { timeout: patience });
  const tab = await context.newPage();
  await tab.goto(`${origin}${href}`);
  await write(tab, 'When does it arrive?');
  const log = tab.getByRole('log', { name: chat.log });
  await log.getByText(journey.out_review).first().waitFor({ timeout: patience });
  return log;
}

/** What an operator sees of the payouts that wait, and why. */
const waitsFor = async (operator: Opened) =>
  (await asOperator<AdminOutput<'GET signer/get'>>(operator, 'signer/get')).waiting.map(({ payout }) => payout);

/** One operator turns payouts off at once. The customer reads that withdrawals are paused, and that their money stays. */
async function turnOff({ customer, context: { origin } }: Leaving, operator: Opened): Promise<void> {
  const { page } = operator;
  await goTo(operator, 'switches');
  await press(page.getByRole('button', { name: off, exact: true }));
  await giveReason(operator, say(console.throwTitle, { what: off }), 'a node says something else');
  await page.getByText(console.payoutsAreOff, { exact: true }).waitFor({ timeout: patience });
  const tab = await customer.context.newPage();
  await tab.goto(`${origin}/funds/withdraw?asset=${asset}&channel=${rail}`);
  await press(tab.getByRole('button', { name: new RegExp(label) }).first());
  await tab.getByLabel(moneyOut.youSend).fill('20', { timeout: patience });
  await tab.getByText(en.errors.withdrawalsOff).first().waitFor({ timeout: patience });
  await press(tab.locator('form button[type=submit]'));
  equal(await tab.getByRole('dialog', { name: security.proofTitle }).count(), 0, 'nothing to confirm while payouts are off');
  await tab.close();
}

/** Two operators let payouts begin again. */
async function turnOn(first: Opened, second: Opened): Promise<void> {
  await goTo(first, 'switches');
  await press(first.page.getByRole('button', { name: console.payoutsBegin, exact: true }));
  await giveReason(first, console.payoutsBegin, 'the node was wrong');
  const id = await waitingCase(first, 'payoutsOn');
  await decide(first, { kind: 'payoutsOn', id, reason: 1, ends: 'proposed' });
  await decide(second, { kind: 'payoutsOn', id, reason: 1, second: true, ends: 'passed' });
}

const amount = '1500';

/** A payout that two operators pass in two browsers, each with a signature, while payouts are off, and that arrives once they are on again. */
async function goesOut(story: Leaving): Promise<void> {
  const { context, customer } = story;
  const { page } = customer;
  const { origin } = context;
  await withdraw(story, amount);
  const [before] = (await call(page, origin, 'GET pay/withdrawal/page', {})).list;
  equal(before?.reviewReasons.includes('aboveSecond'), true, 'two people look at it');
  await page.getByText(moneyOut.review_aboveSecond).waitFor({ timeout: patience });
  equal(units((await balanceOf(page, origin, asset)).frozen), units(amount), 'what is frozen while people look');

  // Their question about it stays open beside it: the card in it says where the payout is.
  const question = await asksAbout(customer, origin);

  const [cleo, dora] = [
    await openConsole(context, 'Cleo', { viewport: desktop }),
    await openConsole(context, 'Dora', { viewport: desktop }),
  ];
  await turnOff(story, cleo);
  const id = await waitingCase(cleo, 'payoutLarge');
  await decide(cleo, { kind: 'payoutLarge', id, reason: 1, ends: 'proposed' });
  equal((await call(page, origin, 'GET pay/withdrawal/page', {})).list[0]?.step, 'review', 'one person sends nothing');
  await decide(dora, { kind: 'payoutLarge', id, reason: 1, second: true, ends: 'passed' });

  // It is not lost, and it does not begin.
  await until('it waits to be sent', async () => (await waitsFor(cleo)).includes(before!.id), patience);
  const held = (await call(page, origin, 'GET pay/withdrawal/page', {})).list[0];
  equal([held?.step, held?.txHash], ['approved', null], 'a payout that people passed while payouts are off');
  equal(units((await balanceOf(page, origin, asset)).frozen), units(amount), 'what stays frozen for it');
  await turnOn(cleo, dora);

  await until(
    'it has arrived',
    async () => (await call(page, origin, 'GET pay/withdrawal/page', {})).list[0]?.step === 'completed',
    2 * confirmed,
  );
  const [after] = (await call(page, origin, 'GET pay/withdrawal/page', {})).list;
  truthy(after?.txHash && after.receipt, 'it is on the chain and has a receipt');
  equal(units(after.net) + units(after.fee), units(amount), 'the fee was inside the amount');
  const left = await balanceOf(page, origin, asset);
  equal([units(left.available), units(left.frozen)].map(decimal), ['500', '0'], 'what is left');
  await question.getByRole('status').getByText(journey.out_completed).first().waitFor({ timeout: confirmed });
  await page.getByText(after.txHash).first().waitFor({ timeout: patience });
  await press(page.getByRole('link', { name: journey.receipt }));
  await receiptShown(page);
  for (const opened of [cleo, dora]) noProblems(opened, 'of the console');
}
export const moneyGoesOut = (context: RunContext) => leaving(context, { viewport: desktop }, '2000', goesOut);
export const moneyGoesOutOnAPhone = (context: RunContext) => leaving(context, { viewport: phone, theme: 'dark' }, '2000', goesOut);
