import { describe, expect, it } from 'vitest';
import { briefly, curveOf, type Day, monthsOf, profitOf, strengthOf } from './equity.ts';

const day = (name: string, total: string, pl: string): Day => ({ day: name, total, pl, deposits: '0' });
const days = [
  day('2026-10-30', '0', '0'),
  day('2026-10-31', '100', '0'),
  day('2026-11-01', '112.5', '12.5'),
  day('2026-11-02', '110', '-2.5'),
];

describe('the value of an account over days', () => {
  it('is drawn from its first money on, each past day at its end and today by the minute: never at an end that has not come', () => {
    const [midnight, minute] = [Date.UTC(2026, 10, 2), 60_000];
    const today = [
      { at: midnight, value: 112.5 },
      { at: midnight + minute, value: 111 },
      { at: midnight + 2 * minute, value: 110 },
    ];
    expect(curveOf(days, 'week', (usd) => usd, today)).toEqual([
      { at: Date.UTC(2026, 10, 1), value: 100 },
      { at: midnight, value: 112.5 },
      ...today.slice(1),
    ]);
  });
  it('of an account of today is today by the minute in every span', () => {
    const young = [day('2026-11-01', '0', '0'), day('2026-11-02', '100000', '0')];
    const today = [{ at: Date.UTC(2026, 10, 2, 9, 30), value: 100_000 }];
    expect(curveOf(young, 'month', (usd) => usd, today)).toEqual(today);
  });
  it('is empty for an account that never had anything', () => {
    expect(curveOf([day('2026-11-01', '0', '0')], 'month', (usd) => usd, [])).toEqual([]);
  });
  it('adds profits up to the last digit', () => {
    expect(profitOf(days)).toBe('10.0');
  });
});

describe('a calendar of profits', () => {
  it('begins its weeks where the language does', () => {
    const [october, november] = monthsOf(days, 1);
    expect(october!.key).toBe('2026-10');
    // 1 November 2026 is a Sunday: the seventh cell of a week that begins on Monday, the first of one that begins on Sunday.
    expect(november!.weeks[0]!.map((cell) => cell?.date ?? null)).toEqual([null, null, null, null, null, null, 1]);
    expect(monthsOf(days, 7)[1]!.weeks[0]!.map((cell) => cell?.date)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(november!.weeks.flat().filter((cell) => cell !== null)).toHaveLength(30);
    expect(november!.weeks.every((week) => week.length === 7)).toBe(true);
  });
  it('knows which days are not known, and sums those that are', () => {
    const november = monthsOf(days, 7)[1]!;
    expect(november.weeks[0]![1]).toMatchObject({ date: 2, pl: '-2.5' });
    expect(november.weeks[0]![2]).toMatchObject({ date: 3, pl: '' });
    expect(november.pl).toBe('10.0');
  });
  it('washes the largest move strongest, whichever way it went', () => {
    const all = ['100', '-200', '10', '0', ''];
    expect(all.map((pl) => strengthOf(pl, all))).toEqual([2, 3, 1, 0, 0]);
    expect(strengthOf('0', ['0'])).toBe(0);
  });
  it('writes figures that fit a cell', () => {
    expect(['1240.55', '-1240.55', '186.42', '-12.57', '3.456'].map((pl) => briefly(pl, 'en'))).toEqual([
      '+1.24K',
      '\u22121.24K',
      '+186',
      '\u221212.5',
      '+3.45',
    ]);
  });
});
