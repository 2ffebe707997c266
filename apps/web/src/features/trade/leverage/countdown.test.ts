import { expect, it } from 'vitest';
import { untilText } from './countdown.tsx';

it('counts down to the second, never below zero', () => {
  expect(untilText((2 * 3600 + 14 * 60 + 8) * 1000)).toBe('2:14:08');
  expect(untilText(59_001)).toBe('1:00');
  expect(untilText(4_200)).toBe('0:05');
  expect(untilText(-1)).toBe('0:00');
});
