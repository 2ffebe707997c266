import type { EarnHolding, EarnProduct } from '@bourse/protocol';
import { describe, expect, it } from 'vitest';
import { amountProblem, earlyOf, firstDayOf, interestOf, rateOf } from './earn.ts';

const product = (parts: Partial<EarnProduct>): EarnProduct => ({
  ...{ id: '1', version: 1, asset: 'USDT', days: 0, rate: '3', earlyPart: '0', todayRate: '3', nextRate: '3' },
  ...{ min: '10', max: '1000', left: '500', open: true },
  ...parts,
});
const holding = (parts: Partial<EarnHolding>): EarnHolding => ({
  ...{ id: '7', productId: '1', version: 1, asset: 'USDT', days: 30, rate: '5', earlyPart: '0', deposited: '100', principal: '100' },
  ...{ earned: '0', paid: '0', openedAt: 0, firstDay: 0, endsAt: null, renew: false, state: 'earning', renewedBy: null },
  ...parts,
});
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

describe('interest', () => {
  it.each([
    ['100', '5.0000', 30, 6, '0.410958'],
    ['100', '4.0000', 7, 6, '0.076712'],
    ['0.1', '1.0000', 30, 8, '0.00008219'],
    ['1000', '3.0000', 1, 6, '0.082191'],
    ['0.000001', '3.0000', 1, 6, '0.000000'],
  ])('of %s at %s%% for %i days is rounded down once', (amount, rate, days, scale, interest) => {
    expect(interestOf({ amount, rate, days }, scale)).toBe(interest);
  });

  it('taken early is the stated part of the days that are over, which today is not', () => {
    const one = holding({ principal: '100', rate: '5.0000', days: 30, earlyPart: '25.0000', firstDay: day('2026-03-03') });
    expect(earlyOf(one, 6, day('2026-03-13') + 1)).toEqual({ soFar: '0.136986', paid: '0.034246', lost: '0.102740' });
    expect(earlyOf(one, 6, day('2026-03-02'))).toEqual({ soFar: '0.000000', paid: '0.000000', lost: '0.000000' });
    expect(earlyOf(one, 6, day('2027-01-01')).soFar).toBe(interestOf({ amount: '100', rate: '5', days: 30 }, 6));
  });
});

describe('a subscription', () => {
  it('earns from the next day in UTC, at the rate of that day', () => {
    expect(firstDayOf(day('2026-03-02') + 1)).toBe(day('2026-03-03'));
    expect(firstDayOf(day('2026-03-02'))).toBe(day('2026-03-03'));
    expect(rateOf(product({ days: 0, rate: '3', nextRate: '2' }))).toBe('2');
    expect(rateOf(product({ days: 7, rate: '4', nextRate: '0' }))).toBe('4');
  });

  it('keeps to the limits, to what is left and to what the customer has', () => {
    const offered = product({ min: '10', max: '1000', left: '500' });
    const problem = (amount: string, available?: string) => amountProblem(offered, amount, 6, available);
    expect(['', '0', 'x', '1.0000001'].map((amount) => problem(amount))).toEqual(Array(4).fill('amountProblem'));
    expect(problem('9.99')).toBe('tooSmall');
    expect(problem('500.000001')).toBe('tooLarge');
    expect(problem('500', '499')).toBe('tooMuch');
    expect([problem('500', '500'), problem('10')]).toEqual([undefined, undefined]);
  });
});
