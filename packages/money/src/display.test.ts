import { describe, expect, it } from 'vitest';
import { formatAmount, priceDecimals, separatorsOf, truncateDecimals, withCurrencySign } from './display.ts';
import { formatMoney, roundHolding, roundMoney } from './display-account.ts';
import { decimalAdd, decimalCompare, decimalDivide, decimalMultiply, decimalRound, decimalSubtract, trimZeros } from './display-decimal.ts';
import { profitAmount, profitPercentage } from './display-position.ts';
import { formatRatio, shortForm } from './display-short.ts';
import { timestampMs } from './display-text.ts';

describe('cutting and rounding', () => {
  it('cuts instead of rounding, also below zero', () => {
    expect(truncateDecimals('1.239', 2)).toBe('1.23');
    expect(truncateDecimals('-1.239', 2)).toBe('-1.23');
    expect(truncateDecimals('-0.001', 2)).toBe('0.00');
    expect(truncateDecimals('7', 3)).toBe('7.000');
    expect(truncateDecimals('nonsense', 1)).toBe('0.0');
  });
  it('rounds in account views, and shows dust that somebody owns', () => {
    expect(['1.005', '1.004', '-1.005', '0.004', '-0.004'].map((text) => roundMoney(text))).toEqual([
      '1.01',
      '1.00',
      '-1.01',
      '0.00',
      '0.00',
    ]);
    expect(['0.0000001', '0.004', '0.006', '0', '-0.004', '2'].map((text) => roundHolding(text))).toEqual([
      ...['0.01', '0.01', '0.01', '0.00', '0.00', '2.00'],
    ]);
    expect(roundHolding('0.2', 0)).toBe('1');
    const shown = (text: string, sign?: 'always') => formatMoney(text, { decimals: 2, sign });
    expect([shown('1234.567'), shown('0.0001'), shown('0.0001', 'always'), shown('-0.126', 'always')]).toEqual([
      '1,234.57',
      '0.01',
      '0.00',
      '−0.13',
    ]);
    expect(formatMoney('0.00123')).toBe('0.00123');
  });
  it('keeps digits that a float would lose', () => {
    expect(decimalAdd('0.1', '0.2')).toBe('0.3');
    expect(decimalAdd('9007199254740993', '0.000000000000000001')).toBe('9007199254740993.000000000000000001');
    expect(decimalSubtract('1', '0.9')).toBe('0.1');
    expect(decimalMultiply('-1.5', '1.5')).toBe('-2.25');
    expect(decimalDivide('2', '3', 4, 'half')).toBe('0.6667');
    expect(decimalDivide('-2', '3', 4)).toBe('-0.6666');
    expect(decimalDivide('1', '8', 2, 'half')).toBe('0.13');
    expect(decimalDivide('1', '0', 2)).toBe('0.00');
    expect(decimalRound('-2.345', 2)).toBe('-2.35');
    expect(decimalCompare('1.0', '1')).toBe(0);
    expect(trimZeros('100')).toBe('100');
    expect(trimZeros('1.500')).toBe('1.5');
  });
});

describe('prices and short forms', () => {
  it.each([
    ['0.52841', 5],
    ['0', 5],
    ['1', 4],
    ['99.9', 4],
    ['100', 3],
    ['999.99', 3],
    ['1000', 2],
    ['-68412.5', 2],
  ])('gives %s %i decimals', (price, decimals) => {
    expect(priceDecimals(price)).toBe(decimals);
  });
  it('shortens thousands, millions and billions without rounding up', () => {
    expect(shortForm('999.99')).toBe('999.99');
    expect(shortForm('1000')).toBe('1.00K');
    expect(shortForm('999999')).toBe('999.9K');
    expect(shortForm('1000000')).toBe('1.00M');
    expect(shortForm('612400000')).toBe('612.4M');
    expect(shortForm('1240000000')).toBe('1.24B');
    expect(shortForm('-1500')).toBe('−1.50K');
  });
});

describe('figures for people', () => {
  it('separates thousands and writes a real minus', () => {
    expect(formatAmount('1234567.891', { decimals: 2 })).toBe('1,234,567.89');
    expect(formatAmount('-31.32')).toBe('−31.32');
    expect(formatAmount('186.42', { sign: 'always' })).toBe('+186.42');
    expect(formatAmount('0', { sign: 'always', decimals: 2 })).toBe('0.00');
    expect(formatAmount('-0.001', { decimals: 2 })).toBe('0.00');
  });
  it('never shows a digit that is not there, at any length', () => {
    expect(formatAmount('123456789012345678901.123456789012345678')).toBe('123,456,789,012,345,678,901.123456789012345678');
  });
  it('follows the language', () => {
    expect(formatAmount('1234567.5', { locale: 'de', decimals: 2 })).toBe('1.234.567,50');
    expect(separatorsOf('de')).toEqual({ group: '.', decimal: ',' });
    expect(formatAmount('-1234.5', { locale: 'ar' })).toBe('−1,234.5');
  });
  it('writes ratios as percent', () => {
    expect(formatRatio('0.0123', { sign: 'always' })).toBe('+1.23%');
    expect(formatRatio('-0.00619')).toBe('−0.61%');
  });
  it('puts the currency sign where the currency wants it', () => {
    expect(withCurrencySign('12.00', '$', 0)).toBe('$12.00');
    expect(withCurrencySign('12.00', 'RM', 1)).toBe('12.00 RM');
  });
});

describe('times', () => {
  it('reads ten digits as seconds', () => {
    expect(timestampMs(1763716500)).toBe(1763716500000);
    expect(timestampMs('1763716500123')).toBe(1763716500123);
    expect(timestampMs('soon')).toBe(0);
  });
});

describe('a position', () => {
  const long = { marketPrice: '110', openPrice: '100', isLong: true, leverage: '10', lotSize: '1', margin: '50' };
  it('earns for a long what it costs a short', () => {
    expect(profitPercentage(long)).toBe('100.00');
    expect(profitPercentage({ ...long, isLong: false })).toBe('-100.00');
    expect(profitAmount(long)).toBe('50.00');
    expect(profitAmount({ ...long, isLong: false })).toBe('-50.00');
  });
  it('shows 0 when open price, lot size, margin or leverage is not positive', () => {
    expect(profitPercentage({ ...long, openPrice: '0' })).toBe('0');
    expect(profitPercentage({ ...long, lotSize: '-1' })).toBe('0');
    expect(profitAmount({ ...long, margin: '0' })).toBe('0');
    expect(profitAmount({ ...long, leverage: '0' })).toBe('0');
    expect(profitAmount({ ...long, marketPrice: 'NaN' })).toBe('0');
  });
});
