import { receiptShown, settles, statementAgrees } from '../harness/books.ts';
import { desktop, phone } from '../harness/browser.ts';
import { units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy } from '../harness/suite.ts';
import { balanceOf, call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

/** Bitcoin that was bought stays frozen in the customer's own wallet while money is lent against it, and is free again when all is paid back. */
const borrowsAndPaysBack =
  (viewport: { width: number; height: number }) =>
  async ({ origin, open }: RunContext): Promise<void> => {
    const opened = await open({ viewport });
    const { page } = opened;
    await enterDemo(opened, origin);

    await page.goto(`${origin}/funds/swap?from=USDT&to=BTC`);
    const swap = page.getByRole('form', { name: en.swaps.title });
    await swap.getByRole('textbox', { name: en.swaps.pay }).fill('1000');
    await press(swap.getByRole('button', { name: like(en.swaps.swapFor) }));
    await page.getByRole('heading', { name: en.swaps.doneTitle }).waitFor({ timeout: patience });
    const bought = await settles(async () => {
      const { available } = await balanceOf(page, origin, 'BTC');
      truthy(units(available) > 0n, 'bitcoin was bought');
      return available;
    });
    const money = units((await balanceOf(page, origin, 'USDT')).available);
    const frozenIs = (bitcoin: string, usdt: bigint) =>
      settles(async () => {
        const [held, free] = [await balanceOf(page, origin, 'BTC'), units((await balanceOf(page, origin, 'USDT')).available)];
        equal([units(held.frozen), units(held.total), free], [units(bitcoin), units(bought), usdt], 'bitcoin frozen and held, USDT free');
      });

    await page.goto(`${origin}/funds/LOANS?product=1`);
    const form = page.getByRole('form', { name: like(en.loans.named) });
    const amount = form.getByRole('textbox', { name: en.loans.amount });
    const collateral = form.getByRole('textbox', { name: en.loans.collateral });
    await collateral.fill('0.006');
    await amount.fill('0');
    await press(form.getByRole('button', { name: en.loans.look, exact: true }));
    await form.getByText(en.loans.amountProblem).waitFor({ timeout: patience });
    // Far more than the collateral allows: the form says what it does allow.
    await amount.fill('5000');
    await press(form.getByRole('button', { name: like(en.loans.changeTo) }));
    await amount.fill('100');
    await press(form.getByRole('button', { name: like(en.loans.lookFor) }));
    await page.getByRole('heading', { name: en.loans.review }).waitFor({ timeout: patience });
    // A first loan tells the risks. The answer sends nothing.
    const borrow = page.getByRole('button', { name: like(en.loans.borrowFor) });
    await press(borrow);
    const acknowledge = page.getByRole('button', { name: en.leverage.suitAcknowledge, exact: true });
    await press(acknowledge);
    await acknowledge.waitFor({ state: 'detached', timeout: patience });
    await press(borrow);
    await page.getByRole('heading', { name: en.loans.doneTitle }).waitFor({ timeout: patience });
    await frozenIs('0.006', money + units('100'));

    await press(page.getByRole('button', { name: en.loans.see, exact: true }));
    await page.getByRole('heading', { name: en.loans.history }).waitFor({ timeout: patience });
    const change = page.getByRole('radiogroup', { name: en.loans.manage, exact: true });
    await press(change.getByRole('radio', { name: en.loans.act_add, exact: true }));
    const adding = page.getByRole('form', { name: en.loans.act_add, exact: true });
    await adding.getByRole('textbox', { name: en.loans.addAmount }).fill('0.001');
    await press(adding.getByRole('button', { name: like(en.loans.addFor) }));
    await page.getByText(like(en.loans.added)).first().waitFor({ timeout: patience });
    await frozenIs('0.007', money + units('100'));

    await press(change.getByRole('radio', { name: en.loans.act_repay, exact: true }));
    const repaying = page.getByRole('form', { name: en.loans.act_repay, exact: true });
    await repaying.getByRole('textbox', { name: en.loans.repayAmount }).fill('40');
    await press(repaying.getByRole('button', { name: like(en.loans.repayFor) }));
    await page.getByText(like(en.loans.repaid)).first().waitFor({ timeout: patience });
    await frozenIs('0.007', money + units('60'));

    // All that is left, by the keyboard, after a reload.
    await page.reload();
    await repaying.getByRole('button', { name: `${en.loans.max}: ${en.loans.repayAmount}` }).press('Enter');
    await repaying.getByRole('button', { name: like(en.loans.repayAllFor) }).press('Enter');
    await page.getByText(like(en.loans.repaidAll)).first().waitFor({ timeout: patience });
    const [loan] = await settles(async () => {
      const { list } = await call(page, origin, 'GET pay/loan/page', { status: 'ended' });
      equal(
        list.map(({ state, collateral: left, principal }) => [state, units(left), units(principal)]),
        [['repaid', 0n, 0n]],
        'loans that ended',
      );
      return list;
    });
    const interest = units(loan?.interestPaid ?? '0');
    truthy(interest > 0n && interest < units('0.01'), `interest of an hour or two of 100 USDT: ${loan?.interestPaid}`);
    await frozenIs('0', money - interest);
    const { lines } = await statementAgrees(page, origin);
    const names = new Set(lines.map(({ flow }) => String(flow)).filter((flow) => flow.startsWith('140')));
    truthy(names.size >= 5, `kinds of lines of a loan: ${[...names].join(', ')}`);

    await page.goto(`${origin}/funds/loans/log?status=ended`);
    await press(page.getByRole('region', { name: en.loans.ended, exact: true }).getByRole('button').first());
    await press(page.getByRole('region', { name: en.loans.history, exact: true }).getByRole('link').first());
    await receiptShown(page);
    noProblems(opened, 'of a loan');
  };

export const borrowed = borrowsAndPaysBack(desktop);
export const borrowedOnAPhone = borrowsAndPaysBack(phone);
