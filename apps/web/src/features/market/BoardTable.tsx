import { decimalSign, formatPrice, shortForm } from '@bourse/money';
import type { Listed } from '@bourse/protocol';
import { Change, Chip, cx, noFigure, Price, Select, Sparkline, useUi } from '@bourse/ui';
import { type Column, DataTable } from '@bourse/ui/table.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { changeOf, type Tick, ticks, useTickOnly } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import { Star } from '../trade/instrument/Head.tsx';
import { stepDecimals } from '../trade/ticket/arithmetic.ts';
import { BoardFoot } from './BoardFoot.tsx';
import { BoardBody, type BoardProps, PairName } from './BoardList.tsx';
import styles from './BoardTable.module.css';
import { boardKeys } from './boards.ts';
import { sectorName } from './sectors.ts';

type Props = BoardProps & { partition: (name: string) => void };

type RowLike = Pick<Tick, 'pe' | 'peA' | 'h' | 'l' | 'v' | 'q' | 'a' | 'b' | 'st'>;
const now = (item: Listed): RowLike => {
  const tick = ticks.get(item.symbol);
  return tick && tick.at > 0 ? tick : item.row;
};

/** One live figure. Only its cell renders again when it changes. */
function Live({ item, show }: { item: Listed; show: (row: RowLike) => React.ReactNode }) {
  const tick = useTickOnly(item.symbol);
  const row: RowLike = tick && tick.at > 0 ? tick : item.row;
  return <span className={cx(row.st === 1 && styles.old)}>{show(row)}</span>;
}

/** The list on a wide screen: every figure is a column, columns can be chosen, and the visible rows can be saved as a file. */
export function BoardTable({ board, view, sort, filter, onSort, partition, onBrowse }: Props) {
  const t = useT();
  const navigate = useNavigate();
  const { locale } = useUi();
  const columns = useMemo((): Column<Listed>[] => {
    const price = (item: Listed, value: string) =>
      decimalSign(value) === 0 ? noFigure : formatPrice(value, locale, stepDecimals(item.tick));
    const figure = (id: 'h' | 'l' | 'b' | 'a', head: string): Column<Listed> => ({
      id,
      head,
      align: 'end',
      optional: true,
      cell: (item) => <Live item={item} show={(row) => price(item, row[id])} />,
      text: (item) => now(item)[id],
    });
    return [
      {
        id: 'symbol',
        head: t('market.pair'),
        sort: 0,
        cell: (item) => (
          <span className={styles.pair}>
            {/* The star is a button of its own: its click must not open the row. */}
            {/* biome-ignore lint/a11y/noStaticElementInteractions: only keeps the click from the row */}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
            <span onClick={(event) => event.stopPropagation()}>
              <Star small instrument={item} />
            </span>
            <span className={cx(styles.symbol, 'names')}>
              <PairName item={item} />
            </span>
            {item.kind !== 1 && <span className={styles.name}>{item.name}</span>}
          </span>
        ),
        text: (item) => item.symbol,
      },
      {
        id: 'price',
        head: t('market.price'),
        align: 'end',
        sort: 1,
        cell: (item) => (
          <Live item={item} show={(row) => <Price value={row.pe} decimals={stepDecimals(item.tick)} className={styles.price} />} />
        ),
        text: (item) => now(item).pe,
      },
      {
        id: 'change',
        head: t('market.change'),
        align: 'end',
        sort: 2,
        cell: (item) => <Live item={item} show={(row) => <Change value={changeOf(row)} />} />,
        text: (item) => now(item).peA,
      },
      {
        id: 'trend',
        head: t('market.trend'),
        align: 'end',
        optional: true,
        cell: (item) => (
          <span className={styles.trend}>
            <Sparkline values={item.spark} width={96} height={26} tone={item.row.peA.startsWith('-') ? 'down' : 'up'} />
          </span>
        ),
      },
      figure('h', t('market.high')),
      figure('l', t('market.low')),
      {
        id: 'volume',
        head: t('market.volume'),
        align: 'end',
        optional: true,
        cell: (item) => <Live item={item} show={(row) => shortForm(row.v, locale)} />,
        text: (item) => now(item).v,
      },
      {
        id: 'turnover',
        head: t('market.turnover'),
        align: 'end',
        sort: 0,
        cell: (item) => <Live item={item} show={(row) => shortForm(row.q, locale)} />,
        text: (item) => now(item).q,
      },
      figure('b', t('market.bid')),
      figure('a', t('market.ask')),
      {
        id: 'plate',
        head: t('market.plate'),
        optional: true,
        cell: (item) => <span className="muted">{sectorName(item.plate)}</span>,
        text: (item) => item.plate,
      },
      {
        id: 'state',
        head: t('market.status'),
        optional: true,
        cell: (item) =>
          item.status === 1 ? <span className="muted">{t('trade.state1')}</span> : <Chip>{t(`trade.state${item.status}`)}</Chip>,
        text: (item) => t(`trade.state${item.status}`),
      },
      {
        id: 'trade',
        head: t('trade.actions'),
        align: 'end',
        cell: (item) => (
          <Link
            to="/order"
            search={{ symbol: item.symbol, kind: String(item.kind) }}
            className={styles.go}
            onClick={(event) => event.stopPropagation()}
          >
            {item.tradable ? t('market.trade') : t('trade.chart')}
          </Link>
        ),
      },
    ];
  }, [t, locale]);
  const sectors = (
    <Select
      small
      bare
      label={t('market.sector')}
      value={filter.partition}
      onChange={partition}
      options={[{ value: '', label: t('market.sectorAll') }, ...view.plates.map((plate) => ({ value: plate, label: sectorName(plate) }))]}
    />
  );
  return (
    <section className={styles.board}>
      <BoardBody {...{ board, view, filter, onBrowse }} onAll={() => partition('')}>
        <DataTable
          tall
          className={styles.table}
          label={t('market.listLabel', { board: t(boardKeys[board]) })}
          csvName={`market-${board}`}
          rememberAs="market"
          columns={columns}
          rows={view.items}
          rowKey={(item) => String(item.id)}
          sort={sort}
          onSort={onSort}
          onRow={(item) => void navigate({ to: '/order', search: { symbol: item.symbol, kind: String(item.kind) } })}
          tools={view.plates.length > 1 ? sectors : undefined}
        />
      </BoardBody>
      {view.items.length > 0 && <BoardFoot items={view.items} />}
    </section>
  );
}
