import { formatAmount } from '@bourse/money';
import { expect, it } from 'vitest';
import { distanceTo } from './distance.ts';

const shown = (target: string, price: string) => formatAmount(distanceTo(target, price), { decimals: 1, sign: 'always' });

it('a long is closed below the price, a short above it', () => {
  expect(shown('60765.9', '68425.0')).toBe('−11.1');
  expect(shown('4177.31', '3524.60')).toBe('+18.5');
});
it('without a price there is no distance', () => {
  expect(shown('60765.9', '0')).toBe('0.0');
});
