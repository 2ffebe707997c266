import { receiptShown, settles, statementAgrees } from '../harness/books.ts';
import { phone } from '../harness/browser.ts';
import { closedPositions, houseReady, openPositions, position, settlements } from '../harness/contracts.ts';
import { bps, floorTo, sum, units } from '../harness/money.ts';
import { closeSheet, openSheet, showMine } from '../harness/phone.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { endedFairly, timedOrders, won } from '../harness/timed.ts';
import { call, enterDemo, instrumentOf, noProblems, patience, press, takingPrice } from '../harness/trader.ts';
import { spoken, zhCN } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const words = zhCN.leverage;

/** By thumb, in Chinese: a timed contract to its receipt, meanwhile a long with stops set in a sheet and closed, and an order for a share that waits. */
export async function leverageOnAPhone({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone, language: 'zh-CN' });
  const { page } = opened;
  await enterDemo(opened, origin, '/bootPage', zhCN);
  await houseReady(page, origin, symbol);

  const timed = await openSheet(opened, origin, symbol, 2, zhCN.trade.sellShort, zhCN);
  await press(page.getByRole('radio', { name: words.timed, exact: true }));
  await timed.transfer('100');
  await timed.choose(words.timedDirection, words.timedDown);
  await timed.fill({ quantity: '10' });
  await timed.placeAfterRisks(words.timedAccepted);

  const ticket = await openSheet(opened, origin, symbol, 2, zhCN.trade.buyLong, zhCN);
  await press(page.getByRole('radio', { name: words.perpetual, exact: true }));
  await ticket.transfer('2000');
  await ticket.kind('market');
  await ticket.leverage(20);
  await ticket.fill({ quantity: '0.02' });
  await ticket.place();
  const long = await position(page, origin, symbol, '0.02', 1);
  await closeSheet(page, zhCN);

  await showMine(page, words.positions, zhCN);
  await press(page.getByRole('button', { name: words.stopsShort, exact: true }));
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
  await press(stops.locator('button[type=submit]'));
  await stops.waitFor({ state: 'detached', timeout: patience });
  await settles(async () => {
    const [now] = await openPositions(page, origin);
    equal([now?.takeProfit, now?.stopLoss].map(Number), [at(1.05), at(0.97)].map(Number), 'take-profit and stop-loss');
  });

  await press(page.getByRole('button', { name: words.closeOne, exact: true }));
  const closing = page.getByRole('dialog', { name: spoken(words.closeTitle, { symbol, direction: 1 }) });
  await press(closing.locator('button[type=submit]'));
  await page.getByText(words.noPositions, { exact: true }).waitFor({ timeout: patience });
  const fills = await settles(async () => {
    equal((await closedPositions(page, origin)).length, 1, 'positions in the history');
    const all = (await settlements(page, origin)).filter(({ kind }) => kind === 'positionFill');
    equal(sum(all.filter(({ action }) => action === 2).map((fill) => fill.quantity ?? '0')), units('0.02'), 'closed');
    return all;
  });
  const made = sum(fills.map((fill) => fill.amount)) - sum(fills.map((fill) => fill.fee));

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
  const queue = await openSheet(opened, origin, share.symbol, 3, zhCN.trade.buy, zhCN);
  // Below the last price, inside the band, and paid for by what was transferred. Steps of 0.05 fit both exchanges.
  const { row } = await call(page, origin, 'GET pay/symbol/get-currency', { symbol: share.symbol });
  await queue.fill({ price: floorTo(bps(units(row.pe), 9_000n), '0.05'), quantity: share.lot });
  await press(queue.send);
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

  const ended = await until(
    'the timed contract has ended',
    async () => (await timedOrders(page, origin)).find(({ status }) => status >= won),
    patience,
  );
  endedFairly(ended, units('10'));
  await page.goto(`${origin}/order?symbol=${symbol}&kind=2`);
  const list = await showMine(page, words.timed, zhCN);
  await list.getByText(words[`timedStatus${ended.status}`], { exact: true }).waitFor({ timeout: patience });
  await press(list.getByRole('link', { name: new RegExp(words.settle_timed) }));
  await receiptShown(page, zhCN);
  noProblems(opened, 'on a phone, in Chinese');
}
