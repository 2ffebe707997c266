import { receiptShown, settles, statementAgrees } from '../harness/books.ts';
import { desktop, phone } from '../harness/browser.ts';
import { units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy } from '../harness/suite.ts';
import { balanceOf, call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const grant = units('100000');

/** Money becomes bitcoin and money again: figures, statement and receipts agree, and the way there and back costs the spread and no more. */
const swapsThereAndBack =
  (viewport: { width: number; height: number }) =>
  async ({ origin, open }: RunContext): Promise<void> => {
    const opened = await open({ viewport });
    const { page } = opened;
    await enterDemo(opened, origin);
    const form = page.getByRole('form', { name: en.swaps.title });
    const amount = form.getByRole('textbox', { name: en.swaps.pay });
    const swaps = async () => (await call(page, origin, 'GET pay/flash-exchange/record', {})).list;
    const swap = async (count: number) => {
      await press(form.getByRole('button', { name: like(en.swaps.swapFor) }));
      await page.getByRole('heading', { name: en.swaps.doneTitle }).waitFor({ timeout: patience });
      return settles(async () => {
        const list = await swaps();
        equal(list.length, count, 'swaps on record');
        return list[0]!;
      });
    };

    await page.goto(`${origin}/funds/swap?from=USDT&to=BTC`);
    await amount.fill('0');
    await press(form.getByRole('button', { name: en.swaps.swapButton, exact: true }));
    await form.getByText(en.swaps.amountProblem).waitFor({ timeout: patience });
    await amount.fill('1000');
    const there = await swap(1);
    equal([units(there.paid), there.from, there.to], [units('1000'), 'USDT', 'BTC'], 'what was paid');
    truthy(units(there.received) >= units(there.minReceive), 'not less than the least');
    equal(units((await balanceOf(page, origin, 'BTC')).total), units(there.received), 'bitcoin held');
    equal(units((await balanceOf(page, origin, 'USDT')).total), grant - units('1000'), 'USDT left');
    await press(page.getByRole('link', { name: en.swaps.receipt, exact: true }));
    await receiptShown(page);

    // All of it back, by the keyboard.
    await page.goto(`${origin}/funds/swap?from=USDT&to=BTC`);
    await form.getByRole('button', { name: en.swaps.turn }).press('Enter');
    await form.getByRole('button', { name: en.swaps.all, exact: true }).press('Enter');
    await form.getByRole('button', { name: like(en.swaps.swapFor) }).waitFor({ timeout: patience });
    const back = await swap(2);
    equal([back.from, back.to, back.paid], ['BTC', 'USDT', there.received], 'the way back');
    const left = units((await balanceOf(page, origin, 'USDT')).total);
    equal(left, grant - units('1000') + units(back.received), 'USDT in the end');
    // Two spreads of 0.2 %, and what the price moved meanwhile.
    truthy(left < grant && left > grant - units('25'), `there and back cost ${grant - left}`);
    const { lines } = await statementAgrees(page, origin);
    equal(lines.filter(({ flow }) => /^150/.test(String(flow))).length, 4, 'lines of the two swaps');
    await page.getByRole('region', { name: en.swaps.records }).getByRole('link').first().click({ timeout: patience });
    await receiptShown(page);
    noProblems(opened, 'of swaps');
  };

export const swapped = swapsThereAndBack(desktop);
export const swappedOnAPhone = swapsThereAndBack(phone);
