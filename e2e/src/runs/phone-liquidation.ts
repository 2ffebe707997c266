import { receiptShown } from '../harness/books.ts';
import { phone } from '../harness/browser.ts';
import { houseReady, position, prepare } from '../harness/contracts.ts';
import { liquidationNotice, liquidationOf } from '../harness/liquidation.ts';
import { closeSheet, openSheet, showMine } from '../harness/phone.ts';
import { cutOut, replaying } from '../harness/replayed.ts';
import type { RunContext } from '../harness/run-context.ts';
import { truthy, until } from '../harness/suite.ts';
import { bestPrices, enterDemo, noProblems, patience, placeOnReplay, press } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const symbol = 'XAU-PERP';
/** Gold on 15 May 2014: at 12:24 it fell from 1,302 to 1,291 within a quarter of an hour. Played from 11:45; over again every minute. */
const theFall = {
  recording: 'cfd-oanda-xauusd',
  parts: ['quote'],
  from: Date.UTC(2014, 4, 15, 11, 20),
  to: Date.UTC(2014, 4, 15, 13, 0),
} as const;
const before = 1_302;

/** By thumb: a long at 100× in a fall that really happened, the notice read and put away, and the receipt recomputed on the phone. */
export const liquidatedOnAPhone = ({ open }: RunContext) =>
  replaying(cutOut(theFall), 100, async (origin) => {
    const opened = await open({ viewport: phone, theme: 'dark' });
    const { page } = opened;
    await enterDemo(opened, origin, '/bootPage');
    await prepare(page, origin, { 2: '1000' });
    await houseReady(page, origin, symbol);
    const ticket = await openSheet(opened, origin, symbol, 2, en.trade.buyLong);
    await ticket.kind('market');
    await ticket.leverage(100);
    await ticket.fill({ quantity: '20' });
    await until('gold stands where it will fall from', async () => Number((await bestPrices(page, origin, symbol)).bid) > before, 90_000);
    await placeOnReplay(opened, ticket, 'POST pay/order-contract/create', () => ticket.accepted.isVisible());
    const long = await position(page, origin, symbol, '20', 1);
    truthy(Number(long.liquidationPrice) < Number(long.endPrice), 'a long is liquidated below its entry');
    await closeSheet(page);

    const settled = await liquidationOf(page, origin, long, '1000');
    const notice = liquidationNotice(page);
    await press(notice.locator('xpath=following-sibling::button[last()]'));
    await notice.waitFor({ state: 'detached', timeout: patience });

    const list = await showMine(page, en.leverage.settlements);
    await press(list.getByRole('link', { name: new RegExp(en.leverage.settle_liquidation) }).first());
    await receiptShown(page);
    const { receipt } = settled.findLast(({ kind }) => kind === 'liquidation')!;
    truthy(page.url().includes(`seq=${receipt.seq}`), `the receipt of ${receipt.seq} at ${page.url()}`);
    noProblems(opened, 'with a liquidation on a phone');
    await page.context().close();
  });
