import type { Page } from 'playwright-core';
import { phone } from '../harness/browser.ts';
import { type ContractTicket, houseReady } from '../harness/contracts.ts';
import { openSheet } from '../harness/phone.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balanceOf, call, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en, say, spoken } from '../harness/words.ts';

/** Counts what fingers press on a page until it goes elsewhere. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.body.dataset['presses'] = '0';
    const count = () => {
      document.body.dataset['presses'] = String(Number(document.body.dataset['presses']) + 1);
    };
    addEventListener('pointerdown', count, true);
  });
  return () => page.evaluate(() => Number(document.body.dataset['presses']));
}

/** An untouched account has its money in the spot wallet. Its first orders of a share and of a contract pay from there in the same press. */
export async function firstOrders({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone });
  const { page } = opened;
  await enterDemo(opened, origin, '/bootPage');
  await houseReady(page, origin, 'BTC-PERP');
  await until('the share has a price and dollars are on offer', async () => {
    const { refusal } = await call(page, origin, 'GET stock/order/preview', { symbol: 'AAPL', quantity: '1' });
    return refusal === null;
  });
  await firstShare(page, origin, await openSheet(opened, origin, 'AAPL', 3, en.leverage.buyStock));
  await firstContract(page, await openSheet(opened, origin, 'BTC-PERP', 2, en.trade.buyLong));
  noProblems(opened, 'the first orders');
}

const fundsLine = spoken(en.leverage.fundsFrom, { wallet: 1 });

async function firstShare(page: Page, origin: string, ticket: ContractTicket): Promise<void> {
  const presses = await countPresses(page);
  const before = await balanceOf(page, origin, 'USDT');
  await press(ticket.quantity);
  await page.keyboard.type('2');
  await ticket.form.getByText(fundsLine).waitFor({ timeout: patience });
  await ticket.form.getByText(say(en.leverage.fundsBought, { asset: 'USD' })).waitFor({ timeout: patience });
  await press(ticket.send);
  await ticket.accepted.waitFor({ timeout: patience });
  // The press that opened the sheet is one more.
  const taken = 1 + (await presses());
  console.log(`a first share: ${taken} presses`);
  truthy(taken <= 5, `a first share takes ${taken} presses`);
  const after = await balanceOf(page, origin, 'USDT');
  truthy(Number(after.total) < Number(before.total), 'the dollars were bought with USDT');
  const { orders } = await call(page, origin, 'GET pay/order-stock/page', { view: 'orders', pageSize: 10 });
  const { positions } = await call(page, origin, 'GET pay/order-stock/page', { view: 'positions', pageSize: 10 });
  equal((orders?.list.length ?? 0) + (positions?.list.length ?? 0), 1, 'orders and positions of shares');
  await ticket.form.getByText(fundsLine).waitFor({ timeout: patience });
}

async function firstContract(page: Page, ticket: ContractTicket): Promise<void> {
  const presses = await countPresses(page);
  await ticket.kind('market');
  await press(ticket.quantity);
  await page.keyboard.type('0.01');
  await ticket.form.getByText(fundsLine).waitFor({ timeout: patience });
  await ticket.placeAfterRisks();
  // The press that opened the sheet is one more. One of them confirms the risks, which is asked once.
  const taken = 1 + (await presses());
  console.log(`a first leveraged order: ${taken} presses`);
  truthy(taken <= 8, `a first leveraged order takes ${taken} presses`);
}
