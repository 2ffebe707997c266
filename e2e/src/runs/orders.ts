import { desktop, phone } from '../harness/browser.ts';
import { bps, decimal, floorTo, sum, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import {
  balanceOf,
  call,
  enterDemo,
  goToTicket,
  instrumentOf,
  noProblems,
  openOrders,
  patience,
  restingPrice,
  Ticket,
} from '../harness/trader.ts';
import { en, like } from '../harness/words.ts';

const symbol = 'BTC/USDT';
const one = 10n ** 18n;
const grant = units('100000');

/** With one hand: the ticket opens from below, and the order names the amount to spend. */
export async function marketOrderByAmount({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: phone });
  const { page } = opened;
  await enterDemo(opened, origin, '/bootPage');
  await page.goto(`${origin}/order?symbol=ETH%2FUSDT`);
  await page.getByRole('button', { name: en.trade.buy, exact: true }).click({ timeout: patience });
  const ticket = new Ticket(page, 'ETH/USDT');
  await ticket.kind('market');
  await ticket.by('byAmount');
  await ticket.fill({ quantity: '250' });
  await ticket.place();
  const [order] = await until('the order is in the history', async () => {
    const { list } = await call(page, origin, 'GET pay/order-coin/order-page', { state: 'finished' });
    return list.length === 1 && list;
  });
  const { lot } = await instrumentOf(page, origin, 'ETH/USDT');
  const spent = units(order?.filledAmount ?? '0');
  const price = units(order?.averagePrice ?? '0');
  // The rest is less than the price of one more lot.
  truthy(spent <= units('250') && spent + (units(lot) * price) / one + bps(price, 1n) > units('250'), `spent ${decimal(spent)} of 250`);
  const money = await balanceOf(page, origin, 'USDT');
  equal(units(money.available), grant - spent, 'USDT left');
  equal(units(money.frozen), 0n, 'USDT in orders');
  // The orders of a phone know it too.
  await page.getByRole('dialog').getByRole('button', { name: en.common.close }).first().click({ timeout: patience });
  await page.getByRole('tab', { name: en.trade.orders }).click({ timeout: patience });
  await page.getByRole('radio', { name: en.trade.fills }).click({ timeout: patience });
  await page
    .getByRole('button', { name: like(en.trade.seeReceipt) })
    .first()
    .click({ timeout: patience });
  await page
    .getByRole('dialog', { name: en.trade.receiptTitle })
    .getByText(en.trade.agrees, { exact: true })
    .waitFor({ timeout: patience });
  noProblems(opened, 'with a market order on a phone');
}

