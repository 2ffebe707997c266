import type { Locator, Page } from 'playwright-core';
import { settles } from './books.ts';
import type { Opened } from './browser.ts';
import { equal, truthy, until } from './suite.ts';
import { bestPrices, call, patience, press, Ticket } from './trader.ts';
import { en, spoken } from './words.ts';

/** Correct answers to the suitability questions. */
export const knowing: Readonly<Record<string, string>> = {
  experience: 'years',
  money: 'spare',
  leverage: 'all',
  liquidation: 'closed',
  full: 'wallet',
  timed: 'lose',
};

/** Funds the wallets of contracts (2), stocks (3) and timed contracts (4) and answers the questions, through the API. */
export async function prepare(page: Page, origin: string, money: Readonly<Partial<Record<2 | 3 | 4, string>>>): Promise<void> {
  for (const [to, amount] of Object.entries(money))
    await call(page, origin, 'POST pay/wallet/any-transfer', { from: 1, to: Number(to) as 2, asset: 'USDT', amount });
  const questions = await call(page, origin, 'GET system/protection/questions', {});
  const answers = questions.map(({ id }) => ({ id, option: knowing[id] ?? '' }));
  const { suitability } = await call(page, origin, 'POST system/protection/answer', { answers });
  equal(suitability.state, 'passed', 'the answers to the questions');
}

export const openPositions = async (page: Page, origin: string) =>
  (await call(page, origin, 'GET pay/order-contract/page', { view: 'positions', pageSize: 100 })).positions?.list ?? [];
export const closedPositions = async (page: Page, origin: string) =>
  (await call(page, origin, 'GET pay/order-contract/page', { view: 'closed', pageSize: 100 })).positions?.list ?? [];
/** Oldest first. */
export const settlements = async (page: Page, origin: string) =>
  ((await call(page, origin, 'GET pay/order-contract/page', { view: 'settlements', pageSize: 100 })).settlements?.list ?? []).reverse();

export async function position(page: Page, origin: string, symbol: string, quantity: string, direction: 1 | 2) {
  return settles(async () => {
    const list = (await openPositions(page, origin)).filter((each) => each.symbol === symbol);
    equal(
      list.map((each) => [each.direction, Number(each.quantity)]),
      [[direction, Number(quantity)]],
      `positions of ${symbol}`,
    );
    return list[0]!;
  });
}

/**
 * On its first start, a venue is open a moment before the house has its capital and quotes. Until then no timed contract is sold, and a market order
 * finds no counterparty.
 */
export async function houseReady(page: Page, origin: string, ...symbols: readonly string[]): Promise<void> {
  const capital = async () => Number((await call(page, origin, 'GET pay/order-contract/risk', { symbol: 'BTC-PERP' })).insurance) > 0;
  await until('the house has brought its capital', capital, 90_000);
  for (const symbol of symbols) await bestPrices(page, origin, symbol);
}

/** The order form of a contract, with its leverage and the suitability questions. */
export class ContractTicket extends Ticket {
  override side = (side: 'buy' | 'sell') =>
    this.choose(this.words.trade.side, side === 'buy' ? this.words.trade.buyLong : this.words.trade.sellShort);

  async leverage(times: number, cross = false): Promise<void> {
    // In the form of the terminal; in the head of a phone's sheet.
    await press(this.page.getByRole('button', { name: new RegExp(`^${this.words.leverage.leverage} `) }));
    const sheet = this.page.getByRole('dialog', { name: this.words.leverage.terms });
    if (cross) await press(sheet.getByRole('radio', { name: this.words.leverage.cross }));
    const choice = { name: spoken(this.words.leverage.leverageValue, { leverage: times }), exact: true };
    await press(sheet.getByRole('button', choice));
    await sheet.getByRole('button', { ...choice, pressed: true }).waitFor({ timeout: patience });
    await press(sheet.getByRole('button', { name: this.words.leverage.take }));
    await sheet.waitFor({ state: 'detached', timeout: patience });
  }

  /** Moves money to this ticket's wallet, through the sheet behind its balance line. */
  async transfer(amount: string): Promise<void> {
    await press(this.form.getByRole('button', { name: this.words.leverage.addFunds }));
    const sheet = this.page.locator('form').filter({ has: this.page.locator('input[name=transfer]') });
    await sheet.locator('input[name=transfer]').fill(amount, { timeout: patience });
    await press(sheet.locator('button[type=submit]'));
    await sheet.waitFor({ state: 'detached', timeout: patience });
  }

