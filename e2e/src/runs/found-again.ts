import { settableClock } from '../harness/ahead.ts';
import { receiptShown } from '../harness/books.ts';
import { phone } from '../harness/browser.ts';
import { houseReady, prepare } from '../harness/contracts.ts';
import { arrives, pressed, shownBy, standInPushes } from '../harness/push-device.ts';
import { cutOut, replaying } from '../harness/replayed.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, patience } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const daysAway = 3 * 86_400_000;
/** The rise of `liquidation.ts`, with less before it: it comes every 36 seconds. */
const theRise = {
  recording: 'cryptofuture-bybit-btcusdt',
  parts: ['trade', 'quote'],
  from: Date.UTC(2022, 11, 13, 9, 28),
  to: Date.UTC(2022, 11, 13, 10, 4),
} as const;
const told = like(en.notices['liquidation.segmented']);

/** Liquidated while away: the push is encrypted for the device alone and shows there. Three days later it leads to the notice, and that to the receipt. */
export async function foundAgain({ open }: RunContext): Promise<void> {
  const clock = settableClock();
  const pushes = await standInPushes();
  const { browser } = pushes;
  const env = { NODE_OPTIONS: `${clock.env['NODE_OPTIONS']} ${pushes.nodeOption}` };
  const body = async (origin: string) => {
    const opened = await open({ viewport: phone });
    const { page, context } = opened;
    await context.grantPermissions(['notifications'], { origin });
    await enterDemo(opened, origin);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await call(page, origin, 'POST system/push/subscribe', { endpoint: browser.endpoint, keys: browser.keys });
    await prepare(page, origin, { 2: '1000' });
    await houseReady(page, origin, symbol);
    // Whichever way the price goes first, one of the two ends.
    for (const direction of [2, 1] as const)
      await call(page, origin, 'POST pay/order-contract/create', { symbol, direction, lever: 100, marginMode: 2, quantity: '0.5' });
    noProblems(opened, 'before going away');
    // A page of the exchange that is no app: nothing shows the notice, and nothing reads it.
    await page.goto(`${origin}/v8/icon.svg`);

    const push = await until('the liquidation is pushed', async () => browser.received.find(({ body }) => told.test(body)), 90_000);
    equal(pushes.problems, [], 'what the push service had to object');
    truthy(push.body.includes(`······ ${symbol}`), `a locked screen shows no amount: “${push.body}”`);
    const { topic: _, ttl, urgency, ...payload } = push;
    truthy(ttl > 3_000 && ttl <= 3_600, `it is kept for an hour, not for ${ttl} s`);
    equal(urgency, 'high', 'its urgency');
    await arrives(page, origin, JSON.stringify(payload));

    clock.set(daysAway);
    await page.goto(`${origin}/message`);
    const notice = page.getByRole('link', { name: told }).first();
    await notice.waitFor({ timeout: patience });
    equal((await shownBy(page)).at(0), { title: payload.title, body: payload.body }, 'what the device shows');
    await pressed(context, origin);
    await page.waitForURL(/\/message\/order_detail/, { timeout: patience });
    await page.getByText(told).first().waitFor({ timeout: patience });
    await until('the notification is put away', async () => (await shownBy(page)).length === 0);
    // By key: the toast of what was not shown yet may lie over it.
    await page
      .getByRole('link', { name: new RegExp(en.messages.receipt) })
      .first()
      .press('Enter', { timeout: patience });
    // Of several receipts of one event the reader chooses.
    const choice = page.getByRole('link', { name: new RegExp(en.leverage.settle_liquidation) }).first();
    const agrees = page.getByText(en.trade.agrees, { exact: true }).first();
    await choice.or(agrees).first().waitFor({ timeout: patience });
    if (await choice.isVisible()) await choice.press('Enter', { timeout: patience });
    await receiptShown(page);
    await context.close();
  };
  try {
    await replaying(cutOut(theRise), 60, body, env);
  } finally {
    clock.discard();
    await pushes.close();
  }
}
