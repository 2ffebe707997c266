import { filterOf, IconButton, IconFilter, IconSearch, noFilter, noSort, type TableFilter, type TableSort, Tabs } from '@bourse/ui';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lastValue, useInstruments, useSignedIn } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { useWide } from '../../shell/use-wide.ts';
import { BoardHeat } from './BoardHeat.tsx';
import { BoardList } from './BoardList.tsx';
import { BoardTable } from './BoardTable.tsx';
import { type Board, boardKeys, boards, isBoard } from './boards.ts';
import { FilterSheet } from './FilterSheet.tsx';
import { IndexList } from './IndexList.tsx';
import styles from './MarketScreen.module.css';
import { useBoard } from './useBoard.ts';

/** All listed instruments by board. A visitor sees everything except a watchlist. */
export function MarketScreen() {
  const t = useT();
  const navigate = useNavigate();
  const signedIn = useSignedIn();
  const search = useSearch({ strict: false }) as { board?: string; plate?: string };
  const board: Board = isBoard(search.board) ? search.board : 'spot';
  const [sort, setSort] = useState<TableSort>(noSort);
  const [filter, setFilter] = useState<TableFilter>({ ...noFilter, partition: search.plate ?? '' });
  const [filtering, setFiltering] = useState(false);
  const desk = useWide(900);
  const instruments = lastValue(useInstruments());
  const shown = filterOf(filter, sort);
  const view = useBoard(board, shown, sort, desk ? 60 : 15);
  const choose = (next: Board) => {
    setFilter(noFilter);
    setSort(noSort);
    void navigate({ to: '/market', search: { board: next }, replace: true });
  };
  const partition = (name: string) => setFilter({ ...filter, partition: name });
  return (
    <div className={styles.market}>
      <header className={styles.head}>
        <h1 className={desk ? styles.title : 'visually-hidden'}>{t('market.title')}</h1>
        {!desk && (
          <>
            <Link to="/search" className={styles.search}>
              <IconSearch size={18} aria-hidden />
              {instruments ? t('market.searchAll', { count: instruments.length }) : t('market.searchSome')}
            </Link>
            <IconButton label={t('market.filter')} aria-haspopup="dialog" onClick={() => setFiltering(true)}>
              <IconFilter size={22} aria-hidden />
            </IconButton>
          </>
        )}
      </header>
      <Tabs
        label={t('market.boards')}
        panels="board"
        className={styles.tabs}
        value={board}
        onChange={choose}
        options={boards.map((name) => ({ value: name, label: t(boardKeys[name]) }))}
      />
      <div id={`board-${board}`} role="tabpanel" aria-labelledby={`board-${board}-tab`} className={styles.panel}>
        {board === 'indices' ? (
          <IndexList />
        ) : (
          <>
            {(board !== 'watch' || signedIn) && (
              <BoardHeat board={board} symbols={board === 'watch' ? view.items.map((item) => item.symbol) : undefined} />
            )}
            {desk ? (
              <BoardTable {...{ board, view, sort, partition }} filter={shown} onSort={setSort} onBrowse={() => choose('spot')} />
            ) : (
              <BoardList
                {...{ board, view, sort }}
                filter={shown}
                onSort={setSort}
                onBrowse={() => choose('spot')}
                onAll={() => partition('')}
              />
            )}
          </>
        )}
      </div>
      <FilterSheet
        open={filtering}
        onClose={() => setFiltering(false)}
        plates={view.plates}
        filter={shown}
        onPartition={partition}
        onSort={setSort}
      />
    </div>
  );
}
