import { describe, expect, it } from 'vitest';
import { brief, neat } from './figures.ts';

describe('decimals worth reading', () => {
  it.each([
    ['100000.000000', 2],
    ['0.05000000', 2],
    ['0.00012340', 7],
    ['7', 2],
  ])('%s shows %i', (value, decimals) => expect(neat(value)).toBe(decimals));
});

describe('decimals of a list', () => {
  it.each([
    ['18136.701780', 2],
    ['-2.1138', 2],
    ['0.00012340', 7],
    ['0', 2],
  ])('%s shows %i', (value, decimals) => expect(brief(value)).toBe(decimals));
});
