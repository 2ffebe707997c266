import { flows } from '@bourse/protocol/flows';
import { english as en } from '@bourse/words/english';
import { describe, expect, it } from 'vitest';
import { named, ruleOf } from './rules.ts';

describe('the sentence under a statement line', () => {
  it('is known for every way the money of contracts, timed contracts and stocks of a customer moves', () => {
    // Customers never see the entries of house accounts, so these need no sentence.
    const houseOnly = /Income|House|InsuranceReceives|DayTradeFee/;
    const silent = Object.entries(flows).filter(
      ([name, { code, area }]) => ['contract', 'fast', 'stock'].includes(area) && !houseOnly.test(name) && ruleOf(code) === 'other',
    );
    expect(silent.map(([name]) => name)).toEqual([]);
  });
  it('is named after flows that exist, and written', () => {
    expect(Object.keys(named).filter((name) => !(name in flows))).toEqual([]);
    const words: Record<string, string> = en.funds;
    expect(Object.values(named).filter((rule) => !words[`rule_${rule}`])).toEqual([]);
  });
  it('falls back for a code this version does not know', () => {
    expect(ruleOf(999_999)).toBe('other');
    expect(ruleOf(3000)).toBe('transfer');
  });
});
