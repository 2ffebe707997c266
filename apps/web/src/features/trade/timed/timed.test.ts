import { describe, expect, it } from 'vitest';
import { evenShare, outlook, payoutOf } from './timed.ts';

describe('a timed contract', () => {
  it('pays its rate on the stake, cut at the last digit', () => {
    expect(payoutOf('10', '85', 6)).toBe('8.500000');
    expect(payoutOf('0.000001', '85', 6)).toBe('0.000000');
    expect(payoutOf('33.333333', '82.5', 6)).toBe('27.499999');
  });
  it('says how often one must win to be even', () => {
    expect(evenShare('85')).toBe('54.1');
    expect(evenShare('100')).toBe('50.0');
  });
  it('shows a contract as winning when the index is on its side', () => {
    expect(outlook(1, '68400', '68400.1')).toBe('ahead');
    expect(outlook(2, '68400', '68400.1')).toBe('behind');
    expect(outlook(2, '68400.0', '68400')).toBe('level');
  });
});
