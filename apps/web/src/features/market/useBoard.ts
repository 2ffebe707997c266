import { decimalCompare } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { InstrumentKind } from '@bourse/protocol/enums';
import type { TableFilter, TableSort } from '@bourse/ui';
import { useEffect, useMemo, useState } from 'react';
import { lastValue, pageSize, type Remote, seedTicks, useInstruments, useLookAt, useMarketList, useRead } from '../../data/index.ts';
import { type Board, boardCode, boardKind, inPartition, listQuery } from './boards.ts';

export interface BoardView {
  items: readonly Listed[];
  remote: Remote<{ list: Listed[]; total: number }>;
  more: (() => void) | null;
  plates: readonly string[];
}

const most = 100;

/** The rows of a board, as many pages as the person scrolled to, and their live subscription. */
export function useBoard(board: Board, filter: TableFilter, sort: TableSort, first: number): BoardView {
  const [size, setSize] = useState({ board, size: first });
  const count = size.board === board ? size.size : first;
  const kind = boardKind[board] ?? InstrumentKind.coin;
  const query = listQuery(board, filter, sort);
  const listed = useMarketList(kind, { ...query, pageSize: boardCode[board] && filter.partition !== '' ? most : Math.max(count, first) });
  const watched = useRead(
    'GET pay/symbol-collect/page',
    { pageSize: most },
    { needsSession: true, enabled: board === 'watch', staleMs: 10_000 },
  );
  const remote = board === 'watch' ? watched : listed;
  const page = lastValue(remote);
  useEffect(() => {
    if (board === 'watch' && page) seedTicks(page.list.map((item) => item.row));
  }, [board, page]);
  const items = useMemo(() => {
    const list = page?.list ?? [];
    // The previous board's rows stay visible while the next load. Do not show them under the new board's name.
    const right =
      board === 'watch' ? list : list.filter((item) => item.kind === kind && (!boardCode[board] || item.board === boardCode[board]));
    const chosen = inPartition(board, right, filter.partition);
    return board === 'watch' ? arranged(chosen, filter, sort) : chosen;
  }, [page, board, kind, filter, sort]);
  useLookAt(useMemo(() => items.map((item) => item.symbol), [items]));
  const instruments = lastValue(useInstruments());
  const plates = useMemo(() => {
    const own = (instruments ?? []).filter((item) => item.kind === kind && (!boardCode[board] || item.board === boardCode[board]));
    return board === 'watch' || board === 'indices' ? [] : [...new Set(own.map((item) => item.plate))].sort();
  }, [instruments, board, kind]);
  const more =
    board !== 'watch' && page && page.total > page.list.length && page.list.length < most
      ? () => setSize({ board, size: Math.min(most, page.list.length + pageSize) })
      : null;
  return { items, remote, more, plates };
}

/** The server sends the watchlist whole, because it is short; sort it here by the values of its rows. */
function arranged(items: readonly Listed[], filter: TableFilter, sort: TableSort): readonly Listed[] {
  const by = filter.priceSort !== 0 ? 'pe' : filter.upDownRangSort !== 0 ? 'peA' : sort.id === 'turnover' && sort.sort !== '' ? 'q' : null;
  if (by === null) return items;
  const turn = filter.priceSort || filter.upDownRangSort || (sort.sort === 'asc' ? 1 : -1);
  return [...items].sort((a, b) => decimalCompare(a.row[by], b.row[by]) * turn);
}
