/** The sort and filter state of tables (product specification, sections 3 and 4). */
export type SortDirection = '' | 'asc' | 'desc';
/** 1: a price column, 2: an up/down range column, 0: any other. */
export type SortType = 0 | 1 | 2;
export type TableSort = { id: string; sort: SortDirection; type: SortType };
export type SortFlag = -1 | 0 | 1;
export type TableFilter = { priceSort: SortFlag; upDownRangSort: SortFlag; partition: string };

export const noSort: TableSort = { id: '', sort: '', type: 0 };
export const noFilter: TableFilter = { priceSort: 0, upDownRangSort: 0, partition: '' };

const after: Record<SortDirection, SortDirection> = { '': 'asc', asc: 'desc', desc: '' };
const flags: Record<SortDirection, SortFlag> = { '': 0, asc: 1, desc: -1 };

/** A click: none → asc → desc → none; another column restarts the cycle and resets the first. */
export function nextSort(current: TableSort, id: string, type: SortType = 0): TableSort {
  const sort = after[current.id === id ? current.sort : ''];
  return { id, sort, type };
}

/** The sort as parameters of the list call: a price column sets `priceSort` and clears the range, and the reverse. */
export function filterOf(filter: TableFilter, sort: TableSort): TableFilter {
  const flag = flags[sort.sort];
  return {
    partition: filter.partition,
    priceSort: sort.type === 1 ? flag : 0,
    upDownRangSort: sort.type === 2 ? flag : 0,
  };
}

/** A choice in the filter sheet sets the partition and nothing else. */
export const choosePartition = (filter: TableFilter, partition: string): TableFilter => ({ ...filter, partition });

/** Rows in the order of a sort. Equal rows keep their order, as do all rows without a sort. */
export function sortRows<Row>(rows: readonly Row[], sort: TableSort, compare: (a: Row, b: Row, id: string) => number): readonly Row[] {
  if (sort.sort === '' || sort.id === '') return rows;
  const turn = sort.sort === 'asc' ? 1 : -1;
  return rows
    .map((row, index) => ({ row, index }))
    .sort((a, b) => compare(a.row, b.row, sort.id) * turn || a.index - b.index)
    .map(({ row }) => row);
}