/** Cancelling returns exactly the reserved amount. */
export async function restingThenCancelled({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop, theme: 'dark' });
  const { page } = opened;
  await enterDemo(opened, origin);
  const ticket = await goToTicket(opened, origin, symbol);
  const price = await restingPrice(page, origin, symbol);
  await ticket.fill({ price, quantity: '0.25' });
  await ticket.place();
  await ticket.form.getByText(en.trade.acceptedRests).waitFor({ timeout: patience });
  const reserved = (units(price) * units('0.25')) / one;
  const during = await balanceOf(page, origin, 'USDT');
  equal([during.frozen, during.available].map(units), [reserved, grant - reserved], 'reserved and available while it rests');
  const cancel = page.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} ${symbol}`) });
  equal(await cancel.count(), 1, 'orders in the dock');
  await cancel.click({ timeout: patience });
  await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
  const after = await balanceOf(page, origin, 'USDT');
  equal([after.frozen, after.available].map(units), [0n, grant], 'reserved and available afterwards');
  equal(await openOrders(page, origin), [], 'open orders');
  noProblems(opened, 'while an order rested');
}

/** Price and quantity change in the order's row, and the reservation changes with them. */
export async function amended({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await enterDemo(opened, origin);
  const ticket = await goToTicket(opened, origin, symbol);
  await ticket.fill({ price: await restingPrice(page, origin, symbol), quantity: '0.2' });
  await ticket.place();
  const [before] = await openOrders(page, origin);
  const { tick } = await instrumentOf(page, origin, symbol);
  const price = floorTo(units(before?.price ?? '0') - bps(units(before?.price ?? '0'), 10n), tick);
  await page.getByRole('button', { name: en.trade.amend, exact: true }).click({ timeout: patience });
  await page.getByRole('textbox', { name: en.trade.amendPrice }).fill(price, { timeout: patience });
  await page.getByRole('textbox', { name: en.trade.amendQuantity }).fill('0.15', { timeout: patience });
  await page.getByRole('button', { name: en.trade.amendSave }).click({ timeout: patience });
  await page.getByText(en.trade.amended, { exact: true }).waitFor({ timeout: patience });
  const [after] = await openOrders(page, origin);
  equal(
    [after?.price, after?.quantity].map((text) => units(text ?? '0')),
    [price, '0.15'].map(units),
    'price and quantity',
  );
  const reserved = (units(price) * units('0.15')) / one;
  const money = await balanceOf(page, origin, 'USDT');
  equal([money.frozen, money.available].map(units), [reserved, grant - reserved], 'reserved and available');
  // An order with only a smaller quantity keeps its place: it is still the same order.
  await page.getByRole('button', { name: en.trade.amend, exact: true }).click({ timeout: patience });
  await page.getByRole('textbox', { name: en.trade.amendQuantity }).fill('0.1', { timeout: patience });
  await page.getByRole('textbox', { name: en.trade.amendQuantity }).press('Enter');
  await until('the order is smaller', async () => units((await openOrders(page, origin))[0]?.quantity ?? '0') === units('0.1'));
  equal((await openOrders(page, origin))[0]?.id, after?.id, 'the order');
  noProblems(opened, 'while an order was changed');
}

/** Two windows of one session show one truth. */
export async function twoTabs({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page, context } = opened;
  await enterDemo(opened, origin);
  const other = await context.newPage();
  await other.goto(`${origin}/order?symbol=${encodeURIComponent(symbol)}`);
  await other.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
  const ticket = await goToTicket(opened, origin, symbol);
  await ticket.fill({ price: await restingPrice(page, origin, symbol), quantity: '0.03' });
  await ticket.place();
  const cancel = other.getByRole('button', { name: new RegExp(`^${en.trade.cancelOne} ${symbol}`) });
  await cancel.waitFor({ timeout: patience });
  await cancel.click({ timeout: patience });
  await page.bringToFront();
  await page.getByText(en.trade.noOpenOrders, { exact: true }).waitFor({ timeout: patience });
  noProblems(opened, 'in the first tab');
}

/** The form refuses at its fields what the exchange would refuse, and sends nothing. */
export async function badInput({ origin, open }: RunContext): Promise<void> {
  const opened = await open({ viewport: desktop });
  const { page } = opened;
  await enterDemo(opened, origin);
  let sent = 0;
  page.on('request', (request) => {
    if (request.url().includes('purchase-actual-commodities')) sent += 1;
  });
  const refused = async (ticket: Ticket, field: 'price' | 'quantity', message: RegExp) => {
    await until('the ticket can be sent', () => ticket.send.isEnabled(), patience);
    await ticket.send.click({ timeout: patience });
    await ticket.form.getByRole('alert').filter({ hasText: message }).waitFor({ timeout: patience });
    equal(await ticket[field].getAttribute('aria-invalid'), 'true', `the ${field} is marked`);
    truthy(await ticket[field].evaluate((input) => document.activeElement === input), `the ${field} has the cursor`);
  };
  const coarse = await goToTicket(opened, origin, 'SHIB/USDT');
  const small = await restingPrice(page, origin, 'SHIB/USDT');
  await coarse.fill({ price: small, quantity: '1000050' });
  await refused(coarse, 'quantity', /multiple of 100/);
  await coarse.fill({ quantity: '100' });
  await refused(coarse, 'quantity', /worth at least/);

  const ticket = await goToTicket(opened, origin, symbol);
  const price = await restingPrice(page, origin, symbol);
  await ticket.fill({ quantity: '0.1' });
  // What has no single reading stays as it was typed, and is not sent.
  for (const [text, message] of [
    [`${price.split('.')[0]}.123`, /2 decimals at most/],
    ['abc', /digits and one/],
    ['1e5', /without an exponent/],
    ['-1', /without a minus sign/],
    ['0,1', /Do you mean 0\.1 or 1\?/],
  ] as const) {
    await ticket.price.fill(text, { timeout: patience });
    await refused(ticket, 'price', message);
    equal(await ticket.price.inputValue(), text, 'the price as it was typed');
  }
  await ticket.fill({ price, quantity: '2' });
  await refused(ticket, 'quantity', /Not enough USDT/);
  await ticket.fill({ quantity: '0.00005'.slice(0, 6) });
  await refused(ticket, 'quantity', /above zero/);
  await ticket.fill({ price: floorTo(units(price) * 2n, '1'), quantity: '0.1' });
  await refused(ticket, 'price', /must lie between/);

  equal(sent, 0, 'orders sent');
  equal(await openOrders(page, origin), [], 'open orders');
  equal(sum([(await balanceOf(page, origin, 'USDT')).available]), grant, 'USDT available');
  noProblems(opened, 'with bad input');
}
