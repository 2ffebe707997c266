import type { OrderEvent } from '@bourse/engine';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TestClock } from '../../testing/market.ts';
import { Board } from '../board.ts';
import { createCatalogue } from '../catalogue/catalogue.ts';
import { placing, positionChanges, withActions } from './changes.ts';
import { newBook } from './maker-book.ts';
import { positionMeans } from './means.ts';
import { desiredQuotes, planFor, type Quote } from './quotes.ts';

const catalogue = createCatalogue();
const perp = catalogue.instrumentBySymbol('BTC-PERP')!;
const apple = catalogue.instrumentBySymbol('AAPL')!;
const maybank = catalogue.instrumentBySymbol('MAYBANK')!;
const board = new Board(catalogue, new TestClock());
const ask = (priceTicks: number, lots: number): Quote => ({ side: 1, priceTicks, lots });
const bid = (priceTicks: number, lots: number): Quote => ({ side: 0, priceTicks, lots });
const resting = (order: number, quote: Quote, filledLots = 0) => ({ ...quote, order, filledLots }) as OrderEvent;

describe('quotes of positions', () => {
  it('give back what is held before they open the other side, nearest level first', () => {
    const quotes = [ask(101, 5), ask(102, 5), ask(103, 5), bid(99, 5), bid(98, 5)];
    expect(withActions(quotes, { longLots: 7, shortLots: 0 }, true)).toEqual([
      { ...ask(101, 5), action: 2 },
      { ...ask(102, 2), action: 2 },
      { ...ask(103, 5), action: 1 },
      { ...bid(99, 5), action: 1 },
      { ...bid(98, 5), action: 1 },
    ]);
    expect(withActions(quotes, { longLots: 0, shortLots: 5 }, true).map(({ action }) => action)).toEqual([1, 1, 1, 2, 1]);
  });
  it('sell no share that is not held where nothing may be sold short', () => {
    expect(withActions([ask(101, 5), ask(102, 5), bid(99, 5)], { longLots: 6, shortLots: 0 }, false)).toEqual([
      { ...ask(101, 5), action: 2 },
      { ...ask(102, 1), action: 2 },
      { ...bid(99, 5), action: 1 },
    ]);
  });
  it('name the position they open or close', () => {
    const made = [
      { ...bid(1, 1), action: 1 },
      { ...bid(1, 1), action: 2 },
      { ...ask(1, 1), action: 1 },
      { ...ask(1, 1), action: 2 },
    ].map((quote) => placing(perp, quote as Parameters<typeof placing>[1]));
    expect(made.map((one) => one.kind === 'placeContractOrder' && [one.direction, one.action])).toEqual([
      [1, 1],
      [2, 2],
      [2, 1],
      [1, 2],
    ]);
    expect(placing(apple, { ...bid(1, 1), action: 1 })).toMatchObject({ kind: 'placeStockOrder', leverage: 1 });
  });
  it('change as little as possible, and never leave more to close than is held', () => {
    const book = newBook(board.get(perp.id)!, 0);
    const place = (order: number, quote: Quote, action: 1 | 2, filled = 0) => {
      book.orders.set(order, resting(order, quote, filled));
      book.actions.set(order, action);
    };
    place(1, ask(101, 5), 1);
    place(2, ask(102, 5), 2);
    place(3, bid(99, 5), 1, 4);
    place(4, bid(97, 5), 1);
    const desired = [
      { ...ask(101, 5), action: 1 as const },
      { ...ask(102, 4), action: 2 as const },
      { ...bid(99, 5), action: 1 as const },
      { ...bid(98, 5), action: 1 as const },
    ];
    expect(positionChanges(desired, book)).toEqual({
      cancels: [2, 3, 4].map((order) => ({ kind: 'cancelOrder', order })),
      places: [desired[1], desired[2], desired[3]],
    });
  });
  it('keep every inventory within its limit, whatever fills', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -120, max: 120 }), fc.boolean(), (which, percent, shorting) => {
        const instrument = [perp, apple, maybank, perp][which]!;
        const price = 50_000;
        const mayShort = instrument.kind === 2 || shorting;
        const book = newBook(board.get(instrument.id)!, 0);
        const share = instrument.kind === 3;
        const limit = positionMeans({ ...book, live: board.get(instrument.id)! }, price, true).askLots;
        book.longLots = Math.max(0, Math.round((limit * percent) / 100));
        book.shortLots = mayShort ? Math.max(0, Math.round((-limit * percent) / 100)) : 0;
        const means = positionMeans(book, price, mayShort);
        const plan = planFor(instrument, price, limit * price * 0.01);
        const quotes = withActions(desiredQuotes(plan, price, means), book, mayShort);
        const sum = (side: number, action: number) =>
          quotes.filter((one) => one.side === side && one.action === action).reduce((total, { lots }) => total + lots, 0);
        expect(sum(1, 2)).toBeLessThanOrEqual(book.longLots);
        expect(sum(0, 2)).toBeLessThanOrEqual(book.shortLots);
        const net = book.longLots - book.shortLots;
        const most = share ? 2 * limit : limit;
        const buys = sum(0, 1) + sum(0, 2);
        const sells = sum(1, 1) + sum(1, 2);
        if (buys > 0) expect(net + buys).toBeLessThanOrEqual(most * 1.001 + 1);
        if (sells > 0) expect(net - sells).toBeGreaterThanOrEqual(mayShort ? -limit * 1.001 - 1 : 0);
      }),
      { numRuns: 200 },
    );
  });
});
