import { randomUUID } from 'node:crypto';
import type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
import { CallError, type CallOptions, createClient } from '@bourse/protocol/client';
import { catalogue } from '@bourse/protocol/errors';
import type { Locator, Page, Response } from 'playwright-core';
import { isPhone, type Opened } from './browser.ts';
import { isCommand, signedBy } from './device.ts';
import { bps, floorTo, units } from './money.ts';
import { equal, until } from './suite.ts';
import { en, say, type Words } from './words.ts';

/** Generous timeout for a busy machine. Every wait ends as soon as its condition holds. */
export const patience = 45_000;

/** Presses as the device does: a tap on a phone, a click on a desktop. */
export const press = (target: Locator): Promise<void> =>
  isPhone(target.page()) ? target.tap({ timeout: patience }) : target.click({ timeout: patience });

export const signedIn = (page: Page) => page.evaluate(() => localStorage.getItem('access_token') !== null);

/** One tap on the first page; ends signed in on the home screen. */
export async function enterDemo({ page }: Opened, origin: string, path = '/pc_home', words: Words = en): Promise<void> {
  await page.goto(`${origin}${path}`);
  const button = page.getByRole('button', { name: words.common.tryDemo }).first();
  // A server on a busy machine says that it is, and people press once more.
  const refused = (answer: Response) => answer.url().endsWith('/system/auth/login') && answer.status() === 503;
  void page
    .waitForResponse(refused, { timeout: patience })
    .then(() => press(button))
    .catch(() => undefined);
  await press(button);
  await page.waitForURL('**/home', { timeout: patience });
  await until('the demo account is signed in', () => signedIn(page));
}

/** A server on a busy machine says that it is: nothing was accepted, and the same is asked again. */
export const busyMs = 30_000;
export const busy: ReadonlySet<number> = new Set([catalogue.unavailable.code, catalogue.overloaded.code]);

/** API calls outside the browser, with the session of the page. */
export async function call<Name extends CallName>(
  page: Page,
  origin: string,
  name: Name,
  input: CallInput<Name>,
  options?: CallOptions,
): Promise<CallOutput<Name>> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const client = createClient({
    origin,
    fetch: (url, init) => fetch(url, init),
    headers: () => ({ language: 'en', userType: 'main', ...(token ? { Authorization: `Bearer ${token}` } : {}) }),
  });
  // One id for all tries: however often a command is sent, it is carried out once.
  const commandId = options?.commandId ?? (isCommand(name) ? randomUUID() : undefined);
  for (const from = Date.now(); ; await page.waitForTimeout(500)) {
    try {
      return await client(name, input, commandId ? { ...options, ...(await signedBy(page, name, input as object, commandId)) } : options);
    } catch (error) {
      // On a slow machine the server knows the page's key before the page does: the next try is signed.
      const again = error instanceof CallError && (busy.has(error.code) || error.code === catalogue.signatureMissing.code);
      if (!again || Date.now() - from > busyMs) throw error;
    }
  }
}

export type Instrument = CallOutput<'GET pay/symbol/instruments'>[number];
export async function instrumentOf(page: Page, origin: string, symbol: string): Promise<Instrument> {
  const list = await call(page, origin, 'GET pay/symbol/instruments', {});
  const found = list.find((instrument) => instrument.symbol === symbol);
  if (!found) throw new Error(`${symbol} is not listed`);
  return found;
}

/** The best prices of the venue's own book. */
export async function bestPrices(page: Page, origin: string, symbol: string): Promise<{ bid: string; ask: string }> {
  return until(`both sides of the book of ${symbol}`, async () => {
    const book = await call(page, origin, 'GET exchange/depth', { symbol, levels: 5 });
    const [bid, ask] = [book.b[0]?.[0], book.a[0]?.[0]];
    return bid !== undefined && ask !== undefined && { bid, ask };
  });
}

export const openOrders = async (page: Page, origin: string) =>
  (await call(page, origin, 'GET pay/order-coin/order-page', { state: 'open', pageSize: 100 })).list;

export const balances = (page: Page, origin: string) => call(page, origin, 'GET pay/wallet/list-fund', {});
export async function balanceOf(page: Page, origin: string, asset: string) {
  const found = (await balances(page, origin)).find((balance) => balance.asset === asset && balance.wallet === 1);
  return { available: found?.available ?? '0', frozen: found?.frozen ?? '0', total: found?.total ?? '0' };
}

/** Every statement line of this account, oldest first. */
export async function statementLines(page: Page, origin: string) {
  const lines: CallOutput<'GET pay/funds-flow/page'>['list'] = [];
  for (let pageNo = 1; ; pageNo += 1) {
    const answer = await call(page, origin, 'GET pay/funds-flow/page', { pageNo, pageSize: 100 });
    lines.push(...answer.list);
    if (lines.length >= answer.total || answer.list.length === 0) return lines.reverse();
  }
}

