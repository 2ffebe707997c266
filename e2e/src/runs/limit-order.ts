import { desktop } from '../harness/browser.ts';
import { shows, sum, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { balances, call, enterDemo, goToTicket, noProblems, patience, statementLines, takingPrice } from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC/USDT';

/** From one tap to a fill whose receipt agrees: the screen, the server's answer and the statement show the same number. */
export async function limitOrderAndStatement({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await enterDemo(opened, origin);
  const ticket = await goToTicket(opened, origin, symbol);
  const price = await takingPrice(page, origin, symbol);
  await ticket.side('buy');
  await ticket.kind('limit');
  await ticket.fill({ price, quantity: '0.0123' });
  await ticket.place();
  await ticket.form.getByText(/^Bought /).waitFor({ timeout: patience });

  const other = await open({ viewport: desktop });
  await enterDemo(other, origin);
  // The tape pauses under the pointer, whoever trades meanwhile, and continues without it.
  const tape = page.getByRole('table', { name: like(en.trade.tapeLabel) });
  await tape.getByRole('columnheader').first().hover({ timeout: patience });
  await tape.getByRole('columnheader', { name: en.trade.tapeHeld }).waitFor({ timeout: patience });
  const still = await tape.textContent();
  await call(other.page, origin, 'POST pay/order-coin/purchase-actual-commodities', {
    ...{ symbol, side: 0, priceType: 2, quantity: '0.001' },
    price: await takingPrice(page, origin, symbol),
  });
  await page.waitForTimeout(3_000);
  equal(await tape.textContent(), still, 'the tape under the pointer');
  await ticket.form.hover({ timeout: patience });
  await until('the tape goes on', async () => (await tape.textContent()) !== still);

  // Histories follow the engine within moments.
  const { list: fills } = await until('the fills are in the history', async () => {
    const answer = await call(page, origin, 'GET pay/order-coin/fill-page', { pageSize: 100 });
    return sum(answer.list.map((fill) => fill.quantity)) === units('0.0123') && answer;
  });
  truthy(
    fills.every((fill) => units(fill.price) <= units(price)),
    'no fill is worse than the limit',
  );
  const scale = 10n ** 18n;
  const held = await balances(page, origin);
  const total = (asset: string) => units(held.find((balance) => balance.asset === asset && balance.wallet === 1)?.total ?? '0');
  equal(total('BTC'), units('0.0123') - sum(fills.map((fill) => fill.fee)), 'BTC held: bought less the fee');
  const spent = fills.reduce((paid, fill) => paid + (units(fill.price) * units(fill.quantity)) / scale, 0n);
  equal(spent, sum(fills.map((fill) => fill.amount)), 'price times quantity is the amount');
  equal(total('USDT'), units('100000') - spent, 'USDT held: the grant less what was paid');

  // The statement's changes add up to the balance, and its last line shows that balance.
  const lines = await until('the statement is complete', async () => {
    const all = await statementLines(page, origin);
    return fills.every((fill) => all.some((line) => line.fillId === fill.id)) && all;
  });
  for (const balance of held) {
    const own = lines.filter((line) => line.asset === balance.asset && line.wallet === balance.wallet);
    const changes = own.filter((line) => line.direction === 1 || line.direction === 2);
    equal(sum(changes.map((line) => line.amount)), units(balance.total), `statement of ${balance.asset}`);
    const last = own.at(-1);
    equal(
      [last?.availableAfter, last?.frozenAfter].map((text) => units(text ?? '0')),
      [balance.available, balance.frozen].map(units),
      `last line of ${balance.asset}`,
    );
    equal(units(balance.available) + units(balance.frozen), units(balance.total), `total of ${balance.asset}`);
  }

  // The receipt, recomputed in this browser.
  await page.getByRole('tab', { name: en.trade.fills }).click({ timeout: patience });
  await page
    .getByRole('tabpanel', { name: en.trade.fills })
    .getByRole('button', { name: like(en.trade.seeReceipt) })
    .first()
    .click({ timeout: patience });
  const receipt = page.getByRole('dialog', { name: en.trade.receiptTitle });
  await receipt.getByText(en.trade.agrees, { exact: true }).waitFor({ timeout: patience });
  equal(await receipt.getByText(en.trade.differs, { exact: true }).count(), 0, 'receipts that differ');

  // Funds show the same figures.
  await page.goto(`${origin}/funds`);
  const table = page.getByRole('region', { name: en.funds.assetTable });
  for (const asset of ['BTC', 'USDT']) {
    const exact = held.find((balance) => balance.asset === asset)?.total ?? '0';
    const row = table.getByRole('row').filter({ has: page.getByRole('link', { name: new RegExp(`^${asset}`) }) });
    await row.waitFor({ timeout: patience });
    const shown = (await row.getByRole('cell').nth(2).textContent()) ?? '';
    truthy(shows(shown, exact), `/funds shows ${shown} ${asset}, held is ${exact}`);
  }
  noProblems(opened, 'from demo to receipt');
}
