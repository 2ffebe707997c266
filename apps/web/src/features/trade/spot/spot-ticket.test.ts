import { describe, expect, it } from 'vitest';
import type { Translate } from '../../../i18n/index.ts';
import {
  ceilToStep,
  feeOf,
  floorToStep,
  isMultiple,
  percentOf,
  sharedDecimals,
  stepBy,
  stepDecimals,
  walkAmount,
  walkQuantity,
} from '../ticket/arithmetic.ts';
import { bandOf } from '../ticket/checks.ts';
import { keep, readKept } from '../ticket/draft-store.ts';
import { submissionOf } from '../ticket/submission.ts';
import { type Draft, emptyDraft, orderInput } from './draft.ts';
import { maxToOrder, payoff, preview, type TicketFacts, withPercent } from './preview.ts';
import { fieldOf, problems } from './validate.ts';

const btc: TicketFacts = {
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  baseScale: 8,
  quoteScale: 6,
  tick: '0.01',
  lot: '0.0001',
  minQuantity: '0.0001',
  maxQuantity: '100',
  minNotional: '5',
  bandBps: 500,
  takerFee: '0.001',
  makerFee: '0.0008',
  bid: '68399.00',
  ask: '68400.00',
  last: '68400.00',
  bids: [
    ['68399.00', '0.5'],
    ['68398.00', '1'],
  ],
  asks: [
    ['68400.00', '0.02'],
    ['68500.00', '0.05'],
  ],
  baseAvailable: '0.75',
  quoteAvailable: '10000',
};
const limitBuy: Draft = { ...emptyDraft, price: '68400.00', quantity: '0.05' };
const names = (draft: Draft, facts = btc) => problems(draft, facts).map(({ field, name }) => `${field}: ${name}`);

describe('steps and lots', () => {
  it('cuts down and up to the grid without floats', () => {
    expect(floorToStep('0.30000000000000004', '0.1')).toBe('0.3');
    expect(floorToStep('68400.019', '0.01')).toBe('68400.01');
    expect(ceilToStep('68400.011', '0.01')).toBe('68400.02');
    expect(ceilToStep('68400.01', '0.01')).toBe('68400.01');
    expect(isMultiple('0.3', '0.1')).toBe(true);
    expect(isMultiple('0.35', '0.1')).toBe(false);
    expect(stepDecimals('0.0100')).toBe(2);
  });
  it('gives the figures of one sum the same digits', () => {
    expect(sharedDecimals('171.422500', '1.714225', '173.136725')).toBe(6);
    expect(sharedDecimals('2296.4', '2.3', '2298.700000')).toBe(2);
  });
  it('steps onto the grid first, and never to zero', () => {
    expect(stepBy('68400.015', '0.01', 1)).toBe('68400.02');
    expect(stepBy('68400.015', '0.01', -1)).toBe('68400.01');
    expect(stepBy('0.01', '0.01', -1)).toBe('0.01');
    expect(stepBy('100', '0.5', 1)).toBe('100.5');
  });
  it('rounds a fee up at the last digit of what is received', () => {
    expect(feeOf('0.0499', '0.001', 8)).toBe('0.00004990');
    expect(feeOf('0.00000001', '0.001', 8)).toBe('0.00000001');
    expect(feeOf('10', '0', 6)).toBe('0.000000');
  });
});

describe('walking the book', () => {
  it('says what a quantity costs, and whether the book shown holds it', () => {
    expect(walkQuantity(btc.asks, '0.05')).toEqual({ quantity: '0.05', amount: '3423.0000', worst: '68500.00', complete: true });
    expect(walkQuantity(btc.asks, '1')).toMatchObject({ quantity: '0.07', complete: false });
  });
  it('spends an amount in whole lots only', () => {
    expect(walkAmount(btc.asks, '2000', '0.0001')).toMatchObject({ quantity: '0.0292', worst: '68500.00', complete: true });
    expect(walkAmount([], '2000', '0.0001')).toMatchObject({ quantity: '0', worst: null, complete: false });
  });
});

