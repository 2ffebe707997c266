import { describe, expect, it } from 'vitest';
import { averageOf } from './preview.ts';

const book = {
  bids: [
    { priceTicks: 990, lots: 5, orders: 1 },
    { priceTicks: 980, lots: 10, orders: 2 },
  ],
  asks: [
    { priceTicks: 1_000, lots: 3, orders: 1 },
    { priceTicks: 1_001, lots: 4, orders: 1 },
  ],
};

describe('the price of an order at market', () => {
  it('is the best price while the best level holds it', () => {
    expect(averageOf(book, true, 3)).toBe(1_000);
    expect(averageOf(book, false, 5)).toBe(990);
  });
  it('is the average of the levels it takes, rounded against the customer', () => {
    expect(averageOf(book, true, 4)).toBe(1_001);
    expect(averageOf(book, false, 8)).toBe(986);
  });
  it('counts what the book does not hold at its worst price, and knows no price in an empty book', () => {
    expect(averageOf(book, false, 25)).toBe(982);
    expect(averageOf({ bids: [], asks: [] }, true, 1)).toBe(0);
  });
});
