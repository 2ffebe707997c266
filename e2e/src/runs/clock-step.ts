import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { desktop } from '../harness/browser.ts';
import { env, type RunContext } from '../harness/run-context.ts';
import { startServer } from '../harness/server.ts';
import { equal, until } from '../harness/suite.ts';
import { enterDemo, goToTicket, openOrders, patience, restingOrder, restingPrice } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { en } from '../harness/words.ts';

const symbol = 'BTC/USDT';
const hourMs = 3_600_000;
/** A minute in which the clocks go evenly, on a busy machine. */
const againMs = 150_000;

/** A module that moves the time of day of the process that loads it by as many milliseconds as a file says. The passing time stays as it is. */
const settableClock = (file: string) => `
import { readFileSync } from 'node:fs';
const Real = Date;
let ahead = 0;
setInterval(() => { ahead = Number(readFileSync(${JSON.stringify(file)}, 'utf8')) || 0; }, 20).unref();
globalThis.Date = class Date extends Real {
  constructor(...given) { if (given.length === 0) super(Real.now() + ahead); else super(...given); }
  static now() { return Real.now() + ahead; }
};
`;

/** Somebody sets the server's clock by an hour, ahead and back again: pages say so, orders are refused, cancellations are not, and trading goes on by itself. */
export async function clockStepped({ open }: RunContext): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bourse-clock-'));
  const offset = join(folder, 'offset');
  const setClock = (byMs: number) => writeFileSync(offset, String(byMs));
  setClock(0);
  writeFileSync(join(folder, 'clock.mjs'), settableClock(offset));
  const server = await startServer({
    env: { ...env, NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'clock.mjs')).href}` },
    timeoutMs: 180_000,
  });
  const { origin } = server;
  try {
    const opened = await open({ viewport: desktop });
    const { page } = opened;
    await enterDemo(opened, origin);
    const stopped = page.getByText(en.errors.venueCancelOnly, { exact: true }).first();
    for (const byMs of [hourMs, 0]) {
      await restingOrder(page, origin, symbol);
      const ticket = await goToTicket(opened, origin, symbol);
      await ticket.fill({ price: await restingPrice(page, origin, symbol), quantity: '0.02' });
      setClock(byMs);
      await stopped.waitFor({ timeout: patience });

      await ticket.send.click({ timeout: patience });
      await ticket.form.getByText(en.errors.venueCancelOnly).first().waitFor({ timeout: patience });
      equal((await openOrders(page, origin)).length, 1, 'orders while the clock is wrong');
      await page.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} ${symbol}`) }).click({ timeout: patience });
      await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });

      await until(
        'orders are taken again',
        () =>
          restingOrder(page, origin, symbol).then(
            () => true,
            () => false,
          ),
        againMs,
      );
      await page.reload();
      await page.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} ${symbol}`) }).click({ timeout: patience });
      await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
