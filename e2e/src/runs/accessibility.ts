import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { desktop, phone } from '../harness/browser.ts';
import { positionAndItsScreens } from '../harness/contracts.ts';
import type { RunContext } from '../harness/run-context.ts';
import { enterDemo } from '../harness/trader.ts';
import { settled } from './every-route.ts';

const forVisitors = ['/pc_home', '/bootPage', '/login', '/register'];
const screens = [
  '/home',
  '/market',
  '/order',
  '/chart',
  '/funds',
  '/funds/transfer',
  '/funds/order_history',
  '/funds/position_history',
  '/funds/stock_history',
  '/mine',
  '/mine/protection',
  '/mine/settings',
  '/mine/theme',
  '/mine/userLanguage',
  '/timezoneselector',
  '/price_days',
  '/changes',
];
/** The most colourful screens are checked in both themes at both sizes. */
const colourful = ['/home', '/market', '/order', '/funds'];

/** What axe finds on the page as it stands. */
async function violations(page: Page, name: string): Promise<string[]> {
  await settled(page);
  await page.waitForTimeout(300);
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const { violations } = await axe.run(document, { preload: false, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({
      id,
      help,
      nodes: nodes
        .slice(0, 3)
        .map(({ target, html, failureSummary }) => `${target.join(' ')} ${html.slice(0, 140)} ${failureSummary ?? ''}`),
      count: nodes.length,
    }));
  });
  return found.map(
    ({ id, help, nodes, count }) => `${name}: ${id}, ${help} (${count})\n   ${nodes.join('\n   ').replace(/\n {2,}/g, ' ')}`,
  );
}

/** axe finds nothing: phone and desktop, light and dark, and from right to left. */
export async function accessible({ origin, open }: RunContext): Promise<void> {
  const found: string[] = [];
  const look = async (page: Page, paths: readonly string[], name: string) => {
    for (const path of paths) {
      await page.goto(origin + path);
      found.push(...(await violations(page, `${path} ${name}`)));
    }
  };
  for (const [viewport, theme, other, name] of [
    [phone, 'light', 'dark', 'phone'],
    [desktop, 'dark', 'light', 'desktop'],
  ] as const) {
    const visitor = await open({ viewport, theme });
    await look(visitor.page, forVisitors, `${name} ${theme}`);
    const customer = await open({ viewport, theme });
    await enterDemo(customer, origin);
    const leveraged = await positionAndItsScreens(customer.page, origin);
    await look(customer.page, [...screens, ...leveraged], `${name} ${theme}`);
    await customer.page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' });
    await look(customer.page, colourful, `${name} ${other}`);
    if (viewport === phone)
      await look(
        customer.page,
        colourful.map((path) => `${path}?lang=ar-XB`),
        'from right to left',
      );
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}
