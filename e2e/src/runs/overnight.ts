import { createCatalogue } from '../../../apps/server/src/market/catalogue/catalogue.ts';
import { effectiveAt } from '../../../apps/server/src/market/catalogue/corporate-actions.ts';
import { sessionClock } from '../../../apps/server/src/testing/stocks.ts';
import { arrangedShare } from '../harness/arranged-share.ts';
import { receiptShown, settles, statementAgrees } from '../harness/books.ts';
import { openExchangeHere } from '../harness/exchange.ts';
import { sum, units } from '../harness/money.ts';
import type { RunContext } from '../harness/run-context.ts';
import { type Shareholder, shareholder } from '../harness/shareholder.ts';
import { equal, truthy, until } from '../harness/suite.ts';
import { bestPrices, patience } from '../harness/trader.ts';
import { verifyFolder } from '../harness/verify.ts';
import { spoken } from '../harness/words.ts';

const symbol = 'AAPL';
const currency = 'USD';
const hour = 3_600_000;
const one = units('1');
/** The phone's clock is behind by this much. Its screens follow the exchange's clock. */
const slowMs = 7 * 60_000;
const announced = (exDate: string) => createCatalogue().announcements.find((each) => each.symbol === symbol && each.exDate === exDate)!;
/** 3.29 a share, then seven shares for one. */
const [dividend, split] = [announced('2014-05-08'), announced('2014-06-09')];

/**
 * Three days of Apple shares, on a desktop and on a phone. Shares are bought in a session. Orders sent after the close wait for the open and fill
 * then. In the second night come a dividend and a split, as the company once announced them. On the third day everything is sold. The exchange runs
 * in this process with a clock that the run moves. No page is reloaded: the pages see the markets close and open.
 */
export async function overnight({ open }: RunContext): Promise<void> {
  const { session: first, nextDay: second, dayAfter, clock, moveTo } = sessionClock();
  const third = dayAfter(second);
  const night = second.close + 2 * hour;
  const exchange = await openExchangeHere({
    clock,
    feeds: [
      arrangedShare({
        instrument: createCatalogue().instrumentBySymbol(symbol)!.id,
        clock,
        priceTicks: (time) => (time < night ? 64_400 : 9_200),
        days: new Map([dividend, split].map((each) => [effectiveAt(each), night])),
      }),
    ],
  });
  const { origin, venues } = exchange;
  try {
    const now = clock.now();
    const holders = await Promise.all([
      shareholder({ open }, { origin, symbol, layout: 'desktop', now }),
      shareholder({ open }, { origin, symbol, layout: 'phone', now: now - slowMs }),
    ]);
    const each = <T>(body: (holder: Shareholder) => Promise<T>) => Promise.all(holders.map(body));
    /** Like a laptop that is closed and opened again: the exchange went on, and the page's timers are all due at once. */
    const later = async (time: number) => {
      const byMs = time - clock.now();
      moveTo(time);
      await until('the exchange has come to that time', async () => (await venues.demo.read((engine) => engine.time)).value >= time);
      await each(async (holder) => {
        await holder.page.clock.fastForward(byMs);
        // The session's token has expired meanwhile. The app gets a new one by itself.
        await settles(() => holder.wallet(currency));
      });
    };
    const brought = new Map<Shareholder, bigint>();
    const orders = new Map<Shareholder, string[]>();
    const [{ page }] = holders;
    await bestPrices(page, origin, symbol);
    await each(async (holder) => {
      brought.set(holder, units(await holder.bring(currency, '20000')));
      await holder.toMarket();
      await holder.withTicket('buy', async (ticket) => {
        await ticket.kind('market');
        await ticket.fill({ quantity: '10' });
        await ticket.place();
      });
      await holds(holder, '10');
    });

    await later(first.close + hour);
    await each(async (holder) => {
      orders.set(holder, [
        await queue(holder, { price: '660', quantity: '5' }, second.open),
        await queue(holder, { quantity: '1' }, second.open),
      ]);
    });
    await later(second.open - 5_000);
    await each(async (holder) => {
      for (const no of orders.get(holder) ?? []) await hears(holder, 'stock.filled', { symbol, no });
      await holds(holder, '16');
      await nothingWaits(holder);
    });

    await later(second.close + hour);
    await each(async (holder) => orders.set(holder, [await queue(holder, { price: '600', quantity: '2' }, third.open)]));
    await later(night - 5_000);
    await each(async (holder) => {
      await hears(holder, 'stock.dividend', { symbol, amount: '+52.64', coin: currency });
      await hears(holder, 'stock.split', { symbol, before: '16', after: '112' });
      for (const no of orders.get(holder) ?? []) await hears(holder, 'stock.ended', { symbol, no, reason: 'corporateAction' });
      await holds(holder, '112');
      await nothingWaits(holder);
    });

    await later(third.open + 1_000);
    await bestPrices(page, origin, symbol);
    await each(async (holder) => {
      await holder.withTicket('sell', async (ticket) => {
        await ticket.kind('market');
        await ticket.fill({ quantity: '112' });
        await ticket.place();
      });
      await holder.mine('positions').then((list) => list.getByText(holder.words.leverage.noPositions).waitFor({ timeout: patience }));
      await accounts(holder, origin, brought.get(holder)!);
    });
    await Promise.all(holders.map((holder) => receipts(holder, origin)));
  } finally {
    await exchange.stop();
  }
  await verifyFolder(exchange.dataFolder);
  exchange.discard();
}

