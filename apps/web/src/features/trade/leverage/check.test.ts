import { describe, expect, it } from 'vitest';
import { hasPassed, type PositionRules, positionFieldOf, positionProblems } from './check.ts';
import { buys, contractInput, emptyContractDraft, specifiedInput, stockInput } from './draft.ts';

const rules: PositionRules = {
  tick: '0.5',
  lot: '0.001',
  minQuantity: '0.001',
  maxQuantity: '100',
  minNotional: '5',
  bandBps: 500,
  quote: 'USDT',
  reference: '68400',
  bid: '68399.5',
  ask: '68400.5',
  open: null,
};
const limit = { ...emptyContractDraft, price: '68000', quantity: '0.05' };
const names = (draft: typeof limit, given = rules) => positionProblems(draft, given).map(({ field, name }) => `${field} ${name}`);

describe('a contract order before it is sent', () => {
  it('is fine when the instrument allows it', () => expect(names(limit)).toEqual([]));
  it('shows each problem at its field', () => {
    expect(names({ ...limit, price: '68000.3', quantity: '0.0005' })).toEqual(['price priceOffTick', 'quantity quantityOffLot']);
    expect(names({ ...limit, price: '50000' })).toEqual(['price priceOutsideBand']);
    expect(names({ ...limit, price: '68401', postOnly: true })).toEqual(['price wouldTake']);
    expect(names({ ...limit, direction: 2, price: '68399', postOnly: true })).toEqual(['price wouldTake']);
  });
  it('keeps stops on their own side of its price', () => {
    const stops = { ...limit, stops: true, takeProfit: '69000', stopLoss: '67000' };
    expect(names(stops)).toEqual([]);
    expect(names({ ...stops, direction: 2 })).toEqual(['takeProfit takeProfitWrongSide', 'stopLoss stopLossWrongSide']);
    expect(names({ ...stops, takeProfit: '', stopLoss: '68000' })).toEqual(['stopLoss stopLossWrongSide']);
    expect(names({ ...stops, stops: false, direction: 2 })).toEqual([]);
  });
  it('cannot close more than is open, and may close the smallest rest', () => {
    const close = { ...limit, action: 2 as const, quantity: '0.2' };
    expect(names(close, { ...rules, open: '0.15' })).toEqual(['quantity closeTooLarge']);
    expect(names({ ...close, price: '66000', quantity: '0.001' }, { ...rules, open: '0.15', minNotional: '1000' })).toEqual([]);
  });
  it('waits on the right side: a stop ahead, a take-profit behind', () => {
    const stop = { ...limit, form: 'stop' as const, trigger: '69000' };
    expect(names(stop)).toEqual([]);
    expect(names({ ...stop, direction: 2 })).toEqual(['trigger triggerWrongSide']);
    expect(names({ ...stop, purpose: 'takeProfit' })).toEqual(['trigger triggerWrongSide']);
  });
});

describe('a refusal', () => {
  const refusal = { code: 3021, msg: '' };
  it('for want of somebody who quotes is over when the exchange would take the order', () => {
    expect(hasPassed('noLiquidity', { refusal: null })).toBe(true);
    expect(hasPassed('noLiquidity', { refusal })).toBe(false);
    expect(hasPassed('noLiquidity', undefined)).toBe(false);
  });
  it('for what the order itself says stays', () => expect(hasPassed('leverageTooHigh', { refusal: null })).toBe(false));
});

describe('the bodies of the calls', () => {
  it('buys to open a long and to close a short', () => {
    expect(buys({ action: 1, direction: 1 })).toBe(true);
    expect(buys({ action: 2, direction: 2 })).toBe(true);
    expect(buys({ action: 2, direction: 1 })).toBe(false);
  });
  it('name only what the type of order has', () => {
    expect(contractInput({ ...limit, form: 'market', stops: true, stopLoss: '67000' }, 'BTC-PERP')).toEqual({
      symbol: 'BTC-PERP',
      direction: 1,
      lever: 10,
      marginMode: 2,
      quantity: '0.05',
      stopLoss: '67000',
    });
    expect(specifiedInput({ ...limit, form: 'stop', trigger: '69000' }, 'BTC-PERP')).toMatchObject({ priceType: 4, triggerPrice: '69000' });
    expect(specifiedInput({ ...limit, form: 'stop', trigger: '69000' }, 'BTC-PERP')).not.toHaveProperty('price');
    expect(stockInput({ ...limit, leverage: 1 }, 'NVDA')).toMatchObject({ priceType: 2, price: '68000', lever: 1, timeInForce: 1 });
  });
  it('a refusal is shown at its field, or above the button', () => {
    expect(positionFieldOf('priceBeyondMargin')).toBe('price');
    expect(positionFieldOf('marginInsufficient')).toBeUndefined();
  });
});
