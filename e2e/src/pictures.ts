/**
 * The pictures of the README, taken anew from the running app: node scripts/run.mjs e2e/src/pictures.ts --at http://127.0.0.1:8080
 * One demo account with a fill and two resting orders: the terminal in dark, home and funds on a phone in light.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { desktop, launch, open, phone } from './harness/browser.ts';
import { bps, floorTo, units } from './harness/money.ts';
import { bestPrices, call, enterDemo, goToTicket, instrumentOf, patience, restingPrice, takingPrice } from './harness/trader.ts';
import { en } from './harness/words.ts';

const at = process.argv.indexOf('--at');
const origin = at > 0 ? (process.argv[at + 1] ?? '') : 'http://127.0.0.1:8080';
const folder = 'docs/pictures';
const symbol = 'BTC/USDT';
const maxBytes = 400 * 1024;

const browser = await launch();
try {
  const { page, context } = await open(browser, { viewport: desktop, theme: 'dark' });
  await enterDemo({ page, context, problems: [] }, origin);
  const place = (side: 0 | 1, price: string, quantity: string) =>
    call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', { symbol, side, priceType: 2, price, quantity });
  const { tick } = await instrumentOf(page, origin, symbol);
  const { ask } = await bestPrices(page, origin, symbol);
  await place(0, await takingPrice(page, origin, symbol), '0.4166');
  await place(1, floorTo(units(ask) + bps(units(ask), 80n), tick), '0.12');
  await place(0, await restingPrice(page, origin, symbol, 60n), '0.25');
  const ticket = await goToTicket({ page, context, problems: [] }, origin, symbol);
  await page.locator('canvas').first().waitFor({ timeout: patience });
  await page.getByText(en.trade.receiptAgrees).waitFor({ timeout: patience });
  await ticket.fill({ price: await restingPrice(page, origin, symbol, 20n), quantity: '0.05' });
  // Toasts and the wash of a change are over.
  await page.waitForTimeout(6_000);
  await page.screenshot({ path: join(folder, 'terminal.png') });

  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const name of ['home', 'funds']) {
    await page.goto(`${origin}/${name}`);
    await page.waitForTimeout(5_000);
    await page.screenshot({ path: join(folder, `${name}.png`) });
  }
} finally {
  await browser.close();
}
for (const name of ['terminal', 'home', 'funds']) {
  const { size } = statSync(join(folder, `${name}.png`));
  console.log(`${name}.png ${Math.ceil(size / 1024)} KB`);
  if (size > maxBytes) process.exitCode = 1;
}
process.exit();
