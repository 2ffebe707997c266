import type { Locator } from 'playwright-core';
import { desktop, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { enterDemo, noProblems, openOrders, patience, press, restingOrder, Ticket } from '../harness/trader.ts';
import { en, like, spoken } from '../harness/words.ts';

const symbol = 'BTC/USDT';
const other = 'ETH/USDT';

const narrowestAxis = 48;
/** Where the candles are: the chart without its price axis. */
async function plotOf(chart: Locator) {
  const canvas = chart.locator('[dir="ltr"][aria-hidden]').first();
  await canvas.locator('canvas').first().waitFor({ timeout: patience });
  const box = await canvas.boundingBox();
  truthy(box, 'the chart is on screen');
  return { ...box, axis: narrowestAxis };
}

/**
 * Presses the price axis until it asks for an order; returns the button that fills in the ticket. A press on the price of an own order moves the order and asks
 * for none, so the next press is at another height. A press in vain is printed with what is there.
 */
async function askOnAxis(chart: Locator): Promise<Locator> {
  const page = chart.page();
  const buy = chart.getByRole('button', { name: like(en.chart.buyLimitAt) });
  for (const part of [0.25, 0.4, 0.55]) {
    const { x, y, width, height, axis } = await plotOf(chart);
    const at = { across: x + width - axis / 2, down: y + height * part };
    await page.mouse.click(at.across, at.down);
    const asked = await buy.waitFor({ timeout: patience / 3 }).then(
      () => true,
      () => false,
    );
    if (asked) return buy;
    const there = await page.evaluate(({ across, down }) => document.elementFromPoint(across, down)?.outerHTML.slice(0, 200), at);
    console.log(`     a press at ${part} of the price axis asked for nothing; there is ${there}`);
  }
  throw new Error('three presses on the price axis asked for no order');
}

/** Tags of orders stand outside of the candles; a press on the price axis fills in the ticket; a second instrument is compared, and remembered. */
export async function pricesOnTheChart({ origin, open }: RunContext): Promise<void> {
  for (const viewport of [phone, desktop]) {
    const opened = await open({ viewport });
    const { page } = opened;
    await enterDemo(opened, origin, viewport === phone ? '/bootPage' : '/pc_home');
    await restingOrder(page, origin, symbol);
    await page.goto(`${origin}/order?symbol=${symbol}`);
    const chart = page.getByRole('region', { name: spoken(en.chart.chartOf, { symbol }) });
    const tag = chart.getByRole('group', { name: like(en.trade.ownOrder) });
    await tag.waitFor({ timeout: patience });
    const { x, y, width, height, axis } = await plotOf(chart);
    const covers = async (what: Locator) => {
      const box = await what.boundingBox();
      return box !== null && box.y < y + height && box.y + box.height > y && box.x < x + width - axis && box.x + box.width > x;
    };
    equal(await covers(tag), false, `the order’s tag covers candles at ${viewport.width}`);

    const buy = await askOnAxis(chart);
    equal(await covers(buy), false, `the buttons of a price cover candles at ${viewport.width}`);
    const price = /([\d,.]+)$/.exec((await buy.textContent()) ?? '')?.[1]?.replaceAll(',', '');
    await press(buy);
    const ticket = new Ticket(page, symbol);
    await ticket.form.waitFor({ timeout: patience });
    await until('the ticket has the price', async () => (await ticket.price.inputValue()).replaceAll(',', '') === price, patience);
    equal((await openOrders(page, origin)).length, 1, 'orders after a press on the price axis');
    if (viewport === phone) await page.keyboard.press('Escape');

    await press(chart.getByRole('button', { name: en.chart.chartSettings }));
    await press(page.getByRole('menuitem', { name: en.chart.compare }));
    await press(page.getByRole('dialog').getByRole('button', { name: new RegExp(`^${other}`) }));
    const stop = chart.getByRole('button', { name: spoken(en.chart.compareStop, { symbol: other }) });
    await stop.waitFor({ timeout: patience });
    await page.reload();
    await stop.focus({ timeout: patience });
    await page.keyboard.press('Enter');
    await stop.waitFor({ state: 'detached', timeout: patience });
    noProblems(opened, `with prices on the chart at ${viewport.width}`);
  }
}
