import { describe, expect, it } from 'vitest';
import { effectOf, endOf, limitProblem, runs } from './model.ts';

describe('a daily loss limit', () => {
  it('holds at once when it is lowered or first set', () => {
    expect(effectOf(null, '100')).toBe('now');
    expect(effectOf('100', '99.99')).toBe('now');
  });
  it('waits a day when it is raised or removed', () => {
    expect(effectOf('100', '100.01')).toBe('tomorrow');
    expect(effectOf('100', null)).toBe('tomorrow');
  });
  it('changes nothing when it stays', () => {
    expect(effectOf('100.00', '100')).toBe('same');
    expect(effectOf(null, null)).toBe('same');
  });
  it('is an amount above zero with cents at most', () => {
    expect(['', '0', '0.00', 'x', '1.234', '12.5'].map(limitProblem)).toEqual([
      'missing',
      'zero',
      'zero',
      'malformed',
      'malformed',
      undefined,
    ]);
  });
});

describe('a pause', () => {
  const now = 1_795_176_000_000;
  it('never ends before the one that runs already', () => {
    expect(endOf(now, 24, null)).toBe(now + 86_400_000);
    expect(endOf(now, 24, now + 100 * 86_400_000)).toBe(now + 100 * 86_400_000);
  });
  it('runs until its end and no longer', () => {
    expect(runs(now + 1, now)).toBe(true);
    expect(runs(now, now)).toBe(false);
    expect(runs(null, now)).toBe(false);
  });
});
