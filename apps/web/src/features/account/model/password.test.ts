import { describe, expect, it } from 'vitest';
import { longestRun, passwordStrength } from './password.ts';

describe('password strength', () => {
  it.each([
    ['short1!', 0, 'tooShort', true],
    ['x'.repeat(129), 0, 'tooLong', true],
    ['password1', 1, 'common', true],
    ['P@ssw0rd', 1, 'common', true],
    ['aaaaaaaaaa', 1, 'repeats', true],
    ['23456789', 1, 'sequence', true],
    ['mvkrtpqd', 1, 'mix', true],
    ['tiger1tiger1', 1, 'repeats', false],
    ['zebra12345', 1, 'sequence', false],
    ['mvkrtpqd82', 2, 'longer', false],
    ['correct horse', 3, 'good', false],
    ['correct horse battery staple', 4, 'strong', false],
    ['tR7#kq-Lm92vX!', 4, 'strong', false],
  ] as const)('%s scores %i and says %s', (password, score, advice, blocked) => {
    expect(passwordStrength(password)).toEqual({ score, advice, blocked });
  });

  it('refuses what contains the account', () => {
    expect(passwordStrength('marietta likes plums', 'marietta@example.com').advice).toBe('likeAccount');
    expect(passwordStrength('my number 23456789!', '012-345 6789').advice).toBe('likeAccount');
    expect(passwordStrength('somebody likes plums', 'marietta@example.com').blocked).toBe(false);
  });

  it('sees runs in both directions and along keyboard rows', () => {
    expect(longestRun('xx4321yy')).toBe(4);
    expect(longestRun('asdfg')).toBe(5);
    expect(longestRun('kiwi')).toBe(1);
  });

  it('a pasted book costs nothing', () => {
    expect(passwordStrength('ab'.repeat(500_000)).advice).toBe('tooLong');
  });
});
