import { ChartKind, InstrumentKind, type Interval } from '@bourse/protocol/enums';
import { cx, SkeletonRows, Tabs } from '@bourse/ui';
import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Instrument, useSocketStatus } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { openPalette } from '../../../shell/palette-state.ts';
import { useWide } from '../../../shell/use-wide.ts';
import { BookPanel, StepSelect, useStep } from '../book/BookPanel.tsx';
import { ParticipantsNote } from '../book/ParticipantsNote.tsx';
import { TapePanel } from '../book/TapePanel.tsx';
import { useFits, useSeenRows } from '../book/useFits.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { SourceAge } from '../instrument/Head.tsx';
import { Watchlist } from '../instrument/Watchlist.tsx';
import { lazyWithWords } from '../lazy.ts';
import type { Place } from '../place.ts';
import { InstrumentBar } from './InstrumentBar.tsx';
import { type Panels, readPanels } from './panels.ts';
import { Splitter } from './Splitter.tsx';
import styles from './Terminal.module.css';
import { useTradingKeys } from './useTradingKeys.ts';

// The panels around the chart: each is a chunk of its own, loaded in parallel.
const SpotLists = lazy(() => import('../spot/SpotLists.tsx').then(({ SpotLists }) => ({ default: SpotLists })));
const PositionLists = lazyWithWords(() => import('../positions/PositionLists.tsx').then((module) => module.PositionLists));
const TicketPanel = lazy(() => import('../ticket/TicketPanel.tsx').then(({ TicketPanel }) => ({ default: TicketPanel })));
const DepthPanel = lazy(() => import('../book/DepthPanel.tsx').then(({ DepthPanel }) => ({ default: DepthPanel })));
const InfoPanel = lazy(() => import('../instrument/InfoPanel.tsx').then(({ InfoPanel }) => ({ default: InfoPanel })));
const LastFill = lazy(() => import('./LastFill.tsx').then(({ LastFill }) => ({ default: LastFill })));

const panelsKey = 'trade.panels';
/** Height of a row of book and tape, equal to `--row-book`. */
const rowHeight = 20;

type Props = {
  instrument: Instrument;
  place: Place;
  go: (change: Partial<Place>) => void;
  onReceipt: (fillId: string) => void;
};

/** The terminal: watchlist | chart and book above the customer's lists | ticket. */
export function Terminal({ instrument, place, go, onReceipt }: Props) {
  const t = useT();
  const wide = useWide(1280);
  const three = useWide(1024);
  const [panels, setPanels] = useState<Panels>(() => readPanels(localStorage.getItem(panelsKey)));
  const change = useCallback(
    (part: Partial<Panels>) =>
      setPanels((before) => {
        const next = { ...before, ...part };
        localStorage.setItem(panelsKey, JSON.stringify(next));
        return next;
      }),
    [],
  );
  const form = useRef<HTMLFormElement>(null);
  useTradingKeys(instrument, form);
  // Each panel renders only for its own inputs: another interval changes the chart and nothing else.
  const pick = useCallback((symbol: string) => go({ symbol }), [go]);
  const onInterval = useCallback((interval: Interval) => go({ interval }), [go]);
  const chart = <ChartPanel dense className={styles.chart} instrument={instrument} interval={place.interval} onInterval={onInterval} />;
  const ticket = useMemo(
    () => (
      <aside className={styles.ticket} aria-label={t('trade.order')}>
        <div className={styles.panelHead}>
          <h2>{t('trade.order')}</h2>
          <SourceAge instrument={instrument} />
        </div>
        <div className={styles.ticketBody}>
          <Suspense fallback={<SkeletonRows rows={7} height={44} />}>
            <TicketPanel dense instrument={instrument} form={form} />
          </Suspense>
        </div>
        {instrument.kind === InstrumentKind.coin && (
          <Suspense>
            <LastFill onReceipt={onReceipt} />
          </Suspense>
        )}
      </aside>
    ),
    [instrument, t, onReceipt],
  );
  const dock = useMemo(
    () => (
      <Suspense fallback={<div className={styles.dock} />}>
        {instrument.kind === InstrumentKind.coin ? (
          <SpotLists instrument={instrument} onReceipt={onReceipt} onPick={pick} className={styles.dock} />
        ) : (
          <PositionLists key={instrument.kind} instrument={instrument} onPick={pick} className={styles.dock} />
        )}
      </Suspense>
    ),
    [instrument, onReceipt, pick],
  );
  const kind = place.kind;
  const watchlist = useMemo(
    () => (
      <Watchlist
        chosen={instrument.symbol}
        kind={kind}
        onKind={(next) => go({ kind: next, symbol: instrument.symbol })}
        onChoose={(item) => go({ symbol: item.symbol, kind: kind === ChartKind.favourites ? kind : item.kind })}
      />
    ),
    [instrument.symbol, kind, go],
  );
  const bar = useMemo(() => <InstrumentBar instrument={instrument} onPick={openPalette} />, [instrument]);
  const column = <BookColumn {...{ instrument, change, onReceipt }} tapeShare={panels.tape} />;

  if (!three)
    return (
      <div className={styles.folded}>
        {bar}
        {chart}
        <div className={styles.foldedPair}>
          {column}
          {ticket}
        </div>
        {dock}
      </div>
    );
  return (
    <div className={styles.terminal}>
      {wide && (
        <>
          <div className={styles.watch} style={{ inlineSize: panels.watch }}>
            {watchlist}
            <Connection />
          </div>
          <Splitter name="watch" axis="x" grows={1} value={panels.watch} onChange={(watch) => change({ watch })} />
        </>
      )}
      <div className={styles.centre}>
        {bar}
        <div className={styles.market}>
          {chart}
          <Splitter name="book" axis="x" grows={-1} value={panels.book} onChange={(book) => change({ book })} />
          <div className={styles.bookColumn} style={{ inlineSize: panels.book }}>
            {column}
          </div>
        </div>
        <Splitter name="dock" axis="y" grows={-1} value={panels.dock} onChange={(dockSize) => change({ dock: dockSize })} />
        <div className={styles.dockFrame} style={{ blockSize: panels.dock }}>
          {dock}
        </div>
      </div>
      <Splitter name="ticket" axis="x" grows={-1} value={panels.ticket} onChange={(size) => change({ ticket: size })} />
      <div className={styles.ticketFrame} style={{ inlineSize: panels.ticket }}>
        {ticket}
      </div>
    </div>
  );
}

