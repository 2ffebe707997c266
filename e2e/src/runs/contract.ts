import { receiptAgrees, settles, statementAgrees } from '../harness/books.ts';
import { desktop } from '../harness/browser.ts';
import {
  cellOf,
  chooseOf,
  closedPositions,
  closeInDock,
  confirm,
  goToContract,
  houseReady,
  openPositions,
  position,
  rowOf,
  settlements,
} from '../harness/contracts.ts';
import { decimal, figure, sum, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience } from '../harness/trader.ts';
import { en, spoken } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const one = 10n ** 18n;

/**
 * A perpetual from the suitability questions to its receipts: transfer, long at 20×, take-profit and stop-loss on the chart, partial close, reversal,
 * close. At the end the wallet holds the deposit plus every result, less every fee, computed here from prices and quantities alone.
 */
export async function perpetual({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop, theme: 'dark' });
  const { page } = opened;
  await enterDemo(opened, origin);
  await houseReady(page, origin, symbol);
  const ticket = await goToContract(opened, origin, symbol);
  await ticket.transfer('10000');
  await ticket.kind('market');
  await ticket.leverage(20);
  await ticket.fill({ quantity: '0.1' });
  await ticket.placeAfterRisks();
  const opening = await position(page, origin, symbol, '0.1', 1);
  equal(opening.lever, 20, 'leverage');
  // At 20× the margin is a twentieth of the entry value, rounded up for each lot.
  const value = (units(opening.endPrice) * units('0.1')) / one;
  const margin = units(opening.earnestMoney);
  truthy(margin >= value / 20n && margin - value / 20n < units('0.01'), `margin ${opening.earnestMoney} of ${decimal(value)} at 20×`);

  truthy(Number(opening.liquidationPrice) < Number(opening.endPrice), 'a long is liquidated below its entry');

  const row = rowOf(page, symbol);
  await row.waitFor({ timeout: patience });
  const first = await cellOf(row, en.leverage.mark);
  await until('the mark moves in the row', async () => (await cellOf(row, en.leverage.mark)) !== first, patience);

  // On the chart, with the keyboard: proposed where it can be seen, walked, and set.
  for (const [stop, line, key] of [
    ['takeProfit', en.leverage.lineTakeProfit, 'ArrowUp'],
    ['stopLoss', en.leverage.lineStopLoss, 'ArrowDown'],
  ] as const) {
    await page.getByRole('button', { name: `+ ${en.leverage[stop]}`, exact: true }).click({ timeout: patience });
    const slider = page.getByRole('slider', { name: spoken(line, { quantity: '0.1' }), exact: true });
    await slider.focus({ timeout: patience });
    const before = Number(await slider.getAttribute('aria-valuenow'));
    await slider.press(key);
    const after = Number(await slider.getAttribute('aria-valuenow'));
    truthy(key === 'ArrowUp' ? after > before : after < before, `${key} moved the ${stop} from ${before} to ${after}`);
    await page
      .getByRole('button', { name: `${en.leverage.stopsSave}: ${spoken(line, { quantity: '0.1' })}`, exact: true })
      .click({ timeout: patience });
    await until(`the ${stop} is set`, async () => Number((await openPositions(page, origin))[0]?.[stop] ?? 0) === after, patience);
  }

  await closeInDock(page, symbol, 1, '0.04');
  const rest = await position(page, origin, symbol, '0.06', 1);
  truthy(rest.takeProfit !== null && rest.stopLoss !== null, 'the stops stay with what is left');

  await chooseOf(page, symbol, en.leverage.reverse);
  await confirm(page, spoken(en.leverage.reverseTitle, { symbol }), en.leverage.reverseGo);
  const turned = await position(page, origin, symbol, '0.06', 2);
  equal([turned.takeProfit, turned.stopLoss], [null, null], 'stops of the position that is new');
  await row.getByText(en.leverage.short).waitFor({ timeout: patience });

  await closeInDock(page, symbol, 2);
  await page.getByText(en.leverage.noPositions, { exact: true }).waitFor({ timeout: patience });

  const { fills, closed } = await settles(async () => {
    const fills = (await settlements(page, origin)).filter(({ kind }) => kind === 'positionFill');
    const closed = await closedPositions(page, origin);
    equal(closed.length, 2, 'positions in the history');
    const traded = (action: 1 | 2) => sum(fills.filter((fill) => fill.action === action).map((fill) => fill.quantity ?? '0'));
    equal([traded(1), traded(2)], [units('0.16'), units('0.16')], 'opened and closed');
    return { fills, closed };
  });
  // What was sold less what was bought, from prices and quantities alone.
  const cash = fills.reduce((total, fill) => {
    const paid = (units(fill.price ?? '0') * units(fill.quantity ?? '0')) / one;
    return total + ((fill.action === 1) === (fill.direction === 1) ? -paid : paid);
  }, 0n);
  equal(sum(fills.map((fill) => fill.amount)), cash, 'the results of all fills');
  const fees = sum(fills.map((fill) => fill.fee));
  truthy(fees > 0n, 'fees were paid');
  equal(sum(closed.map((each) => each.realised)), cash, 'results of the two positions');
  equal(sum(closed.map((each) => each.fees)), fees, 'fees of the two positions');
  const { held } = await statementAgrees(page, origin);
  const wallet = held.find((balance) => balance.wallet === 2 && balance.asset === 'USDT');
  equal(
    [wallet?.total, wallet?.frozen].map((text) => units(text ?? '0')),
    [units('10000') + cash - fees, 0n],
    'the contract wallet',
  );
  equal((await call(page, origin, 'GET pay/order-contract/page', { view: 'orders' })).orders?.list, [], 'orders that are left');

  await page.getByRole('tab', { name: en.leverage.closed }).click({ timeout: patience });
  const result = page.getByRole('region', { name: en.leverage.closed }).getByRole('row').nth(1);
  await settles(async () => {
    const shown = figure(await cellOf(result, en.leverage.result));
    truthy(
      closed.some((each) => Math.abs(shown - Number(each.realised)) < 0.01),
      `the history shows ${shown}, made was ${closed.map((each) => each.realised).join(' and ')}`,
    );
  });

  // The last fill's receipt is opened through the screens, the first fill's by its address.
  await page.getByRole('tab', { name: en.leverage.settlements }).click({ timeout: patience });
  await page
    .getByRole('link', { name: new RegExp(`^${spoken(en.leverage.seeReceiptOf, { kind: en.leverage.settle_positionFill, seq: '' })}`) })
    .first()
    .click({ timeout: patience });
  await page.waitForURL('**/receipt**', { timeout: patience });
  await page.getByText(en.trade.agrees, { exact: true }).waitFor({ timeout: patience });
  await receiptAgrees(page, origin, fills[0]!.receipt);
  noProblems(opened, 'from the questions to the receipt');
}
