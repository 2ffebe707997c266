import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { desktop, phone } from '../harness/browser.ts';
import { positionAndItsScreens } from '../harness/contracts.ts';
import type { RunContext } from '../harness/run-context.ts';
import { until } from '../harness/suite.ts';
import { enterDemo, patience, restingOrder } from '../harness/trader.ts';

export const routes = (): string[] =>
  execFileSync(process.execPath, ['scripts/run.mjs', 'apps/web/scripts/routes.ts'], { encoding: 'utf8' }).trim().split('\n');

/** The skeleton is gone and the screen stands. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load', { timeout: patience });
  await until(
    `${page.url()} shows something`,
    // Wait for the main part: the page's skeleton has words too.
    () => page.evaluate(() => (document.querySelector('main')?.textContent ?? '').trim().length > 0).catch(() => false),
    patience,
  );
  await page.evaluate(() => document.fonts.ready.then(() => undefined)).catch(() => undefined);
}

/** How far the page scrolls sideways, in pixels, and which elements stick out. */
export const sideways = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement;
    const over = root.scrollWidth - root.clientWidth;
    if (over <= 0) return '';
    const wide = [...document.querySelectorAll('body *')].find((node) => {
      const box = node.getBoundingClientRect();
      return box.right > root.clientWidth + 0.5 || box.left < -0.5;
    });
    return `${over} px: ${wide?.outerHTML.slice(0, 160) ?? ''}`;
  });

/** Every route of the app, on a phone and on a desktop, in alternating themes: no browser errors, and nothing sticks out. */
export async function everyRoute({ origin, open }: RunContext): Promise<void> {
  const found: string[] = [];
  const all = routes();
  for (const [at, viewport] of [phone, desktop].entries()) {
    const opened = await open({ viewport });
    const { page, problems } = opened;
    await enterDemo(opened, origin);
    const { orderId } = await restingOrder(page, origin, 'BTC/USDT');
    const leveraged = await positionAndItsScreens(page, origin);
    for (const [index, route] of [...all, ...leveraged].entries()) {
      await page.emulateMedia({ colorScheme: (index + at) % 2 === 0 ? 'dark' : 'light', reducedMotion: 'reduce' });
      problems.length = 0;
      await page.goto(origin + route.replace(':id', orderId));
      await settled(page);
      const over = await sideways(page);
      const name = `${route} at ${viewport.width}`;
      if (over) found.push(`${name} scrolls sideways by ${over}`);
      found.push(...problems.map((problem) => `${name}: ${problem}`));
    }
  }
  // The forms of somebody who is not signed in.
  const visitor = await open({ viewport: phone, theme: 'dark' });
  for (const route of ['/login', '/register', '/forgot', '/funds', '/order', '/mine']) {
    visitor.problems.length = 0;
    await visitor.page.goto(origin + route);
    await settled(visitor.page);
    const over = await sideways(visitor.page);
    if (over) found.push(`${route} for a visitor scrolls sideways by ${over}`);
    found.push(...visitor.problems.map((problem) => `${route} for a visitor: ${problem}`));
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}
