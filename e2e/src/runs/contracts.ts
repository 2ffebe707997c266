import { desktop } from '../harness/browser.ts';
import type { Desk } from '../harness/desk.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const words = en.leverage;
/** What a person who knows leverage answers. */
const answers: Readonly<Record<string, string>> = {
  experience: 'years',
  money: 'spare',
  leverage: 'all',
  liquidation: 'closed',
  full: 'wallet',
  timed: 'lose',
};

/** Money moves to the contract wallet, questions come before the first order, a stop is set on the chart by keyboard, and the position is closed. */
export async function longOpenedProtectedClosed({ origin, open }: Desk): Promise<void> {
  const opened = await open({ viewport: desktop, theme: 'dark' });
  const { page } = opened;
  await enterDemo(opened, origin);
  await page.goto(`${origin}/order?symbol=${symbol}&kind=2`);
  const form = page.getByRole('form', { name: like(en.trade.ticketFor) });
  await form.getByRole('button', { name: words.addFunds, exact: true }).click({ timeout: patience });
  await page.fill('[name=transfer]', '5000');
  await page.getByRole('button', { name: like(words.transferGo) }).click({ timeout: patience });

  await form.getByRole('radio', { name: en.trade.market, exact: true }).click({ timeout: patience });
  await form.locator('[name=quantity]').fill('0.02');
  await form.locator('button[type=submit]').click({ timeout: patience });
  const sheet = page.getByRole('dialog', { name: words.suitTitle });
  await sheet.waitFor({ timeout: patience });
  equal((await positions()).length, 0, 'positions before the questions were answered');
  for (const [question, option] of Object.entries(answers))
    await sheet.locator(`input[name="${question}"][value="${option}"]`).check({ timeout: patience });
  await sheet.getByRole('button', { name: words.suitSend }).click({ timeout: patience });

  const position = await until('the position is open', async () => (await positions())[0]);
  equal(position.quantity, '0.020', 'size');
  truthy(position.liquidationPrice !== null && position.liquidationPrice < position.endPrice, 'a long is liquidated below its entry');

  // Proposed on the chart, walked up with the arrows, set with a button.
  await page.getByRole('button', { name: `+ ${words.takeProfit}` }).click({ timeout: patience });
  const line = page.getByRole('slider', { name: like(words.lineTakeProfit) });
  const before = Number(await line.getAttribute('aria-valuenow'));
  await line.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  equal(Number(await line.getAttribute('aria-valuenow')), before + 10, 'two presses are twenty ticks of a half');
  await page.getByRole('button', { name: like(`${words.stopsSave}: ${words.lineTakeProfit}`) }).click({ timeout: patience });
  await until('the take-profit stands', async () => Number((await positions())[0]?.takeProfit) === before + 10);

  await page.getByRole('button', { name: `${words.closeOne} ${symbol}` }).click({ timeout: patience });
  await page.getByRole('dialog').locator('button[type=submit]').click({ timeout: patience });
  await until('the position is closed', async () => (await positions()).length === 0);
  const [closed] = await until('its history is written', async () => {
    const answer = await call(page, origin, 'GET pay/order-contract/page', { view: 'closed' });
    return answer.positions?.list.length === 1 && answer.positions.list;
  });
  equal(closed?.closedQuantity, '0.020', 'what was closed');
  noProblems(opened, 'with a contract');

  async function positions() {
    return (await call(page, origin, 'GET pay/order-contract/page', { view: 'positions' })).positions?.list ?? [];
  }
}
