import { randomUUID } from 'node:crypto';
import { desktop, isPhone, type OpenOptions, phone } from '../harness/browser.ts';
import { holdCustomer, liftHold } from '../harness/cases.ts';
import { openConsole } from '../harness/console.ts';
import { closeInDock, goToContract, houseReady, openPositions, position, prepare } from '../harness/contracts.ts';
import { openSheet } from '../harness/phone.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, openOrders, patience, press, restingOrder, signedIn } from '../harness/trader.ts';
import { en } from '../harness/words.ts';
import { letDoraIn } from './console.ts';
import { enterPassword } from './second-step.ts';
import { register } from './sessions.ts';

const { account, errors, pushed, trade } = en;
const spot = 'BTC/USDT';
const contract = 'BTC-PERP';

/** An operator lets a customer only close. The page says so at once; nothing new is opened; what is open can be closed and cancelled; two operators end it. */
async function closeOnly(context: RunContext, options: OpenOptions): Promise<void> {
  const { origin } = context;
  const opened = await context.open(options);
  const { page } = opened;
  await enterDemo(opened, origin);
  await prepare(page, origin, { 2: '5000' });
  await houseReady(page, origin, contract);
  const buy = { symbol: contract, direction: 1, lever: 20, marginMode: 2, quantity: '0.01' } as const;
  await call(page, origin, 'POST pay/order-contract/create', buy);
  const { id } = await position(page, origin, contract, '0.01', 1);
  const { orderId } = await restingOrder(page, origin, spot);
  const ticket = isPhone(page) ? await openSheet(opened, origin, contract, 2, trade.buyLong) : await goToContract(opened, origin, contract);
  await ticket.kind('market');
  await ticket.fill({ quantity: '0.02' });
  await until('the ticket can be sent', () => ticket.send.isEnabled(), patience);

  const operators: OpenOptions = { viewport: desktop };
  await letDoraIn(context, operators);
  const [cleo, dora] = [await openConsole(context, 'Cleo', operators), await openConsole(context, 'Dora', operators)];
  const customer = await holdCustomer(cleo, page, origin, 'closeOnly');
  const told = page.getByRole('dialog', { name: pushed.restrictedTitle });
  await told.getByText(pushed.restrictedText).waitFor({ timeout: patience });
  await page.keyboard.press('Escape');
  await told.waitFor({ state: 'detached', timeout: patience });

  await press(ticket.send);
  await ticket.form.getByText(errors.accountRestricted).first().waitFor({ timeout: patience });
  equal(Number((await openPositions(page, origin))[0]?.quantity), 0.01, 'nothing was opened');

  if (isPhone(page)) {
    await call(page, origin, 'POST pay/order-contract/complete', { id });
    await call(page, origin, 'GET pay/order-coin/revoke/{id}', { id: orderId });
  } else {
    await closeInDock(page, contract, 1);
    await page.goto(`${origin}/order?symbol=${encodeURIComponent(spot)}&kind=1`);
    await press(page.getByRole('button', { name: new RegExp(`^${trade.cancelOne} ${spot}`) }));
    await page.getByText(trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
  }
  await until('the position is closed', async () => (await openPositions(page, origin)).length === 0, patience);
  await until('the order is cancelled', async () => (await openOrders(page, origin)).length === 0, patience);

  await liftHold(cleo, dora, customer);
  await call(page, origin, 'POST pay/order-contract/create', buy);
  await position(page, origin, contract, '0.01', 1);
  equal((await call(page, origin, 'GET system/member/get-current-member', {})).restricted, false, 'nothing restricts the account');
  for (const each of [cleo, dora]) noProblems(each, 'of the console');
}

/** An operator lets a customer do nothing. They are signed out at once, read why, and cannot sign in before two operators have ended it. */
async function locked(context: RunContext, options: OpenOptions): Promise<void> {
  const { origin } = context;
  const email = `customer-${randomUUID().slice(0, 8)}@example.com`;
  const opened = await context.open(options);
  const { page } = opened;
  await register(opened, context, email);
  const operators: OpenOptions = { viewport: desktop };
  await letDoraIn(context, operators, 'real');
  const [cleo, dora] = [await openConsole(context, 'Cleo', operators), await openConsole(context, 'Dora', operators)];
  const customer = await holdCustomer(cleo, page, origin, 'locked');
  await page.waitForURL('**/login**', { timeout: patience });
  await page.getByText(account.ended_restricted).first().waitFor({ timeout: patience });
  truthy(!(await signedIn(page)), 'nothing of the session is left');
  await enterPassword(page, origin, email);
  await page.getByText(errors.accountRestricted).first().waitFor({ timeout: patience });
  truthy(!(await signedIn(page)), 'a locked account signs nobody in');

  await liftHold(cleo, dora, customer);
  await enterPassword(page, origin, email);
  await page.waitForURL('**/home', { timeout: patience });
  await until('signed in again', () => signedIn(page), patience);
  for (const each of [cleo, dora]) noProblems(each, 'of the console');
}

const restricted = async (context: RunContext, options: OpenOptions) => {
  await closeOnly(context, options);
  await locked(context, options);
};
export const accountRestricted = (context: RunContext) => restricted(context, { viewport: desktop });
export const accountRestrictedOnAPhone = (context: RunContext) => restricted(context, { viewport: phone, theme: 'dark' });
