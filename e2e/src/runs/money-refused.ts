import { type CallOutput, depositReasons, payoutReasonCodes } from '@bourse/protocol/calls';
import { desktop, phone } from '../harness/browser.ts';
import { decide, holdCustomer, waitingCase } from '../harness/cases.ts';
import { openConsole } from '../harness/console.ts';
import { decimal, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy } from '../harness/suite.ts';
import { balanceOf, call, noProblems, patience, press } from '../harness/trader.ts';
import { en } from '../harness/words.ts';
import { confirmed, payIn } from './money-in.ts';
import { autoInMax, type Leaving, leaving, withdraw } from './money-out.ts';

const { account, journey, moneyOut, notices, pushed } = en;
const asset = 'USDT';
const [mine, asked] = ['900', '300'];
/** Keys of reasons in the console: that of a yes is 1, those of a no follow. */
const sourceUnclear = depositReasons.indexOf('sourceUnclear') + 2;
const askedByCustomer = payoutReasonCodes.indexOf('askedByCustomer') + 2;
const depositRemark = 'The sender is a mixing service. Please write to us.';
const payoutRemark = 'You asked us on the phone to stop it.';

/** What people refuse: the customer reads the reason and the words of whoever decided at once, and has what was frozen. */
async function refused(story: Leaving): Promise<void> {
  const { context, customer } = story;
  const { page } = customer;
  const { origin } = context;
  const holds = async () => {
    const { available, frozen } = await balanceOf(page, origin, asset);
    return [available, frozen].map((one) => decimal(units(one)));
  };
  const cleo = await openConsole(context, 'Cleo', { viewport: desktop });

  await payIn(page, origin, String(Number(autoInMax) + 1000));
  await page.goto(`${origin}/funds/top_up_order`);
  await page.getByText(journey.in_review).first().waitFor({ timeout: confirmed });
  const deposit = await waitingCase(cleo, 'deposit');
  await decide(cleo, { kind: 'deposit', id: deposit, reason: sourceUnclear, remark: depositRemark, ends: 'refused' });
  await page.getByText(notices['deposit.rejected']).first().waitFor({ timeout: patience });
  await press(page.getByRole('button', { name: account.seeMovement }).first());
  await page.waitForURL('**/funds/top_up_order?id=**', { timeout: patience });
  await page.getByText(depositRemark).waitFor({ timeout: patience });
  await page.getByText(journey.why_sourceUnclear).first().waitFor({ timeout: patience });
  equal(await holds(), [mine, '0'], 'a refused deposit changes nothing');

  // Whoever may only close takes money out when a person has looked at it.
  await holdCustomer(cleo, page, origin, 'closeOnly');
  const held = page.getByRole('dialog', { name: pushed.restrictedTitle });
  await held.getByText(pushed.restrictedText).waitFor({ timeout: patience });
  await page.keyboard.press('Escape');
  await held.waitFor({ state: 'detached', timeout: patience });
  await withdraw(story, asked);
  await page.getByText(moneyOut.review_restricted).waitFor({ timeout: patience });
  equal(await holds(), [decimal(units(mine) - units(asked)), asked], 'what is frozen while people look');
  const payout = await waitingCase(cleo, 'payout');
  await decide(cleo, { kind: 'payout', id: payout, reason: askedByCustomer, remark: payoutRemark, ends: 'refused' });
  const told = page.getByRole('dialog', { name: journey.rejectedTitle });
  await told.getByText(journey.why_askedByCustomer).waitFor({ timeout: patience });
  await told.getByText(payoutRemark).waitFor({ timeout: patience });
  equal(await holds(), [mine, '0'], 'what was frozen is back');
  await press(told.getByRole('link', { name: journey.rejectedSee }));
  await page.waitForURL('**/funds/withdraw/success?id=**', { timeout: patience });
  await page.getByText(journey.out_notPassed).first().waitFor({ timeout: patience });
  await page.getByText(payoutRemark).first().waitFor({ timeout: patience });
  const { list }: CallOutput<'GET pay/withdrawal/page'> = await call(page, origin, 'GET pay/withdrawal/page', {});
  truthy(list[0]?.status === -1 && list[0].txHash === null, 'nothing was sent');
  noProblems(cleo, 'of the console');
}
export const moneyRefused = (context: RunContext) => leaving(context, { viewport: desktop, theme: 'dark' }, mine, refused);
export const moneyRefusedOnAPhone = (context: RunContext) => leaving(context, { viewport: phone }, mine, refused);