type ColumnProps = {
  instrument: Instrument;
  tapeShare: number;
  change: (part: Partial<Panels>) => void;
  onReceipt: (fillId: string) => void;
};

const BookColumn = memo(function BookColumn({ instrument, tapeShare, change, onReceipt }: ColumnProps) {
  const t = useT();
  const [chosen, setView] = useState<'book' | 'depth' | 'info'>('book');
  // Select the tab at once; its content follows.
  const view = useDeferredValue(chosen);
  const [step, setStep] = useStep(instrument);
  const column = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const tape = useRef<HTMLElement>(null);
  const rows = useFits(body, (height) => Math.max(3, Math.floor((height - 26 - 38) / 2 / rowHeight)), 8);
  const seen = useSeenRows(tape, rowHeight);
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.columnHead}>
        <Tabs
          dense
          label={t('trade.book')}
          value={chosen}
          onChange={setView}
          options={[
            { value: 'book', label: t('trade.book') },
            { value: 'depth', label: t('trade.depth') },
            { value: 'info', label: t('trade.info') },
          ]}
        />
        {view === 'book' && <StepSelect {...{ instrument, step }} onStep={setStep} />}
      </div>
      <ParticipantsNote instrument={instrument} />
      <div ref={body} className={cx(styles.columnBody, view === 'info' && styles.scrolls)}>
        <Suspense>
          {view === 'book' ? (
            <BookPanel {...{ instrument, step, rows }} />
          ) : view === 'depth' ? (
            <DepthPanel instrument={instrument} />
          ) : (
            <InfoPanel instrument={instrument} />
          )}
        </Suspense>
      </div>
      <Splitter
        name="tape"
        axis="y"
        grows={-1}
        value={tapeShare}
        whole={() => column.current?.clientHeight || 1}
        onChange={(share) => change({ tape: share })}
      />
      <div className={styles.tape} style={{ flexBasis: `${tapeShare * 100}%` }}>
        <div className={styles.panelHead}>
          <h2>{t('trade.trades')}</h2>
          <span className={styles.hint}>{t('trade.tapeHint')}</span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section ref={tape} className={styles.scrolls} tabIndex={0} aria-label={t('trade.trades')}>
          <TapePanel {...{ instrument, seen, onReceipt }} />
        </section>
      </div>
    </div>
  );
});

function Connection() {
  const t = useT();
  const status = useSocketStatus();
  const live = status.link === 'open' && !status.offline;
  return (
    <div className={styles.connection}>
      <span className={cx(styles.dot, !live && styles.lost)} aria-hidden />
      {t(live ? 'shell.connected' : status.link === 'connecting' ? 'shell.connecting' : 'shell.disconnected')}
    </div>
  );
}
