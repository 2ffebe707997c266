import { filterOf, nextSort, noFilter, noSort } from '@bourse/ui/table-state.ts';
import { describe, expect, it } from 'vitest';
import { inPartition, isBoard, listQuery } from './boards.ts';

describe('what a board asks for', () => {
  it('shows the most traded first until a head is clicked', () => {
    expect(listQuery('spot', noFilter, noSort)).toEqual({ sort: '-turnover' });
  });
  it('cycles price up, price down, none', () => {
    let sort = noSort;
    const seen = [0, 1, 2].map(() => {
      sort = nextSort(sort, 'price', 1);
      return listQuery('spot', filterOf(noFilter, sort), sort).sort;
    });
    expect(seen).toEqual(['price', '-price', '-turnover']);
  });
  it('lets the up/down range take over from the price', () => {
    const price = nextSort(noSort, 'price', 1);
    const change = nextSort(price, 'change', 2);
    expect(listQuery('perps', filterOf(noFilter, change), change).sort).toBe('change');
  });
  it('names the exchange of a board of shares, and keeps its sectors for itself', () => {
    expect(listQuery('kl', { ...noFilter, partition: 'finance' }, noSort)).toEqual({ plate: 'MY', sort: '-turnover' });
    expect(listQuery('spot', { ...noFilter, partition: 'defi' }, noSort)).toEqual({ plate: 'defi', sort: '-turnover' });
    const items = [{ plate: 'finance' }, { plate: 'energy' }];
    expect(inPartition('kl', items, 'finance')).toHaveLength(1);
    expect(inPartition('spot', items, 'finance')).toHaveLength(2);
  });
  it('knows its names', () => expect([isBoard('us'), isBoard('x'), isBoard(undefined)]).toEqual([true, false, false]));
});
