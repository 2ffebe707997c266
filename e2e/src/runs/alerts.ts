import type { Locator } from 'playwright-core';
import { desktop, isPhone, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { call, enterDemo, noProblems, openOrders, patience, press } from '../harness/trader.ts';
import { en, like, say, spoken } from '../harness/words.ts';

const symbol = 'BTC/USDT';
/** How far from the price of now an alert is that must not be reached, in per cent. */
const far = 0.8;

/** The figure that a button names. */
const figureOf = async (button: Locator) => Number(/([\d,.]+)$/.exec((await button.textContent()) ?? '')?.[1]?.replaceAll(',', ''));

async function alertsOn({ origin, open }: RunContext, viewport: typeof desktop): Promise<void> {
  const opened = await open({ viewport });
  const { page } = opened;
  await enterDemo(opened, origin, isPhone(page) ? '/bootPage' : '/pc_home');
  await page.goto(`${origin}/order?symbol=${symbol}`);
  const chart = page.getByRole('region', { name: spoken(en.chart.chartOf, { symbol }) });
  const canvas = chart.locator('[dir="ltr"][aria-hidden]').first();
  await canvas.locator('canvas').first().waitFor({ timeout: patience });
  /** Where the chart is now: the row of tags below takes some of its height. */
  const boxNow = async () => {
    const box = await canvas.boundingBox();
    truthy(box, 'the chart is on screen');
    return box;
  };

  const asked = chart.getByRole('button', { name: like(en.chart.alertAt) });
  /** Presses the price axis at a height, and says the price there. */
  const askAt = async (y: number) => {
    const { x, width } = await boxNow();
    await page.mouse.click(x + width - 20, y);
    await asked.waitFor({ timeout: patience });
    return figureOf(asked);
  };
  const stored = async () => (await call(page, origin, 'GET pay/price-alert/page', { symbol, pageSize: 100 })).list;
  const waiting = async () => (await stored()).filter(({ firedAt }) => firedAt === null).map(({ price }) => Number(price));
  const indexNow = async () =>
    Number((await call(page, origin, 'GET exchange/candlestick/stock-24-hour-stat', { symbols: symbol }))[0]?.pe);

  /** Asks at a price: the axis scales itself, so each press says where the next one must be. */
  const askNear = async (price: number) => {
    const { y: from, height } = await boxNow();
    let [y, other] = [from + height * 0.3, from + height * 0.6];
    let [found, before] = [await askAt(y), await askAt(other)];
    // Above the axis of times, and out of reach of the tags below it.
    const { y: top, height: left } = await boxNow();
    const bottom = top + left - 56;
    for (let step = 0; step < 10 && Math.abs(before - price) > price * 0.00015; step += 1) {
      const perPixel = (before - found) / (other - y) || -1;
      [y, found] = [other, before];
      other = Math.round(Math.min(bottom, Math.max(top + 4, other + (price - before) / perPixel)));
      // A pixel is the least that a press can move.
      if (other === y) break;
      before = await askAt(other);
    }
    return before;
  };

  const distant = await askNear((await indexNow()) * (1 + far / 100));
  await press(asked);
  await until('the alert waits', async () => (await waiting()).length === 1, patience);
  equal(await waiting(), [distant], 'the price of the alert that waits');
  const tag = (price: number) => chart.getByRole('button', { name: new RegExp(`^${en.chart.alertRemove} ${price.toLocaleString('en')}`) });
  await tag(distant).waitFor({ timeout: patience });
  await press(tag(distant));
  await until('the alert is removed', async () => (await waiting()).length === 0, patience);
  await tag(distant).waitFor({ state: 'detached', timeout: patience });

  // One on each side of the price: it gets to one of them in seconds, wherever it goes.
  // The sentence of the notice up to its first choice. The first alert may be reached before the second is set.
  const said = page.getByText(say(en.alerts['notice.reached'].split(' {direction')[0] ?? '', { symbol })).first();
  const shown = said.waitFor({ timeout: 3 * patience }).then(
    () => true,
    () => false,
  );
  const sides: number[] = [];
  for (const beside of [1.0001, 0.9999]) {
    const price = await askNear((await indexNow()) * beside);
    await press(asked);
    await until(`the alert at ${price}`, async () => (await stored()).some((one) => Number(one.price) === price), patience);
    sides.push(price);
  }
  const told = await until('an alert was told', async () => (await stored()).find(({ firedAt }) => firedAt !== null), 2 * patience);
  truthy(await shown, 'the page showed the notice');
  const [price, fired] = [Number(told.price), Number(told.firedPrice)];
  truthy(sides.includes(price), `${price}, which was told, was asked for`);
  truthy(told.direction === 1 ? fired >= price : fired <= price, `an alert at ${price} was told at ${fired}`);
  await tag(price).waitFor({ state: 'detached', timeout: patience });

  await page.goto(`${origin}/alerts`);
  await page.getByRole('heading', { name: en.alerts.told }).waitFor({ timeout: patience });
  const remove = page.getByRole('button', { name: new RegExp(`^${en.alerts.remove}: `) });
  await until(
    'the other one is removed, or reached too',
    async () => {
      if ((await waiting()).length === 0) return true;
      await remove.click({ timeout: 2_000 }).catch(() => undefined);
      return false;
    },
    patience,
  );
  equal(await openOrders(page, origin), [], 'orders at the end');
  noProblems(opened, `with price alerts at ${viewport.width}`);
}

/** A price alert is set by the chart's axis, removed at its line, reached, and told by a notice. No order is sent by any of it. */
export const priceAlerts = (context: RunContext): Promise<void> => alertsOn(context, desktop);
export const priceAlertsOnAPhone = (context: RunContext): Promise<void> => alertsOn(context, phone);
