import { describe, expect, it } from 'vitest';
import { cardOf, spoken } from './card.ts';

const position = {
  symbol: 'BTC-PERP',
  status: 1,
  direction: 1,
  lever: 10,
  endPrice: '68000',
  closePrice: null,
  markPrice: '68500.5',
  quantity: '0.15',
  closedQuantity: '0',
  asset: 'USDT',
} as const;
const words = {
  brand: 'Bourse',
  labels: ['Demo'],
  direction: 'Long',
  entry: 'Entry',
  exit: 'Exit',
  mark: 'Mark',
  quantity: 'Quantity',
  when: '20 Nov 2026',
  invite: 'Scan to see it',
};
const figures = {
  price: (value: string | null) => value ?? '–',
  amount: (value: string) => value,
  quantity: (value: string) => value,
  percent: (value: string | null) => (value === null ? '–' : `${value}%`),
};
const result = { ratio: '+7.36', amount: '75.075', sign: 1 } as const;

describe('a share card', () => {
  it('says nothing of money or quantities unless that is wanted', () => {
    const card = cardOf(position, result, words, figures, { amounts: false, link: 'https://bourse.example/' });
    expect(card.amount).toBeUndefined();
    expect(spoken(card)).toBe('BTC-PERP, Long 10×, +7.36%, Entry 68000, Mark 68500.5, 20 Nov 2026, Demo');
    expect(JSON.stringify(card)).not.toMatch(/75\.075|0\.15/);
  });
  it('says both when it is', () => {
    const card = cardOf(position, result, words, figures, { amounts: true, link: 'https://bourse.example/' });
    expect(card.amount).toBe('75.075 USDT');
    expect(card.facts).toContainEqual({ name: 'Quantity', value: '0.15' });
  });
  it('names the exit of a closed position, and its own quantity', () => {
    const closed = { ...position, status: 2, closePrice: '70000', quantity: '0', closedQuantity: '0.15', lever: 1 } as const;
    const card = cardOf(closed, { ratio: null, amount: '-3', sign: -1 }, words, figures, { amounts: true, link: '' });
    expect(card).toMatchObject({ direction: 'Long', tone: 'down', headline: '–' });
    expect(card.facts.map(({ name, value }) => `${name} ${value}`)).toEqual(['Entry 68000', 'Exit 70000', 'Quantity 0.15']);
  });
});
