import { describe, expect, it } from 'vitest';
import { highestLeverage, maxToOpen, moveThatTakesAll, partOf, reservedPerLot, resultOf, riskReward } from './sizing.ts';

const rules = { lot: '0.001', maxQuantity: '100', takerFee: '0.0005', scale: 6 };

describe('what free margin can open', () => {
  it('sets margin and taker fee of each lot aside, rounded up', () => {
    // 68.4 a lot: a seventh is 9.771428…, the fee 0.0342.
    expect(reservedPerLot('68400', 7, rules)).toBe('9.805629');
  });
  it('is whole lots whose reserve fits, and one more would not', () => {
    const most = maxToOpen('1000', '68400', 10, rules)!;
    expect(most).toBe('0.145');
    expect(145 * Number(reservedPerLot('68400', 10, rules))).toBeLessThanOrEqual(1000);
    expect(146 * Number(reservedPerLot('68400', 10, rules))).toBeGreaterThan(1000);
  });
  it('is nothing without margin, unknown without a price, and never above the largest order', () => {
    expect(maxToOpen('0', '68400', 10, rules)).toBe('0');
    expect(maxToOpen('-5', '68400', 10, rules)).toBe('0');
    expect(maxToOpen('1000', null, 10, rules)).toBeNull();
    expect(maxToOpen('1000000000', '1', 10, rules)).toBe('100');
  });
});

describe('results', () => {
  it('go with the direction', () => {
    expect(resultOf('0.05', '68400', '71000', true)).toBe('130.00');
    expect(resultOf('0.05', '68400', '71000', false)).toBe('-130.00');
  });
  it('weigh gain against loss only when both are on their side', () => {
    expect(riskReward('68400', '71000', '67000', true)).toBe('1.86');
    expect(riskReward('68400', '67000', '71000', false)).toBe('0.54');
    expect(riskReward('68400', '67000', '66000', true)).toBeNull();
  });
});

describe('leverage', () => {
  const tiers = [
    { from: '0', to: '50000', maxLever: 100 },
    { from: '50000', to: '250000', maxLever: 50 },
  ];
  it('falls with the size of the position', () => {
    expect(highestLeverage(tiers, '50000', 1)).toBe(100);
    expect(highestLeverage(tiers, '50000.01', 1)).toBe(50);
    expect(highestLeverage(tiers, '9000000', 1)).toBe(50);
    expect(highestLeverage([], '1', 20)).toBe(20);
  });
  it('says what move takes the margin', () => {
    expect(moveThatTakesAll(10)).toBe('10.0');
    expect(moveThatTakesAll(125)).toBe('0.80');
  });
});

it('a part is whole lots, all of it is all of it', () => {
  expect(partOf('0.155', 50, '0.001')).toBe('0.077');
  expect(partOf('0.155', 100, '0.001')).toBe('0.155');
});
