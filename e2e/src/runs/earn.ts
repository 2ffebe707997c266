import { settles, statementAgrees } from '../harness/books.ts';
import { desktop, phone } from '../harness/browser.ts';
import { units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal } from '../harness/suite.ts';
import { balances, call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const wealthWallet = 5;
const [flexible, fixed] = ['1', '3'];

/** Money is frozen in the customer's own wallet, for as long as it stays and for a term, and comes back whole. */
const earnsAndComesBack =
  (viewport: { width: number; height: number }) =>
  async ({ origin, open }: RunContext): Promise<void> => {
    const opened = await open({ viewport });
    const { page } = opened;
    await enterDemo(opened, origin);
    const wealthIs = (available: string, frozen: string) =>
      settles(async () => {
        const held = (await balances(page, origin)).find(({ wallet, asset }) => wallet === wealthWallet && asset === 'USDT');
        const figures = [held?.available ?? '0', held?.frozen ?? '0'];
        equal(figures.map(units), [available, frozen].map(units), 'available and frozen in the wealth wallet');
      });
    const holdings = async (status: 'earning' | 'ended') =>
      (await call(page, origin, 'GET pay/foundation-order/status-page', { status })).list;

    await page.goto(`${origin}/funds/transfer?from=1&to=${wealthWallet}&asset=USDT`);
    await page.getByRole('textbox', { name: en.funds.amount }).fill('500');
    await press(page.getByRole('button', { name: like(en.funds.transferButton) }));
    await page.getByText(en.funds.transferred, { exact: true }).waitFor({ timeout: patience });
    await wealthIs('500', '0');

    const subscribe = async (product: string): Promise<void> => {
      await page.goto(`${origin}/funds/regular?product=${product}`);
      const form = page.getByRole('form', { name: like(en.earn.subscribe) });
      const amount = form.getByRole('textbox', { name: en.earn.amount });
      await amount.fill('0');
      await press(form.getByRole('button', { name: en.earn.look, exact: true }));
      await form.getByText(en.earn.amountProblem).waitFor({ timeout: patience });
      await amount.fill('100');
      await press(form.getByRole('button', { name: like(en.earn.lookFor) }));
      await page.getByRole('heading', { name: en.earn.review }).waitFor({ timeout: patience });
      // A label on a phone is as large as its text; the box itself is small.
      await press(page.getByText(en.earn.agree, { exact: true }));
      await press(page.getByRole('button', { name: like(en.earn.subscribeFor) }));
      await page.getByRole('heading', { name: en.earn.doneTitle }).waitFor({ timeout: patience });
      await press(page.getByRole('button', { name: en.earn.see, exact: true }));
      await page.getByRole('heading', { name: en.earn.timeline }).waitFor({ timeout: patience });
    };
    await subscribe(flexible);
    await wealthIs('400', '100');
    await subscribe(fixed);
    await wealthIs('300', '200');

    await page.goto(`${origin}/funds/regular`);
    const rows = page.getByRole('region', { name: en.earn.earning, exact: true }).getByRole('button');
    await rows.nth(1).waitFor({ timeout: patience });
    const own = await settles(async () => {
      const list = await holdings('earning');
      equal(
        list.map(({ productId, principal }) => [productId, units(principal)]),
        [fixed, flexible].map((id) => [id, units('100')]),
        'holdings',
      );
      return list;
    });
    const [term, free] = own.map(({ id }) => id);

    await page.goto(`${origin}/funds/regular?id=${free}`);
    const form = page.getByRole('form', { name: en.earn.redeem, exact: true });
    await form.getByRole('button', { name: en.earn.all, exact: true }).press('Enter');
    await press(form.getByRole('button', { name: like(en.earn.redeemFor) }));
    await page.getByText(like(en.earn.redeemed)).first().waitFor({ timeout: patience });
    await wealthIs('400', '100');

    await page.goto(`${origin}/funds/regular?id=${term}`);
    await press(page.getByRole('button', { name: en.earn.redeemEarly, exact: true }));
    const ask = page.getByRole('alertdialog');
    await ask.getByText(en.earn.earlyPrincipal).waitFor({ timeout: patience });
    await ask.getByText(en.earn.earlyNothing).waitFor({ timeout: patience });
    await press(ask.getByRole('button', { name: en.earn.redeemEarly, exact: true }));
    await page.getByText(like(en.earn.redeemed)).first().waitFor({ timeout: patience });
    await wealthIs('500', '0');

    await settles(async () => {
      equal((await holdings('earning')).length, 0, 'holdings that earn');
      equal(
        (await holdings('ended')).map(({ state }) => state),
        ['redeemed', 'redeemed'],
        'holdings that ended',
      );
    });
    const { lines } = await statementAgrees(page, origin);
    equal(lines.filter(({ flow }) => /^1200[01]$/.test(String(flow))).length, 4, 'lines of freezing and releasing');
    noProblems(opened, 'of earning');
  };

export const earned = earnsAndComesBack(desktop);
export const earnedOnAPhone = earnsAndComesBack(phone);
