import { receiptAgrees } from '../harness/books.ts';
import { desktop } from '../harness/browser.ts';
import { goToContract, houseReady, position, prepare } from '../harness/contracts.ts';
import { liquidationNotice, liquidationOf } from '../harness/liquidation.ts';
import { cutOut, replaying } from '../harness/replayed.ts';
import type { RunContext } from '../harness/run-context.ts';
import { truthy, until } from '../harness/suite.ts';
import { bestPrices, call, enterDemo, noProblems, patience, placeOnReplay } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const symbol = 'BTC-PERP';
/**
 * Bitcoin on 13 December 2022: at 09:58 it rose from 17,192 to 17,514 within two minutes. The run plays it from 08:58 at a hundred times the speed. A
 * run that comes too late meets the rise again when the recording starts over.
 */
const theRise = {
  recording: 'cryptofuture-bybit-btcusdt',
  parts: ['trade', 'quote'],
  from: Date.UTC(2022, 11, 13, 8, 28),
  to: Date.UTC(2022, 11, 13, 10, 28),
} as const;
/** A short from above is not liquidated: the rise ends before its liquidation price. */
const before = 17_300;

/** A short at 100× in a rise that really happened: liquidated, told with its order number, kept in the history, and the receipt agrees. */
export const liquidated = ({ open }: RunContext) =>
  replaying(cutOut(theRise), 100, async (origin) => {
    const opened = await open({ viewport: desktop, theme: 'dark' });
    const { page } = opened;
    await enterDemo(opened, origin);
    await prepare(page, origin, { 2: '1000' });
    await houseReady(page, origin, symbol);
    const low = () =>
      until('bitcoin stands where it will rise from', async () => Number((await bestPrices(page, origin, symbol)).ask) < before, 120_000);
    // Somebody else does the same and goes away.
    const away = await open({ viewport: desktop });
    await enterDemo(away, origin);
    await prepare(away.page, origin, { 2: '1000' });
    await low();
    const terms = { symbol, direction: 2, lever: 100, marginMode: 2, quantity: '0.5' } as const;
    await call(away.page, origin, 'POST pay/order-contract/create', terms);
    await away.page.goto('about:blank');

    const ticket = await goToContract(opened, origin, symbol);
    await ticket.side('sell');
    await ticket.kind('market');
    await ticket.leverage(100);
    await ticket.fill({ quantity: '0.5' });
    await low();
    await placeOnReplay(opened, ticket, 'POST pay/order-contract/create', () => ticket.accepted.isVisible());
    const short = await position(page, origin, symbol, '0.5', 2);
    truthy(Number(short.liquidationPrice) > Number(short.endPrice), 'a short is liquidated above its entry');
    const settled = await liquidationOf(page, origin, short, '1000');

    // Who was away is told on coming back: the notice was stored.
    await away.page.goto(`${origin}/home`);
    await liquidationNotice(away.page).waitFor({ timeout: patience });

    await page.reload();
    await page.getByRole('tab', { name: en.leverage.settlements }).click({ timeout: patience });
    await page
      .getByRole('link', { name: new RegExp(en.leverage.settle_liquidation) })
      .first()
      .waitFor({ timeout: patience });
    for (const kind of ['liquidation', 'positionFill'] as const)
      await receiptAgrees(page, origin, settled.findLast((each) => each.kind === kind)!.receipt);
    const { liquidations } = await call(page, origin, 'GET pay/order-contract/risk', { symbol });
    truthy(liquidations.length >= 2, 'both liquidations on the risk page of the contract');
    noProblems(opened, 'with a liquidation');
    await page.context().close();
  });
