import { InstrumentKind } from '@bourse/protocol/enums';
import type { TableFilter, TableSort } from '@bourse/ui';

/** The boards of the market screen and the parameters of each list call. */
export const boards = ['watch', 'spot', 'perps', 'us', 'kl', 'indices'] as const;
export type Board = (typeof boards)[number];
export const isBoard = (text: unknown): text is Board => boards.includes(text as Board);
export const boardKeys = {
  watch: 'market.boardWatch',
  spot: 'market.boardSpot',
  perps: 'market.boardPerps',
  us: 'market.boardUs',
  kl: 'market.boardKl',
  indices: 'market.boardIndices',
} as const satisfies Record<Board, string>;

export const boardKind: Partial<Record<Board, InstrumentKind>> = {
  spot: InstrumentKind.coin,
  perps: InstrumentKind.contract,
  us: InstrumentKind.stock,
  kl: InstrumentKind.stock,
};
/** A stock board filters by its exchange's code, which the call takes in the parameter for the sector. */
export const boardCode: Partial<Record<Board, string>> = { us: 'US', kl: 'MY' };

type ServerSort = 'price' | '-price' | 'change' | '-change' | 'turnover' | '-turnover' | 'symbol' | '-symbol';

/** The specification's filter as parameters of the list call. Without a sort, the highest turnover comes first. */
export function listQuery(board: Board, filter: TableFilter, sort: TableSort): { plate?: string; sort: ServerSort } {
  const plate = boardCode[board] ?? (filter.partition === '' ? undefined : filter.partition);
  const direction = (name: 'price' | 'change' | 'turnover' | 'symbol', flag: number): ServerSort => (flag > 0 ? name : `-${name}`);
  const by =
    filter.priceSort !== 0
      ? direction('price', filter.priceSort)
      : filter.upDownRangSort !== 0
        ? direction('change', filter.upDownRangSort)
        : sort.sort !== '' && (sort.id === 'turnover' || sort.id === 'symbol')
          ? direction(sort.id, sort.sort === 'asc' ? 1 : -1)
          : '-turnover';
  return { ...(plate === undefined ? {} : { plate }), sort: by };
}

/** On a stock board, the sector filters the rows that were loaded. */
export const inPartition = <Item extends { plate: string }>(board: Board, items: readonly Item[], partition: string): readonly Item[] =>
  partition === '' || boardCode[board] === undefined ? items : items.filter((item) => item.plate === partition);
