import { formatAmount } from '@bourse/money';
import { InstrumentKind, InstrumentStatus, OrderSide, OrderStatus, PositionAction, PositionDirection } from '@bourse/protocol/enums';
import { cx, EmptyState, Select, Skeleton, useUi } from '@bourse/ui';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { bookNow, type Instrument, lastValue, useBook, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { LastTrade } from '../instrument/Head.tsx';
import { useSlowTick } from '../instrument/slow.ts';
import { useOpenOrders } from '../spot/orders.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { priceTicket } from '../ticket/turn.ts';
import styles from './Book.module.css';
import { type BookRow, groupLevels, groupSteps, onOneScale, spreadOf } from './grouping.ts';

const stepKey = (symbol: string) => `trade.step.${symbol}`;

/** The price step for grouping, remembered per instrument. */
export function useStep(instrument: Instrument): [string, (step: string) => void] {
  const [step, set] = useState<{ symbol: string; step: string }>(() => ({
    symbol: instrument.symbol,
    step: localStorage.getItem(stepKey(instrument.symbol)) ?? instrument.tick,
  }));
  const chosen = step.symbol === instrument.symbol ? step.step : (localStorage.getItem(stepKey(instrument.symbol)) ?? instrument.tick);
  return [
    chosen,
    (next) => {
      localStorage.setItem(stepKey(instrument.symbol), next);
      set({ symbol: instrument.symbol, step: next });
    },
  ];
}

export function StepSelect({ instrument, step, onStep }: { instrument: Instrument; step: string; onStep: (step: string) => void }) {
  const t = useT();
  const { locale } = useUi();
  // The choice follows the book, but not every change of it: a list that changes under a finger cannot be used.
  useSlowTick(instrument.symbol, 5_000);
  const book = bookNow(instrument.symbol);
  const steps = groupSteps(instrument.tick, book?.bids ?? [], book?.asks ?? []);
  const offered = steps.includes(step) ? steps : [step, ...steps];
  return (
    <Select
      bare
      small
      label={t('trade.grouping')}
      value={step}
      onChange={onStep}
      options={offered.map((value) => ({ value, label: formatAmount(value, { locale }) }))}
    />
  );
}

/** Prices of the customer's own orders, marked in the accent colour, which means "yours". */
function useOwnPrices({ symbol, kind }: Instrument): { bid: readonly string[]; ask: readonly string[] } {
  const orders = useOpenOrders(symbol);
  const page = useRead(
    kind === InstrumentKind.stock ? 'GET pay/order-stock/page' : 'GET pay/order-contract/page',
    { view: 'orders', pageSize: 100 },
    { needsSession: true, enabled: kind !== InstrumentKind.coin, staleMs: 5_000 },
  );
  const others = lastValue(page)?.orders?.list;
  return useMemo(() => {
    const resting =
      kind === InstrumentKind.coin
        ? orders.map((order) => ({ ...order, buys: order.side === OrderSide.buy }))
        : (others ?? [])
            .filter((order) => order.symbol === symbol && !order.waits)
            .map((order) => ({ ...order, buys: (order.action === PositionAction.open) === (order.direction === PositionDirection.long) }));
    const prices = (buys: boolean) =>
      resting.flatMap((order) =>
        order.buys === buys && order.price !== null && order.status !== OrderStatus.untriggered ? [order.price] : [],
      );
    return { bid: prices(true), ask: prices(false) };
  }, [orders, others, kind, symbol]);
}

/** A bar is a background: it grows without moving the layout. */
const barOf = ({ share }: BookRow) => ({ backgroundSize: `${(share * 100).toFixed(1)}% 100%` });

type LineProps = {
  row: BookRow;
  side: 'bid' | 'ask';
  decimals: number;
  lotDecimals: number;
  label: string;
  onTake: (price: string) => void;
};

/** A price level. It renders only when its own figures change. */
const Line = memo(
  function Line({ row, side, decimals, lotDecimals, label, onTake }: LineProps) {
    const { locale } = useUi();
    return (
      <button
        type="button"
        className={cx(styles.line, styles[side], row.own && styles.own)}
        // Its accessible name starts with the visible text; the description adds what it does.
        aria-description={label}
        tabIndex={-1}
        style={barOf(row)}
        onClick={() => onTake(row.price)}
      >
        <span className={styles.price}>{formatAmount(row.price, { locale, decimals })}</span>
        <span>{formatAmount(row.quantity, { locale, decimals: lotDecimals })}</span>
        <span className={styles.total}>{formatAmount(row.total, { locale, decimals: lotDecimals })}</span>
      </button>
    );
  },
  (before, after) =>
    before.row.price === after.row.price &&
    before.row.quantity === after.row.quantity &&
    before.row.total === after.row.total &&
    Math.abs(before.row.share - after.row.share) < 0.002 &&
    before.row.own === after.row.own &&
    before.decimals === after.decimals &&
    before.label === after.label,
);

/** What both forms of the book show, and how its figures are written. */
function useBookFigures(instrument: Instrument, step: string) {
  const t = useT();
  const { locale } = useUi();
  const book = useBook(instrument.symbol);
  const own = useOwnPrices(instrument);
  return { t, locale, book, own, decimals: stepDecimals(step), lotDecimals: stepDecimals(instrument.lot) };
}

/** The terminal's book: asks above, bids below, the last price between. Each side shows as many rows as fit. */
export function BookPanel({ instrument, step, rows }: { instrument: Instrument; step: string; rows: number }) {
  const { t, locale, book, own, decimals, lotDecimals } = useBookFigures(instrument, step);
  const heads = (
    <div className={styles.heads} aria-hidden>
      <span>{t('trade.price')}</span>
      <span>{t('trade.quantityOf', { asset: instrument.base })}</span>
      <span>{t('trade.total')}</span>
    </div>
  );
  if (!book)
    return (
      <div className={styles.book}>
        {heads}
        <BookBones rows={rows} />
      </div>
    );
  const { bids, asks } = onOneScale(groupLevels(book.bids, 'bid', step, rows, own.bid), groupLevels(book.asks, 'ask', step, rows, own.ask));
  if (bids.length === 0 && asks.length === 0) return <Nothing closed={instrument.status === InstrumentStatus.closed} />;
  const spread = spreadOf(book.bids[0]?.[0], book.asks[0]?.[0]);
  const onTake = (price: string) => priceTicket(instrument, price);
  const line = (side: 'bid' | 'ask') => (row: BookRow) => (
    <Line
      key={row.price}
      {...{ row, side, decimals, lotDecimals, onTake }}
      label={t('trade.fillPrice', { price: formatAmount(row.price, { locale, decimals }) })}
    />
  );
  return (
    <div className={styles.book}>
      {heads}
      <BookText {...{ instrument, bids, asks }} />
      <div className={cx(styles.side, styles.asks)}>{[...asks].reverse().map(line('ask'))}</div>
      <Middle instrument={instrument} spread={spread ? `${t('trade.spread')} ${formatAmount(spread.amount, { locale })}` : ''} />
      <div className={styles.side}>{bids.map(line('bid'))}</div>
    </div>
  );
}

/** Between the sides: the last trade, and beside it the spread. */
function Middle({ instrument, spread }: { instrument: Instrument; spread: string }) {
  const t = useT();
  return (
    <div className={styles.middle}>
      <span title={t('trade.lastTrade')}>
        <LastTrade instrument={instrument} arrow />
      </span>
      <span className={styles.spread}>{spread}</span>
    </div>
  );
}

/** The phone's book: bids and asks side by side, best at the top. */
export function TwoSidedBook({ instrument, step, rows = 8 }: { instrument: Instrument; step: string; rows?: number | undefined }) {
  const { t, locale, book, own, decimals, lotDecimals } = useBookFigures(instrument, step);
  if (book && book.bids.length === 0 && book.asks.length === 0) return <Nothing closed={instrument.status === InstrumentStatus.closed} />;
  const { bids, asks } = book
    ? onOneScale(groupLevels(book.bids, 'bid', step, rows, own.bid), groupLevels(book.asks, 'ask', step, rows, own.ask))
    : { bids: [], asks: [] };
  const figure = (value: string, places: number) => formatAmount(value, { locale, decimals: places });
  const half = (side: 'bid' | 'ask', level: (typeof bids)[number] | undefined) => {
    const quantity = level && <span>{figure(level.quantity, lotDecimals)}</span>;
    const price = level && <span className={styles.price}>{figure(level.price, decimals)}</span>;
    return (
      <button
        type="button"
        className={cx(styles[side], level?.own && styles.own)}
        tabIndex={-1}
        disabled={!level}
        aria-hidden={!level}
        onClick={() => level && priceTicket(instrument, level.price)}
      >
        {level ? (
          <>
            <span className={styles.bar} style={barOf(level)} aria-hidden />
            {side === 'bid' ? quantity : price}
            {side === 'bid' ? price : quantity}
          </>
        ) : (
          !book && <Skeleton width="80%" height={10} />
        )}
      </button>
    );
  };
  return (
    <div className={styles.twoSided}>
      <BookText {...{ instrument, bids, asks }} />
      <div className={styles.twoHeads} aria-hidden>
        <span>{t('trade.quantityOf', { asset: instrument.base })}</span>
        <span>{t('trade.bid')}</span>
        <span>{t('trade.ask')}</span>
        <span>{t('trade.quantityOf', { asset: instrument.base })}</span>
      </div>
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the row is its place in the book
        <div key={at} className={styles.twoLine}>
          {half('bid', bids[at])}
          {half('ask', asks[at])}
        </div>
      ))}
    </div>
  );
}

