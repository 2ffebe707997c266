import { settableClock } from '../harness/ahead.ts';
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

/** Somebody sets the server's clock by an hour, ahead and back again: pages say so, orders are refused, cancellations are not, and trading goes on by itself. */
export async function clockStepped({ open }: RunContext): Promise<void> {
  const clock = settableClock();
  const server = await startServer({ env: { ...env, ...clock.env }, timeoutMs: 180_000 });
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
      clock.set(byMs);
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
    clock.discard();
  }
  await verifyFolder(server.dataFolder);
  server.discard();
}
