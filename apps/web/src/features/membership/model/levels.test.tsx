import { describe, expect, it } from 'vitest';
import { config, detail } from '../../../testing/membership.tsx';
import { heightsOf, isSold, levelAt, missingTo, nextByVolume, paysAt, paysFrom, savingOf, withoutBought } from './levels.ts';

const [first, second] = [levelAt(config(), 0), levelAt(config(), 1)];

describe('what a level saves', () => {
  it('is the difference of the taker rates on the volume, rounded down', () => {
    // 0.1 % less 0.09 % of 20,000.099999 USDT.
    expect(savingOf('20000.099999', 'spot', first, second)).toBe('2.00');
    expect(savingOf('20099.999999', 'spot', first, second)).toBe('2.00');
    expect(savingOf('20100', 'spot', first, second)).toBe('2.01');
    expect(savingOf('20100', 'spot', second, first)).toBe('0.00');
    expect(savingOf('20100', 'stock', first, second)).toBe('0.00');
  });

  it('is worth its price from a volume on, rounded up', () => {
    expect(paysFrom('20', 'spot', first, second)).toBe('200000');
    expect(paysFrom('0.000001', 'spot', first, second)).toBe('1');
    expect(paysFrom('20', 'spot', second, second)).toBeUndefined();
    expect([paysAt('20.00', '20'), paysAt('19.99', '20')]).toEqual([true, false]);
    expect(savingOf(paysFrom('20', 'spot', first, second) ?? '0', 'spot', first, second)).toBe('20.00');
  });
});

describe('levels of a customer', () => {
  it('by volume have a next one, until the highest', () => {
    expect(nextByVolume(config(), detail({ volumeLevel: 0, volume: '49999.5' }))).toEqual({ level: 1, missing: '1' });
    expect(nextByVolume(config(), detail({ volumeLevel: 2 }))).toBeUndefined();
    expect(missingTo('10', '10.5')).toBe('0');
  });

  it('that are bought are compared with what there would be without them', () => {
    expect(withoutBought(detail({ level: 2, source: 'bought', volumeLevel: 1 }))).toBe(1);
    expect(withoutBought(detail({ level: 2, source: 'volume', volumeLevel: 2 }))).toBe(2);
  });

  it('are sold above one’s own class, what was given, what PLUS brings and what is bought; the bought one again', () => {
    const sold = (of: Parameters<typeof detail>[0]) =>
      config()
        .levels.filter((one) => isSold(one, detail(of), config()))
        .map(({ level }) => level);
    expect(sold({})).toEqual([1, 2]);
    expect(sold({ bought: { level: 2, until: 1, credit: '1' } })).toEqual([2]);
    expect(sold({ given: { level: 1, until: 1 } })).toEqual([2]);
    expect(sold({ plus: { state: 'holds', frozen: '0' } })).toEqual([]);
    expect(sold({ level: 1, source: 'set' })).toEqual([2]);
  });
});

it('bars are shares of the highest day', () => {
  expect(heightsOf([{ volume: '5' }, { volume: '0' }, { volume: '20' }])).toEqual([0.25, 0, 1]);
  expect(heightsOf([{ volume: '0' }])).toEqual([0]);
});
