import { desktop, phone } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy } from '../harness/suite.ts';
import { noProblems, patience } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

/** Somebody without an account: the first page of each kind of device, then markets, a chart, the heat map and search. */
export async function visitorLooksAround({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop, theme: 'dark' });
  await opened.page.goto(`${origin}/`);
  await opened.page.waitForURL('**/pc_home', { timeout: patience });
  await opened.page.getByRole('heading', { name: en.home.promise }).waitFor({ timeout: patience });
  // The browser recomputes the example's receipt, or that of the newest trade, next to the promise.
  await opened.page.getByText(en.landing.agrees, { exact: true }).first().waitFor({ timeout: patience });

  const { page } = opened;
  await page.goto(`${origin}/market`);
  await page.getByRole('row').filter({ hasText: 'BTC' }).first().waitFor({ timeout: patience });
  await page.goto(`${origin}/chart?symbol=BTC%2FUSDT`);
  await page.locator('canvas').first().waitFor({ timeout: patience });
  await page.getByText(en.trade.gateVisitor).first().waitFor({ timeout: patience });
  await page.goto(`${origin}/heatmap`);
  await page.getByRole('main').getByText('BTC').first().waitFor({ timeout: patience });
  await page.goto(`${origin}/search`);
  await page.getByRole('combobox').or(page.getByRole('searchbox')).first().fill('ETH');
  await page
    .getByRole('main')
    .getByRole('button', { name: /Ethereum/ })
    .first()
    .click({ timeout: patience });
  await page.waitForURL(/\/order\?.*ETH/, { timeout: patience });
  noProblems(opened, 'on a desktop');

  const hand = await open({ viewport: phone });
  await hand.page.goto(`${origin}/`);
  await hand.page.waitForURL('**/bootPage', { timeout: patience });
  await hand.page.getByRole('link', { name: en.welcome.look }).click({ timeout: patience });
  await hand.page.waitForURL('**/home', { timeout: patience });
  // The welcome is shown once.
  await hand.page.goto(`${origin}/`);
  await hand.page.waitForURL('**/home', { timeout: patience });
  await hand.page.getByRole('heading', { name: en.home.promise }).waitFor({ timeout: patience });
  await hand.page.goto(`${origin}/market`);
  await hand.page.getByText('BTC').first().waitFor({ timeout: patience });
  await hand.page.goto(`${origin}/chart?symbol=BTC%2FUSDT`);
  await hand.page.getByRole('button', { name: like(`BTC/USDT: ${en.trade.pick}`) }).waitFor({ timeout: patience });
  noProblems(hand, 'on a phone');
  truthy(!(await hand.page.evaluate(() => localStorage.getItem('access_token'))), 'looking around needs no account');
  equal(new URL(hand.page.url()).pathname, '/chart', 'where the visitor ended');
}
