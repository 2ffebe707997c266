import { desktop } from '../harness/browser.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balances, enterDemo, goToTicket, openOrders, patience, restingPrice } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC/USDT';

/** A reload, a lost line and a restarted server: the screen says so, and whatever was acknowledged is still there. */
export async function reloadAndReconnect(run: RunContext): Promise<void> {
  const { origin } = run;
  const opened = await run.open({ viewport: desktop });
  const { page, context } = opened;
  await enterDemo(opened, origin);
  const ticket = await goToTicket(opened, origin, symbol);
  await ticket.fill({ price: await restingPrice(page, origin, symbol), quantity: '0.05' });
  await ticket.place();
  const [order] = await openOrders(page, origin);
  const before = await balances(page, origin);
  const row = page.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} ${symbol}`) });
  // What was typed survives a reload as well.
  await ticket.fill({ quantity: '0.0777' });
  await page.reload();
  await row.waitFor({ timeout: patience });
  equal(await ticket.quantity.inputValue(), '0.0777', 'the quantity typed before the reload');

  const offline = page.getByRole('status').filter({ hasText: like(en.shell.offline) });
  const reconnecting = page.getByRole('status').filter({ hasText: like(en.shell.reconnecting) });
  const lost = offline.or(reconnecting);
  const live = page.getByText(en.shell.connected, { exact: true });
  /** Prices come in again and the ticket may send. */
  const fresh = async () => {
    await lost.waitFor({ state: 'detached', timeout: patience });
    await live.waitFor({ timeout: patience });
    await until('prices are fresh', () => ticket.send.isEnabled(), patience);
    await row.waitFor({ timeout: patience });
  };

  await context.setOffline(true);
  await lost.waitFor({ timeout: patience });
  truthy(!(await ticket.send.isEnabled()), 'nothing can be sent while offline');
  await context.setOffline(false);
  await fresh();

  if (run.server.child) {
    await run.server.stop();
    await lost.waitFor({ timeout: patience });
    await run.restart();
    await fresh();
    equal(
      (await openOrders(page, origin)).map(({ id, price, quantity }) => ({ id, price, quantity })),
      [order].map((kept) => ({ id: kept?.id, price: kept?.price, quantity: kept?.quantity })),
      'open orders after the restart',
    );
    const bare = (list: Awaited<ReturnType<typeof balances>>) =>
      list.map(({ asset, wallet, available, frozen }) => ({ asset, wallet, available, frozen }));
    equal(bare(await balances(page, origin)), bare(before), 'balances after the restart');
  }
  await row.click({ timeout: patience });
  await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
}