/** The order form of an instrument, in the terminal or in the phone's sheet. */
export class Ticket {
  readonly form: Locator;
  readonly price: Locator;
  readonly quantity: Locator;
  readonly send: Locator;
  /** The link of the order that the exchange took. */
  readonly accepted: Locator;
  readonly page: Page;
  readonly words: Words;

  constructor(page: Page, symbol: string, words: Words = en) {
    this.page = page;
    this.words = words;
    this.form = page.getByRole('form', { name: say(words.trade.ticketFor, { symbol }) });
    this.price = this.form.locator('input[name=price]');
    this.quantity = this.form.locator('input[name=quantity]');
    this.send = this.form.locator('button[type=submit]');
    this.accepted = this.form.getByRole('link', { name: words.trade.seeOrder });
  }

  choose(label: string, option: string): Promise<void> {
    return press(this.form.getByRole('radiogroup', { name: label, exact: true }).getByRole('radio', { name: option, exact: true }));
  }
  side = (side: 'buy' | 'sell') => this.choose(this.words.trade.side, this.words.trade[side]);
  kind = (kind: 'limit' | 'market' | 'stop') => this.choose(this.words.trade.form, this.words.trade[kind]);
  by = (by: 'byQuantity' | 'byAmount') => this.choose(this.words.trade.sizeBy, this.words.trade[by]);

  async fill(values: { price?: string; quantity?: string }): Promise<void> {
    for (const name of ['price', 'quantity'] as const) {
      const value = values[name];
      if (value === undefined) continue;
      // As people do it: the focused field shows its plain figure, and typing replaces it.
      await this[name].focus({ timeout: patience });
      await this[name].fill(value, { timeout: patience });
      await this[name].blur();
      equal((await this[name].inputValue()).replaceAll(',', ''), value, `the ticket's ${name}`);
    }
  }

  /** Sends the order and waits for its acceptance. */
  async place(): Promise<void> {
    await until('the ticket can be sent', () => this.send.isEnabled(), patience);
    await press(this.send);
    await this.accepted.waitFor({ timeout: patience });
  }
}

export async function goToTicket(opened: Opened, origin: string, symbol: string): Promise<Ticket> {
  await opened.page.goto(`${origin}/order?symbol=${encodeURIComponent(symbol)}&kind=1`);
  const ticket = new Ticket(opened.page, symbol);
  await ticket.form.waitFor({ timeout: patience });
  return ticket;
}

/** A price above the best ask by this much, so that it trades although the market moves. */
export async function takingPrice(page: Page, origin: string, symbol: string, aboveBps = 50n): Promise<string> {
  const { tick } = await instrumentOf(page, origin, symbol);
  const { ask } = await bestPrices(page, origin, symbol);
  return floorTo(units(ask) + bps(units(ask), aboveBps), tick);
}

/** A price below the best bid by this much, inside the band, so that it rests. */
export async function restingPrice(page: Page, origin: string, symbol: string, belowBps = 200n): Promise<string> {
  const { tick } = await instrumentOf(page, origin, symbol);
  const { bid } = await bestPrices(page, origin, symbol);
  return floorTo(units(bid) - bps(units(bid), belowBps), tick);
}

/** A resting buy order, placed through the API. */
export const restingOrder = async (page: Page, origin: string, symbol: string, quantity = '0.01') =>
  call(page, origin, 'POST pay/order-coin/purchase-actual-commodities', {
    symbol,
    side: 0,
    priceType: 2,
    price: await restingPrice(page, origin, symbol),
    quantity,
  });

/** Takes the refusal of a call off a page's problems; says whether there was one. */
function refused({ problems }: Opened, name: CallName): boolean {
  const path = name.slice(name.indexOf(' ') + 1);
  const at = problems.findLastIndex((text) => text.includes('status of 400') && text.includes(path));
  if (at >= 0) problems.splice(at, 1);
  return at >= 0;
}

/**
 * Sends the order of a ticket on a replayed market. A price that falls silent or jumps between the look and the press refuses an order, which is then pressed
 * again.
 */
export async function placeOnReplay(opened: Opened, ticket: Ticket, name: CallName, taken: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 6; tries += 1) {
    await until('the ticket can be sent', () => ticket.send.isEnabled(), 2 * patience);
    await press(ticket.send);
    const answer = async () => ((await taken()) ? 'taken' : refused(opened, name) && 'refused');
    if ((await until('the order is taken or refused', answer, patience)) === 'taken') return;
  }
  throw new Error('six presses were refused');
}

export const noProblems = (opened: Opened, where: string) => equal(opened.problems, [], `console errors ${where}`);
