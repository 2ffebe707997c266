import { settles, statementAgrees } from '../harness/books.ts';
import { phone } from '../harness/browser.ts';
import { ContractTicket, closedPositions, houseFunded, openPositions, position, settlements } from '../harness/contracts.ts';
import type { Desk } from '../harness/desk.ts';
import { sum, units } from '../harness/money.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, instrumentOf, noProblems, patience, takingPrice } from '../harness/trader.ts';
import { spoken, zhCN } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const words = zhCN.leverage;

/** On a phone, in Chinese: a long with stops set in a sheet and closed, a timed contract, and an order for a share that waits for its market. */
export async function leverageOnAPhone({ origin, open }: Desk): Promise<void> {
  const opened = await open({ viewport: phone, language: 'zh-CN' });
  const { page } = opened;
  await enterDemo(opened, origin, '/bootPage', zhCN);
  await houseFunded(page, origin);
  const sheetOf = async (of: string, kind: number, button: string) => {
    await page.goto(`${origin}/order?symbol=${encodeURIComponent(of)}&kind=${kind}`);
    await page.getByRole('button', { name: button, exact: true }).click({ timeout: patience });
    const ticket = new ContractTicket(page, of, zhCN);
    await ticket.form.waitFor({ timeout: patience });
    return ticket;
  };
  const away = async () => {
    await page.getByRole('dialog').getByRole('button', { name: zhCN.common.close }).first().click({ timeout: patience });
    await page.getByRole('dialog').waitFor({ state: 'detached', timeout: patience });
  };

  const ticket = await sheetOf(symbol, 2, zhCN.trade.buyLong);
  await ticket.transfer('2000');
  await ticket.kind('market');
  await ticket.lever(20);
  await ticket.fill({ quantity: '0.02' });
  await ticket.placeAfterQuestions();
  const long = await position(page, origin, symbol, '0.02', 1);
  await away();

  await page.getByRole('tab', { name: zhCN.trade.positions }).click({ timeout: patience });
  await page.getByRole('button', { name: words.stopsShort, exact: true }).click({ timeout: patience });
  const stops = page.getByRole('dialog', { name: spoken(words.stopsTitle, { symbol }) });
  const at = (share: number) => String(Math.round(Number(long.endPrice) * share));
  for (const [name, value] of [
    ['takeProfit', at(1.05)],
    ['stopLoss', at(0.97)],
  ] as const) {
    const field = stops.locator(`input[name=${name}]`);
    await field.focus({ timeout: patience });
    await field.fill(value);
    await field.blur();
  }
  await stops.locator('button[type=submit]').click({ timeout: patience });
  await stops.waitFor({ state: 'detached', timeout: patience });
  await settles(async () => {
    const [now] = await openPositions(page, origin);
    equal([now?.takeProfit, now?.stopLoss].map(Number), [at(1.05), at(0.97)].map(Number), 'take-profit and stop-loss');
  });

  await page.getByRole('button', { name: words.closeOne, exact: true }).click({ timeout: patience });
  const closing = page.getByRole('dialog', { name: spoken(words.closeTitle, { symbol, direction: 1 }) });
  await closing.locator('button[type=submit]').click({ timeout: patience });
  await page.getByText(words.noPositions, { exact: true }).waitFor({ timeout: patience });
  const fills = await settles(async () => {
    equal((await closedPositions(page, origin)).length, 1, 'positions in the history');
    const all = (await settlements(page, origin)).filter(({ kind }) => kind === 'positionFill');
    equal(sum(all.filter(({ action }) => action === 2).map((fill) => fill.quantity ?? '0')), units('0.02'), 'closed');
    return all;
  });
  const made = sum(fills.map((fill) => fill.amount)) - sum(fills.map((fill) => fill.fee));

  const timed = await sheetOf(symbol, 2, zhCN.trade.sellShort);
  await page.getByRole('radio', { name: words.timed, exact: true }).click({ timeout: patience });
  await timed.transfer('100');
  await timed.choose(words.timedDirection, words.timedDown);
  await timed.fill({ quantity: '10' });
  await until('the ticket can be sent', () => timed.send.isEnabled(), patience);
  await timed.send.click({ timeout: patience });
  await until('it is bought', async () => (await call(page, origin, 'GET pay/order-contract-quick/page', {})).total === 1, patience);

  // New York and Kuala Lumpur are never open together: the share is of the one that sleeps.
  const newYork = await instrumentOf(page, origin, 'AAPL');
  const share = newYork.status === 1 ? await instrumentOf(page, origin, 'MAYBANK') : newYork;
  truthy(share.status !== 1, `${share.symbol} is closed`);
  const money = share.quote;
  const pair = `${money}/USDT`;
  await call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', {
    symbol: pair,
    side: 0,
    priceType: 2,
    price: await takingPrice(page, origin, pair),
    quantity: '3000',
  });
  await call(page, origin, 'POST pay/wallet/any-transfer', { from: 1, to: 3, asset: money, amount: '2500' });
  const queue = await sheetOf(share.symbol, 3, zhCN.trade.buy);
  await queue.fill({ price: '5', quantity: share.lot === '1' ? '10' : share.lot });
  await queue.send.click({ timeout: patience });
  await until(
    'the order waits for the open',
    async () => (await call(page, origin, 'GET pay/order-stock/page', { view: 'orders' })).orders?.list.some(({ waits }) => waits),
    patience,
  );
  const { held } = await statementAgrees(page, origin);
  const of = (wallet: number, asset: string) => held.find((balance) => balance.wallet === wallet && balance.asset === asset);
  equal(units(of(2, 'USDT')?.total ?? '0'), units('2000') + made, 'the contract wallet');
  equal(units(of(3, money)?.total ?? '0'), units('2500'), 'the stock wallet');
  truthy(units(of(3, money)?.frozen ?? '0') > 0n, 'money is set aside for the order that waits');
  noProblems(opened, 'on a phone, in Chinese');
}