describe('the cost of a ticket', () => {
  it('adds up a limit purchase: amount, fee at most from what is received, cost', () => {
    expect(preview(limitBuy, btc)).toMatchObject({
      amount: '3420.000000',
      pays: '3420.000000',
      paysAsset: 'USDT',
      fee: '0.00005000',
      feeIfRests: '0.00004000',
      feeAsset: 'BTC',
      receives: '0.04995000',
      left: '6580.000000',
      estimated: false,
    });
  });
  it('takes the fee of a sale out of the money received', () => {
    const sale = preview({ ...limitBuy, side: 1 }, btc);
    expect(sale).toMatchObject({ pays: '0.05000000', paysAsset: 'BTC', fee: '3.420000', feeAsset: 'USDT', receives: '3416.580000' });
  });
  it('knows one fee only where only one can apply', () => {
    expect(preview({ ...limitBuy, postOnly: true }, btc)).toMatchObject({ fee: '0.00004000', feeIfRests: null, feeRate: '0.0008' });
    expect(preview({ ...limitBuy, timeInForce: 3 }, btc)).toMatchObject({ fee: '0.00005000', feeIfRests: null });
  });
  it('estimates a market purchase by value from the book, and says so', () => {
    const order = preview({ ...emptyDraft, form: 'market', by: 'amount', amount: '2000' }, btc);
    expect(order).toMatchObject({ quantity: '0.0292', estimated: true, short: false, feeIfRests: null });
    expect(preview({ ...emptyDraft, form: 'market', quantity: '1' }, btc)).toMatchObject({ short: true, quantity: '0.07' });
  });
  it('has nothing to say about an empty or malformed ticket', () => {
    expect(preview(emptyDraft, btc)).toBeNull();
    expect(preview({ ...limitBuy, price: '1e5' }, btc)).toBeNull();
  });
});

describe('the slider', () => {
  it('takes a share of what is there, in whole lots', () => {
    expect(maxToOrder(limitBuy, btc)).toBe('0.1461');
    expect(withPercent(limitBuy, btc, 50).quantity).toBe('0.073');
    expect(percentOf('0.073', maxToOrder(limitBuy, btc) ?? '0')).toBe(50);
    expect(withPercent(limitBuy, btc, 0).quantity).toBe('');
  });
  it('sells what is held, never more than one order may carry', () => {
    expect(maxToOrder({ ...limitBuy, side: 1 }, btc)).toBe('0.7500');
    expect(maxToOrder({ ...limitBuy, side: 1 }, { ...btc, baseAvailable: '900' })).toBe('100');
  });
  it('spends an amount when the order is by value', () => {
    expect(withPercent({ ...emptyDraft, form: 'market', by: 'amount' }, btc, 25).amount).toBe('2500');
  });
  it('stays where it is for a visitor', () => {
    expect(withPercent(limitBuy, { ...btc, quoteAvailable: null }, 50)).toBe(limitBuy);
  });
});

describe('refusals before sending', () => {
  it('has none for a good order', () => {
    expect(names(limitBuy)).toEqual([]);
    expect(names({ ...emptyDraft, form: 'market', by: 'amount', amount: '100' })).toEqual([]);
  });
  it.each([
    ['a price off the tick', { price: '68400.005' }, 'price: priceOffTick'],
    ['a price outside the band', { price: '60000' }, 'price: priceOutsideBand'],
    ['no price', { price: '' }, 'price: priceInvalid'],
    ['a quantity off the lot', { quantity: '0.00015' }, 'quantity: quantityOffLot'],
    ['too small a quantity', { quantity: '0' }, 'quantity: quantityInvalid'],
    ['too small a value', { price: '65000', quantity: '0.0001', side: 1 as const }, undefined],
    ['more than there is', { quantity: '0.2' }, 'quantity: insufficientBalance'],
    ['a post-only order that would take', { postOnly: true }, 'price: wouldTake'],
    ['a stop on the wrong side', { form: 'stop' as const, trigger: '68000', price: '68100' }, 'trigger: triggerWrongSide'],
  ])('names %s', (_, change, expected) => {
    expect(names({ ...limitBuy, ...change })).toEqual(expected ? [expected] : []);
  });
  it('lets a purchase wait for a lower price only as take-profit', () => {
    const waiting: Draft = { ...limitBuy, form: 'stop', purpose: 'takeProfit', trigger: '66000', price: '66000' };
    expect(names(waiting)).toEqual([]);
    expect(names({ ...waiting, purpose: 'stop' })).toEqual(['trigger: triggerWrongSide']);
  });
  it('measures the band of a waiting order around its trigger', () => {
    expect(names({ ...limitBuy, form: 'stop', trigger: '80000', price: '80500', quantity: '0.01' })).toEqual([]);
    expect(bandOf('68400.00', 500, '0.01')).toEqual({ low: '64980.00', high: '71820.00' });
  });
  it('puts the engine’s refusals at the field they are about', () => {
    expect(fieldOf('priceOffTick')).toBe('price');
    expect(fieldOf('cannotFillWhole')).toBe('quantity');
    expect(fieldOf('readOnly')).toBeUndefined();
    expect(fieldOf(undefined)).toBeUndefined();
  });
});