/** So many shares, at the server and on the screen. */
async function holds(holder: Shareholder, quantity: string): Promise<void> {
  await settles(async () => {
    const { positions } = await holder.listed('positions');
    const list = positions?.list.map((each) => [each.symbol, units(each.quantity)]);
    equal(list, [[symbol, units(quantity)]], `what is held on a ${holder.layout}`);
  });
  const list = await holder.mine('positions');
  await list
    .getByText(new RegExp(`^${quantity}\\b`))
    .first()
    .waitFor({ timeout: patience });
}

/** Sends a market order after the close. The screen shows until when it waits, in the customer's own time, and lists it as waiting. */
async function queue(holder: Shareholder, order: { price?: string; quantity: string }, opens: number): Promise<string> {
  const { words, language, timeZone } = holder;
  const before = await holder.wallet(currency);
  const time = new Intl.DateTimeFormat(language, {
    ...{ timeZone, day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  }).format(opens);
  await holder.withTicket('buy', async (ticket) => {
    await ticket.kind(order.price === undefined ? 'market' : 'limit');
    await ticket.form.getByText(spoken(words.leverage.queued, { time })).first().waitFor({ timeout: patience });
    await ticket.fill(order);
    await ticket.place();
  });
  const list = await holder.mine('orders');
  const { orders } = await holder.listed('orders');
  const newest = orders?.list[0];
  equal([newest?.waits, units(newest?.quantity ?? '0')], [true, units(order.quantity)], 'the order that waits');
  await until(
    'every order is listed as waiting',
    async () => (await list.getByText(words.leverage.waitsForOpen).count()) === orders?.total,
  );
  const setAside = (await holder.wallet(currency)).frozen - before.frozen;
  truthy(setAside >= (units(order.price ?? '644') * units(order.quantity)) / one, 'its money is set aside');
  return newest!.id;
}

/** No order waits or rests any more, and no money is reserved. */
async function nothingWaits(holder: Shareholder): Promise<void> {
  const list = await holder.mine('orders');
  await list.getByText(holder.words.trade.noOpenOrders).waitFor({ timeout: patience });
  equal((await holder.wallet(currency)).frozen, 0n, 'money set aside');
}

/** A notice that comes by itself. */
async function hears(
  { said, words, language }: Shareholder,
  kind: 'stock.filled' | 'stock.split' | 'stock.dividend' | 'stock.ended',
  params: Record<string, string>,
): Promise<void> {
  const sentence = spoken(words.notices[kind], params, language);
  await until(sentence, async () => (await said()).some((text) => text.includes(sentence)), patience);
}

/** Dollars and shares, computed from prices and quantities alone, including the dividend of sixteen shares. The statement agrees. */
async function accounts(holder: Shareholder, origin: string, brought: bigint): Promise<void> {
  const fills = await settles(async () => {
    const { settlements } = await holder.listed('settlements');
    const list = settlements?.list.filter(({ kind }) => kind === 'positionFill') ?? [];
    equal(sum(list.filter(({ action }) => action === 2).map(({ quantity }) => quantity ?? '0')), units('112'), 'shares sold');
    return list;
  });
  const cash = (action: number) =>
    fills
      .filter((fill) => fill.action === action)
      .reduce((total, { price, quantity }) => total + (units(price ?? '0') * units(quantity ?? '0')) / one, 0n);
  const left = brought - cash(1) + cash(2) - sum(fills.map(({ fee }) => fee)) + 16n * units('3.29');
  equal(await holder.wallet(currency), { available: left, frozen: 0n }, 'dollars in the stock wallet');
  equal(await holder.wallet(symbol), { available: 0n, frozen: 0n }, 'shares in the stock wallet');
  await statementAgrees(holder.page, origin);
}

/** The orders' own pages, the corporate actions by their links, and every receipt recomputed by this browser. */
async function receipts(holder: Shareholder, origin: string): Promise<void> {
  const { page, words, opened, layout } = holder;
  const { settlements } = await holder.listed('settlements');
  const list = settlements?.list ?? [];
  equal(list.filter(({ kind }) => kind === 'corporateAction').length, 2, 'corporate actions');
  const shown = await holder.mine('settlements');
  await shown.getByText(words.leverage.settle_corporateAction).nth(1).waitFor({ timeout: patience });
  const [kind, seq] = [words.leverage.settle_corporateAction, list.find((each) => each.kind === 'corporateAction')!.receipt.seq];
  await shown.getByRole('link', { name: spoken(words.leverage.seeReceiptOf, { kind, seq }) }).click({ timeout: patience });
  await receiptShown(page, words);
  for (const { receipt } of list) {
    await page.goto(`${origin}/receipt?kind=${receipt.kind}&seq=${receipt.seq}&index=${receipt.index}`);
    await receiptShown(page, words);
  }
  const sold = await holder.last();
  await page.goto(`${origin}/order/detail/${sold.id}?kind=stock`);
  await page
    .getByText(/^112\b/)
    .first()
    .waitFor({ timeout: patience });
  // A session's token expires in the night. The browser logs it, and the app gets a new one silently.
  const problems = opened.problems.filter((problem) => !problem.includes('status of 401'));
  equal(problems, [], `console errors on a ${layout}`);
}
