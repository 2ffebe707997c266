import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { violations } from '../harness/axe.ts';
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

/** Routes with something to look at only when the address names it, beside those that the app lists. */
const named = ['/order?symbol=MAYBANK&kind=3', '/funds/position_history?view=settlements'];
const forVisitors = ['/pc_home', '/bootPage', '/login', '/register', '/forgot', '/funds', '/order', '/mine'];

/**
 * Colours of a theme change in transitions, whose length depends on how busy the machine is: the transition of an element begins another one where a
 * child inherits its colour.
 */
const coloursSettled = (page: Page) =>
  page.evaluate(async () => {
    for (let round = 0; round < 20; round += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
      if (changing.length === 0) return;
      await Promise.all(changing.map((one) => one.finished.catch(() => undefined)));
    }
  });

/** One page as it stands: browser errors, what sticks out, and what axe finds in one theme and, for colours, in the other. */
async function look(page: Page, problems: string[], url: string, name: string, theme: 'light' | 'dark'): Promise<string[]> {
  problems.length = 0;
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.goto(url);
  await settled(page);
  await page.waitForTimeout(300);
  await coloursSettled(page);
  const over = await sideways(page);
  const found = [...(over ? [`${name} scrolls sideways by ${over}`] : []), ...(await violations(page, `${name} ${theme}`))];
  const other = theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: other, reducedMotion: 'reduce' });
  await coloursSettled(page);
  found.push(...(await violations(page, `${name} ${other}`, 'contrast')));
  return [...found, ...problems.map((problem) => `${name}: ${problem}`)];
}

/** Every route of the app, on a phone and on a desktop, in both themes: no browser errors, nothing sticks out, and axe finds nothing. */
export async function everyRoute({ origin, open }: RunContext): Promise<void> {
  const found: string[] = [];
  const all = routes();
  for (const [at, viewport] of [phone, desktop].entries()) {
    const themeOf = (index: number) => ((index + at) % 2 === 0 ? 'dark' : 'light');
    const opened = await open({ viewport });
    const { page, problems } = opened;
    await enterDemo(opened, origin);
    const { orderId } = await restingOrder(page, origin, 'BTC/USDT');
    const leveraged = await positionAndItsScreens(page, origin);
    for (const [index, route] of [...new Set([...all, ...named, ...leveraged])].entries())
      found.push(...(await look(page, problems, origin + route.replace(':id', orderId), `${route} at ${viewport.width}`, themeOf(index))));
    const visitor = await open({ viewport });
    for (const [index, route] of forVisitors.entries())
      found.push(
        ...(await look(visitor.page, visitor.problems, origin + route, `${route} for a visitor at ${viewport.width}`, themeOf(index))),
      );
  }
  if (found.length > 0) throw new Error(found.join('\n'));
}
