import type { Locator, Page } from 'playwright-core';
import { phone } from '../harness/browser.ts';
import { houseReady, prepare } from '../harness/contracts.ts';
import { openSheet } from '../harness/phone.ts';
import type { RunContext } from '../harness/run-context.ts';
import { truthy } from '../harness/suite.ts';
import { bestPrices, enterDemo, noProblems, patience, press } from '../harness/trader.ts';
import { en } from '../harness/words.ts';

const symbol = 'BTC-PERP';
const keyboard = 300;
const screens = [
  { name: '390 × 844', size: phone, covered: 0 },
  { name: '360 × 640', size: { width: 360, height: 640 }, covered: 0 },
  { name: '390 × 844 with the keyboard', size: phone, covered: keyboard },
  { name: '360 × 640 with the keyboard', size: { width: 360, height: 640 }, covered: keyboard },
];

/** A keyboard that covers the page and does not resize it. A browser without a screen has none. */
const cover = (page: Page, height: number) =>
  page.evaluate((covered) => {
    Object.defineProperty(visualViewport, 'height', { configurable: true, get: () => innerHeight - covered });
    visualViewport?.dispatchEvent(new Event('resize'));
  }, height);

/** Whether all of it is visible: inside the part that the keyboard leaves, and under nothing else. */
const inSight = (target: Locator) =>
  target.evaluate((node) => {
    const box = node.getBoundingClientRect();
    const seen = visualViewport?.height ?? innerHeight;
    const at = (x: number, y: number) => node.contains(document.elementFromPoint(x, y));
    const middle = (box.top + box.bottom) / 2;
    const inside = box.top >= 0 && box.bottom <= seen && box.left >= 0 && box.right <= innerWidth;
    return inside && [box.left + 1, (box.left + box.right) / 2, box.right - 1].every((x) => at(x, middle));
  });

/** With stops set, cost, margin, liquidation price and button of a contract order are visible at once, however small the screen is. */
export async function ticketInSight({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone });
  const { page } = opened;
  await enterDemo(opened, origin, '/bootPage');
  await prepare(page, origin, { 2: '2000' });
  await houseReady(page, origin, symbol);
  const { ask } = await bestPrices(page, origin, symbol);
  const around = (share: number) => String(Math.round(Number(ask) * share));
  for (const { name, size, covered } of screens) {
    await page.setViewportSize(size);
    const ticket = await openSheet(opened, origin, symbol, 2, en.trade.buyLong);
    const sheet = page.getByRole('dialog', { name: symbol });
    await ticket.kind('market');
    await ticket.fill({ quantity: '0.01' });
    await ticket.form.getByLabel(en.leverage.stops).check();
    await ticket.form.locator('input[name=takeProfit]').fill(around(1.1));
    await ticket.form.locator('input[name=stopLoss]').fill(around(0.95));
    await cover(page, covered);
    const figure = (label: string) => sheet.locator('dl > div').filter({ hasText: label }).locator('dd').last();
    await figure(en.leverage.cost).filter({ hasText: /[0-9]/ }).waitFor({ timeout: patience });
    for (const [what, target] of [
      ['the cost', figure(en.leverage.cost)],
      ['the margin', figure(`${en.leverage.margin},`)],
      ['the liquidation price', figure(en.leverage.liquidation)],
      ['the button', ticket.send],
      ['the leverage', sheet.getByRole('button', { name: `${en.leverage.leverage} 10×` })],
    ] as const)
      truthy(await inSight(target), `${what} is in sight at ${name}`);
    if (covered === 0) {
      await press(sheet.getByRole('button', { name: `${en.leverage.leverage} 10×` }));
      await page.getByRole('dialog', { name: en.leverage.terms }).waitFor({ timeout: patience });
    }
  }
  noProblems(opened, 'the ticket on small screens');
}
