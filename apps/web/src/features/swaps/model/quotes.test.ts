import { CallError } from '@bourse/protocol/client';
import { describe, expect, it } from 'vitest';
import { goodUntil, leftOf, mayPass } from './quotes.ts';

const quote = { quotedAt: 1_000_000, validUntil: 1_006_000 };

describe('how long a quote is good', () => {
  it('counts from the question on this device’s clock, whatever the exchange’s clock says', () => {
    expect(goodUntil(quote, 50_000, 50_300)).toBe(56_000);
  });
  it('leaves a second between two questions where answers take longer than a quote is valid', () => {
    expect(goodUntil(quote, 50_000, 58_000)).toBe(59_000);
  });
  it('is told in whole seconds, and never below none', () => {
    expect(leftOf(56_000, 6_000, 50_000)).toEqual({ seconds: 6, share: 1 });
    expect(leftOf(56_000, 6_000, 52_900)).toEqual({ seconds: 4, share: 3_100 / 6_000 });
    expect(leftOf(56_000, 6_000, 60_000)).toEqual({ seconds: 0, share: 0 });
  });
});

it('asks again by itself only where waiting may help', () => {
  const answers = [
    [-1, 0],
    [500, 503],
    [429, 429],
    [3003, 400],
    [3306, 400],
    [4002, 400],
  ] as const;
  expect(answers.map(([code, status]) => mayPass(new CallError(code, status, '')))).toEqual([true, true, true, true, false, false]);
});