type BookTextProps = { instrument: Instrument; bids: readonly BookRow[]; asks: readonly BookRow[] };

/** The screen-reader text is updated once a second: nobody can follow ten updates a second by ear. */
function BookText(props: BookTextProps) {
  const latest = useRef(props);
  latest.current = props;
  const [told, tell] = useState<BookTextProps | null>(null);
  useEffect(() => {
    const timer = setInterval(() => tell(latest.current), 1_000);
    return () => clearInterval(timer);
  }, []);
  return told && <BookWords {...told} />;
}

/** The best five levels of each side as a table for screen readers. */
const BookWords = memo(function BookWords({ instrument, bids, asks }: BookTextProps) {
  const t = useT();
  return (
    // A table ignores its own width if its cells need more: a box around it hides it.
    <div className="visually-hidden">
      <table>
        <caption>{t('trade.bookLabel', { symbol: instrument.symbol })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trade.side')}</th>
            <th scope="col">{t('trade.price')}</th>
            <th scope="col">{t('trade.quantityOf', { asset: instrument.base })}</th>
          </tr>
        </thead>
        <tbody>
          {(
            [...bids.slice(0, 5).map((row) => ['bid', row] as const), ...asks.slice(0, 5).map((row) => ['ask', row] as const)] as const
          ).map(([side, row]) => (
            <tr key={`${side}${row.price}`}>
              <th scope="row">{t(`trade.${side}`)}</th>
              <td>{row.price}</td>
              <td>{row.quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});

function BookBones({ rows }: { rows: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows * 2 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity
        <div key={at} className={styles.bone} style={at === rows ? { marginBlockStart: 40 } : undefined}>
          <Skeleton width="28%" height={10} />
          <Skeleton width="20%" height={10} />
          <Skeleton width="20%" height={10} />
        </div>
      ))}
    </div>
  );
}

function Nothing({ closed }: { closed: boolean }) {
  const t = useT();
  return (
    <EmptyState compact title={t(closed ? 'trade.bookClosed' : 'trade.bookEmpty')}>
      {t(closed ? 'trade.bookClosedWhy' : 'trade.bookEmptyWhy')}
    </EmptyState>
  );
}
