import type { StatementLine } from '@bourse/protocol';
import { describe, expect, it } from 'vitest';
import { dayOf, entriesOf, groupByDay, movementOf, netOf, periodStart, readFilters, signedAmount } from './statement.ts';

const line = (time: string, change: Partial<StatementLine> = {}): StatementLine => ({
  id: '1',
  seq: '1',
  time: Date.parse(time),
  wallet: 1,
  asset: 'USDT',
  direction: 1,
  flow: 3001,
  flowName: 'transferIn',
  amount: '5',
  availableAfter: '5',
  frozenAfter: '0',
  orderId: null,
  fillId: null,
  symbol: null,
  ...change,
});

describe('lines of one trade', () => {
  const bought = { seq: '7', fillId: '3', symbol: 'BTC/USDT' };
  const lines = [
    line('2026-11-20T10:00:00Z', { id: '5', ...bought, asset: 'BTC', amount: '0.1' }),
    line('2026-11-20T10:00:00Z', { id: '4', ...bought, asset: 'BTC', amount: '-0.0001', direction: 2 }),
    line('2026-11-20T10:00:00Z', { id: '3', ...bought, amount: '-6800', direction: 2 }),
    line('2026-11-20T10:00:00Z', { id: '2', ...bought, fillId: '2', amount: '-10', direction: 2 }),
    line('2026-11-20T09:00:00Z', { id: '1', seq: '6', amount: '-100', direction: 3 }),
  ];
  it('are one entry with what the trade changed altogether, and no others are', () => {
    const entries = entriesOf(lines);
    expect(entries.map((entry) => entry.lines.map(({ id }) => id))).toEqual([['5', '4', '3'], ['2'], ['1']]);
    expect(netOf(entries[0]!.lines)).toEqual([
      { asset: 'BTC', amount: '0.0999' },
      { asset: 'USDT', amount: '-6800' },
    ]);
    expect(netOf(entries[2]!.lines)).toEqual([]);
  });
});

describe('statement', () => {
  it('a line belongs to the day of the customer, not of the server', () => {
    expect(dayOf(Date.parse('2026-11-20T23:30:00Z'), 'Asia/Kuala_Lumpur')).toBe('2026-11-21');
    expect(dayOf(Date.parse('2026-11-20T23:30:00Z'), 'America/New_York')).toBe('2026-11-20');
  });

  it('groups neighbours and keeps the order', () => {
    const days = groupByDay([line('2026-11-21T09:00:00Z'), line('2026-11-21T01:00:00Z'), line('2026-11-20T22:00:00Z')], 'UTC');
    expect(days.map(({ day, lines }) => [day, lines.length])).toEqual([
      ['2026-11-21', 2],
      ['2026-11-20', 1],
    ]);
  });

  it('says how the balance moved, with a sign', () => {
    expect(movementOf({ direction: 2, amount: '5' })).toBe('out');
    expect(signedAmount({ direction: 2, amount: '5' })).toBe('-5');
    expect(signedAmount({ direction: 2, amount: '-5' })).toBe('-5');
    expect(signedAmount({ direction: 3, amount: '7' })).toBe('-7');
    expect(signedAmount({ direction: 4, amount: '7' })).toBe('7');
    expect(movementOf({ direction: 4, amount: '7' })).toBe('release');
  });

  it('asks the same question within a minute', () => {
    expect(periodStart('day', 1_700_000_012_345)).toBe(periodStart('day', 1_700_000_030_000));
    expect(periodStart('all', 5)).toBeUndefined();
  });

  it('ignores what an address should not say', () => {
    expect(readFilters({ wallet: '2', type: '9', asset: '<b>', period: 'week', page: '0' })).toEqual({
      wallet: 2,
      period: 'week',
      page: 1,
    });
  });
});
