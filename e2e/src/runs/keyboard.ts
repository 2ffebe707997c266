import type { Page } from 'playwright-core';
import { desktop } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, until } from '../harness/suite.ts';
import { noProblems, openOrders, patience, restingPrice, signedIn, Ticket } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

/** Where the keyboard is, as a screen reader would name it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const node = document.activeElement as HTMLElement | null;
    const box = node?.getBoundingClientRect();
    return {
      tag: node?.tagName.toLowerCase() ?? '',
      name: (node?.getAttribute('aria-label') ?? node?.textContent ?? '').trim(),
      field: node?.getAttribute('name') ?? '',
      seen: Boolean(box && box.width > 0 && box.height > 0),
    };
  });
type Focused = Awaited<ReturnType<typeof focused>>;

async function tabTo(page: Page, what: string, is: (at: Focused) => boolean, most = 400): Promise<void> {
  const passed: string[] = [];
  for (let step = 0; step < most; step += 1) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at.tag !== 'body' && !at.seen) throw new Error(`the keyboard is lost at an invisible ${at.tag} “${at.name}”`);
    if (is(at)) return;
    passed.push(at.field || at.name.slice(0, 24));
  }
  throw new Error(`${what} is not reached by Tab; passed ${passed.slice(-60).join(' | ')}`);
}

/** Without a pointer: from the first page to an order and back out of it. */
export async function keyboardOnly({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await page.goto(`${origin}/pc_home`);
  await page.getByRole('button', { name: en.common.tryDemo }).first().waitFor({ timeout: patience });
  await tabTo(page, 'the demo button', ({ tag, name }) => tag === 'button' && name === en.common.tryDemo);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/home', { timeout: patience });
  await until('the demo account is signed in', () => signedIn(page));
  await page.getByRole('link', { name: en.shell.trade, exact: true }).first().waitFor({ timeout: patience });
  await tabTo(page, 'the way to Trade', ({ tag, name }) => tag === 'a' && name === en.shell.trade);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/order**', { timeout: patience });

  const ticket = new Ticket(page, 'BTC/USDT');
  await ticket.form.waitFor({ timeout: patience });
  await until('the ticket has a price', async () => (await ticket.price.inputValue()) !== '', patience);
  const price = await restingPrice(page, origin, 'BTC/USDT');
  await tabTo(page, 'the price', ({ field }) => field === 'price');
  // Reached with Tab, the figure is selected: typing replaces it.
  await page.keyboard.type(price);
  await tabTo(page, 'the quantity', ({ field }) => field === 'quantity', 20);
  await page.keyboard.type('0.02');
  await page.keyboard.press('Enter');
  await ticket.accepted.waitFor({ timeout: patience });
  const [order] = await openOrders(page, origin);
  equal([order?.price, order?.quantity].map(Number), [Number(price), 0.02], 'price and quantity of the order');
  await page.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} BTC/USDT`) }).waitFor({ timeout: patience });
  await tabTo(page, 'the button that cancels', ({ tag, name }) => tag === 'button' && name.startsWith(`${en.trade.cancelOne} BTC/USDT`));
  await page.keyboard.press('Enter');
  await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
  equal(await openOrders(page, origin), [], 'open orders');
  noProblems(opened, 'with the keyboard alone');
}