  /** Sends the first order of a product: a demo account confirms the risks first, and the order needs another press after that. */
  async placeAfterRisks(accepted?: string): Promise<void> {
    await until('the ticket can be sent', () => this.send.isEnabled(), patience);
    await press(this.send);
    const sheet = this.page.getByRole('dialog', { name: this.words.leverage.suitTitle });
    await press(sheet.getByRole('button', { name: this.words.leverage.suitAcknowledge }));
    await sheet.waitFor({ state: 'detached', timeout: patience });
    await press(this.send);
    await (accepted === undefined ? this.accepted : this.form.getByText(accepted).first()).waitFor({ timeout: patience });
  }
}

/** The terminal of a contract (2) or a stock (3). */
export async function goToContract(opened: Opened, origin: string, symbol: string, kind: 2 | 3 = 2): Promise<ContractTicket> {
  await opened.page.goto(`${origin}/order?symbol=${encodeURIComponent(symbol)}&kind=${kind}`);
  const ticket = new ContractTicket(opened.page, symbol);
  await ticket.form.waitFor({ timeout: patience });
  return ticket;
}

/** The row of a position in the terminal's dock. */
export const rowOf = (page: Page, symbol: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `${en.leverage.closeOne} ${symbol}`, exact: true }) });

/** A row's cell, found by the name of its column. */
export async function cellOf(row: Locator, head: string): Promise<string> {
  const heads = await row.locator('xpath=ancestor::table').getByRole('columnheader').allTextContents();
  const at = heads.findIndex((text) => text.trim().startsWith(head));
  truthy(at >= 0, `there is no column “${head}” among ${heads.join(', ')}`);
  return (await row.getByRole('cell').nth(at).textContent()) ?? '';
}

/** Closes a position of the dock at market, in part or completely. */
export async function closeInDock(page: Page, symbol: string, direction: 1 | 2, quantity?: string): Promise<void> {
  await press(page.getByRole('button', { name: `${en.leverage.closeOne} ${symbol}`, exact: true }));
  const sheet = page.getByRole('dialog', { name: spoken(en.leverage.closeTitle, { symbol, direction }) });
  const field = sheet.locator('input[name=quantity]');
  await field.waitFor({ timeout: patience });
  if (quantity !== undefined) {
    await field.focus();
    await field.fill(quantity);
    await field.blur();
  }
  await press(sheet.locator('button[type=submit]'));
  await sheet.waitFor({ state: 'detached', timeout: patience });
}

/** Chooses an entry of a position's menu. */
export async function chooseOf(page: Page, symbol: string, item: string): Promise<void> {
  await press(page.getByRole('button', { name: spoken(en.leverage.moreActions, { symbol }), exact: true }));
  await press(page.getByRole('menuitem', { name: item }));
}

/** Confirms the dialog. */
export async function confirm(page: Page, title: string, go: string): Promise<void> {
  const asked = page.getByRole('alertdialog', { name: title });
  await press(asked.getByRole('button', { name: go, exact: true }));
  await asked.waitFor({ state: 'detached', timeout: patience });
}

/** A position with stops, placed through the API, and the routes that exist only with one. */
export async function positionAndItsScreens(page: Page, origin: string): Promise<string[]> {
  await prepare(page, origin, { 2: '5000', 4: '500' });
  await houseReady(page, origin, 'BTC-PERP');
  await call(page, origin, 'POST pay/order-contract/create', {
    symbol: 'BTC-PERP',
    direction: 1,
    lever: 20,
    marginMode: 2,
    quantity: '0.02',
  });
  await call(page, origin, 'POST pay/order-contract-quick/buy', { symbol: 'BTC-PERP', direction: 1, durationS: 300, stake: '20' });
  const { id } = await position(page, origin, 'BTC-PERP', '0.02', 1);
  const [{ receipt }] = await settles(async () => {
    const [first] = await settlements(page, origin);
    truthy(first, 'the settlement of the fill');
    return [first] as const;
  });
  return [
    '/order?symbol=BTC-PERP&kind=2',
    '/order?symbol=AAPL&kind=3',
    '/risk?symbol=BTC-PERP',
    `/receipt?kind=${receipt.kind}&seq=${receipt.seq}&index=${receipt.index}`,
    '/funds/position_history?view=settlements',
    `/contractTrade/contractSharing?id=${id}&kind=2`,
  ];
}
