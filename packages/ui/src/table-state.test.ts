import { describe, expect, it } from 'vitest';
import { csvCell, toCsv } from './csv.ts';
import { choosePartition, filterOf, nextSort, noFilter, noSort, sortRows } from './table-state.ts';

describe('sorting a table', () => {
  it('cycles none, ascending, descending, none', () => {
    const first = nextSort(noSort, 'price', 1);
    expect(first).toEqual({ id: 'price', sort: 'asc', type: 1 });
    const second = nextSort(first, 'price', 1);
    expect(second.sort).toBe('desc');
    expect(nextSort(second, 'price', 1).sort).toBe('');
  });
  it('starts another column anew', () => {
    expect(nextSort({ id: 'price', sort: 'desc', type: 1 }, 'change', 2)).toEqual({ id: 'change', sort: 'asc', type: 2 });
  });
  it('sets priceSort or upDownRangSort and clears the other', () => {
    expect(filterOf(noFilter, { id: 'price', sort: 'asc', type: 1 })).toEqual({ priceSort: 1, upDownRangSort: 0, partition: '' });
    expect(filterOf({ ...noFilter, priceSort: 1 }, { id: 'change', sort: 'desc', type: 2 })).toEqual({
      priceSort: 0,
      upDownRangSort: -1,
      partition: '',
    });
    expect(filterOf({ priceSort: 1, upDownRangSort: 0, partition: 'usdt' }, noSort)).toEqual({ ...noFilter, partition: 'usdt' });
    expect(choosePartition({ ...noFilter, priceSort: -1 }, 'layer1')).toEqual({ priceSort: -1, upDownRangSort: 0, partition: 'layer1' });
  });
  it('keeps equal rows in their order', () => {
    const rows = [
      { n: 'a', v: 1 },
      { n: 'b', v: 2 },
      { n: 'c', v: 1 },
    ];
    const by = (a: { v: number }, b: { v: number }) => a.v - b.v;
    expect(sortRows(rows, { id: 'v', sort: 'desc', type: 0 }, by).map((row) => row.n)).toEqual(['b', 'a', 'c']);
    expect(sortRows(rows, noSort, by)).toBe(rows);
  });
});

describe('CSV', () => {
  it('disarms formulas and leaves numbers alone', () => {
    expect(csvCell('=1+1')).toBe("'=1+1");
    expect(csvCell('@SUM(A1)')).toBe("'@SUM(A1)");
    expect(csvCell('-31.32')).toBe('-31.32');
    expect(csvCell('−31.32')).toBe('-31.32');
    expect(csvCell('+1.2%')).toBe('+1.2%');
    expect(csvCell('-cmd')).toBe("'-cmd");
    expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
    expect(toCsv(['x', 'y'], [['1', 'two\nlines']])).toBe('x,y\r\n1,"two\nlines"');
  });
});
