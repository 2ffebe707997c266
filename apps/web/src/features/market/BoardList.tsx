import { shortForm } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import {
  Button,
  Change,
  cx,
  EmptyState,
  ErrorState,
  IconArrowDown,
  IconArrowUp,
  nextSort,
  Price,
  SkeletonRows,
  type SortType,
  Sparkline,
  type TableFilter,
  type TableSort,
  useUi,
} from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { changeOf, useEnterDemo, useSignedIn, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { EnterButtons } from '../funds/parts/EnterButtons.tsx';
import { Star } from '../trade/instrument/Head.tsx';
import { stepDecimals } from '../trade/ticket/arithmetic.ts';
import { BoardFoot } from './BoardFoot.tsx';
import styles from './BoardList.module.css';
import { type Board, boardKeys } from './boards.ts';
import type { BoardView } from './useBoard.ts';

export type BoardProps = {
  board: Board;
  view: BoardView;
  sort: TableSort;
  filter: TableFilter;
  onSort: (sort: TableSort) => void;
  onBrowse: () => void;
};
type Props = BoardProps & { onAll: () => void };

/** The list on a phone: two lines per row, and the whole row links to the instrument. */
export function BoardList({ board, view, sort, filter, onSort, onBrowse, onAll }: Props) {
  const t = useT();
  const head = (id: string, type: SortType, text: string) => <SortHead {...{ id, type, text, sort, onSort }} />;
  return (
    <section aria-label={t('market.listLabel', { board: t(boardKeys[board]) })}>
      {(view.items.length > 0 || view.remote.state === 'loading') && (
        <div className={styles.head}>
          {head('turnover', 0, t('market.pairTurnover'))}
          <span className={styles.headEnd}>
            {head('price', 1, t('market.price'))}
            {head('change', 2, t('market.change'))}
          </span>
        </div>
      )}
      <BoardBody {...{ board, view, filter, onBrowse, onAll }}>
        <ul>
          {view.items.map((item) => (
            <Row key={item.id} item={item} />
          ))}
        </ul>
        {view.more && <Sentinel more={view.more} />}
      </BoardBody>
      {view.items.length > 0 && <BoardFoot items={view.items} />}
    </section>
  );
}

export function SortHead({
  id,
  type,
  text,
  sort,
  onSort,
}: {
  id: string;
  type: SortType;
  text: string;
  sort: TableSort;
  onSort: (sort: TableSort) => void;
}) {
  const t = useT();
  const direction = sort.id === id ? sort.sort : '';
  return (
    <button
      type="button"
      className={styles.sort}
      data-on={direction !== ''}
      aria-label={direction === '' ? text : t('market.sorted', { column: text, direction })}
      onClick={() => onSort(nextSort(sort, id, type))}
    >
      {text}
      {direction === 'asc' && <IconArrowUp size={12} aria-hidden />}
      {direction === 'desc' && <IconArrowDown size={12} aria-hidden />}
    </button>
  );
}

/** Shown instead of rows: a skeleton, an explanation of an empty list, or an error. */
export function BoardBody({
  board,
  view,
  filter,
  onBrowse,
  onAll,
  children,
}: Pick<Props, 'board' | 'view' | 'filter' | 'onBrowse' | 'onAll'> & { children: React.ReactNode }) {
  const t = useT();
  const signedIn = useSignedIn();
  const entry = useEnterDemo();
  const { remote, items } = view;
  if (board === 'watch' && !signedIn)
    return (
      <EmptyState title={t('market.watchVisitor')} action={<EnterButtons {...entry} />}>
        {t('market.watchVisitorWhy')}
      </EmptyState>
    );
  if (remote.state === 'failed' && items.length === 0)
    return (
      <ErrorState title={t('common.loadFailed')} onRetry={remote.retry}>
        {t('common.loadFailedWhy', { reason: remote.error.message })}
      </ErrorState>
    );
  if (items.length === 0 && (remote.state === 'loading' || remote.state === 'idle' || (remote.state === 'ready' && remote.refreshing)))
    return <SkeletonRows rows={8} height={56} />;
  if (items.length === 0)
    return board === 'watch' ? (
      <EmptyState
        title={t('market.watchEmpty')}
        action={
          <Button kind="outline" onClick={onBrowse}>
            {t('market.browse')}
          </Button>
        }
      >
        {t('market.watchEmptyWhy')}
      </EmptyState>
    ) : (
      <EmptyState
        title={t('market.boardEmpty')}
        action={
          filter.partition === '' ? undefined : (
            <Button kind="outline" onClick={onAll}>
              {t('market.allSectors')}
            </Button>
          )
        }
      >
        {t('market.boardEmptyWhy')}
      </EmptyState>
    );
  return children;
}

function Sentinel({ more }: { more: () => void }) {
  const t = useT();
  const node = useRef<HTMLDivElement>(null);
  const latest = useRef(more);
  latest.current = more;
  useEffect(() => {
    if (!node.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && latest.current(), {
      rootMargin: '400px',
    });
    observer.observe(node.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={node} className={styles.more}>
      <Button kind="plain" onClick={more}>
        {t('market.more')}
      </Button>
    </div>
  );
}

export function PairName({ item }: { item: Pick<Listed, 'symbol' | 'base' | 'quote' | 'kind'> }) {
  return item.kind === 1 ? (
    <>
      {item.base} <span className={styles.quote}>/ {item.quote}</span>
    </>
  ) : (
    item.symbol
  );
}

const Row = memo(function Row({ item }: { item: Listed }) {
  return (
    <li className={styles.row}>
      <Link to="/order" search={{ symbol: item.symbol, kind: String(item.kind) }} className={styles.link}>
        <span className={styles.names}>
          <span className={cx(styles.symbol, 'names')}>
            <PairName item={item} />
          </span>
          <Under item={item} />
        </span>
        <Sparkline
          values={item.spark}
          width={72}
          height={28}
          {...(item.row.peA.startsWith('-') ? { tone: 'down' as const } : { tone: 'up' as const })}
        />
        <Figures item={item} />
      </Link>
      <span className={styles.star}>
        <Star small instrument={item} />
      </span>
    </li>
  );
});

function Under({ item }: { item: Listed }) {
  const t = useT();
  const { locale } = useUi();
  const tick = useTickOnly(item.symbol);
  const closed = item.session !== null && item.status !== 1;
  return (
    <span className={styles.under}>
      {item.kind === 3 ? `${item.name} · ` : ''}
      {shortForm(tick?.q ?? item.row.q, locale)}
      {closed && ` · ${t('market.closedSince')}`}
    </span>
  );
}

function Figures({ item }: { item: Listed }) {
  const tick = useTickOnly(item.symbol);
  const row = tick && tick.at > 0 ? tick : item.row;
  return (
    <span className={cx(styles.figures, row.st === 1 && styles.old)}>
      <span className={styles.price}>
        <Price value={row.pe} decimals={stepDecimals(item.tick)} />
      </span>
      <Change value={changeOf(row)} />
    </span>
  );
}