describe('the order that is sent', () => {
  it('carries only the fields its type has', () => {
    expect(orderInput(limitBuy, 'BTC/USDT')).toEqual({
      symbol: 'BTC/USDT',
      side: 0,
      priceType: 2,
      price: '68400.00',
      quantity: '0.05',
      timeInForce: 1,
      postOnly: false,
    });
    expect(orderInput({ ...limitBuy, form: 'market', by: 'amount', amount: '50', postOnly: true, timeInForce: 3 }, 'BTC/USDT')).toEqual({
      symbol: 'BTC/USDT',
      side: 0,
      priceType: 1,
      amount: '50',
      timeInForce: 1,
      postOnly: false,
    });
  });
  it('never names an amount for a waiting sale', () => {
    const sale: Draft = { ...limitBuy, side: 1, form: 'stop', execute: 'market', by: 'amount', trigger: '60000', amount: '5' };
    expect(orderInput(sale, 'BTC/USDT')).toMatchObject({ priceType: 4, triggerPrice: '60000', quantity: '0.05' });
    expect(orderInput(sale, 'BTC/USDT')).not.toHaveProperty('amount');
  });
  it('survives a reload, and a store full of rubbish', () => {
    const kept = new Map<string, string>();
    const store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
    const read = (symbol: string) => readKept(store, `trade.draft.${symbol}`, emptyDraft);
    keep(store, 'trade.draft.BTC/USDT', limitBuy);
    expect(read('BTC/USDT')).toEqual(limitBuy);
    expect(read('ETH/USDT')).toEqual(emptyDraft);
    kept.set('trade.draft.BTC/USDT', '{"price":5,"quantity":"1"');
    expect(read('BTC/USDT')).toEqual(emptyDraft);
    kept.set('trade.draft.BTC/USDT', '{"price":5,"quantity":"1"}');
    expect(read('BTC/USDT')).toEqual({ ...emptyDraft, quantity: '1' });
  });
});

describe('the payoff', () => {
  it('breaks even where both fees are earned back, rounded against the customer', () => {
    expect(payoff(limitBuy, btc, [0])).toEqual({ breakEven: '68537.01', points: [{ move: 0, price: '68400.00', result: '-6.84' }] });
  });
});

describe('where an order stands', () => {
  const say: Translate = (key, ..._values) => key;
  it('is rejected with the name that says where', () => {
    const sent = { state: 'rejected', commandId: 'id', code: 3006, message: 'The price must be a multiple of 0.01.' } as const;
    expect(submissionOf(sent, say)).toEqual({ state: 'rejected', name: 'priceOffTick', message: 'The price must be a multiple of 0.01.' });
  });
  it('is known by its id when the whole answer was lost', () => {
    const sent = { state: 'accepted', commandId: 'id', data: undefined, seq: '5', orderId: '12' } as const;
    expect(submissionOf(sent, say)).toMatchObject({ state: 'accepted', orderId: '12', status: null });
  });
  it('was not sent when the device is offline', () => {
    expect(submissionOf({ state: 'offline' }, say)).toMatchObject({ state: 'rejected', message: 'common.nothingSent' });
  });
});
