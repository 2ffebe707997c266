import { ChartKind, InstrumentKind } from '@bourse/protocol/enums';
import { cx, SkeletonRows, Tabs } from '@bourse/ui';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { type Instrument, useSocketStatus } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { openPalette } from '../../../shell/palette-state.ts';
import { BookPanel, StepSelect, useStep } from '../book/BookPanel.tsx';
import { TapePanel } from '../book/TapePanel.tsx';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { useWide } from '../model/desk.ts';
import { lazyWithWords } from '../model/lazy.ts';
import type { Place } from '../model/place.ts';
import { SourceAge } from '../parts/Head.tsx';
import { Watchlist } from '../parts/Watchlist.tsx';
import { InstrumentBar } from './InstrumentBar.tsx';
import { type Panels, readPanels } from './panels.ts';
import { Splitter } from './Splitter.tsx';
import styles from './Terminal.module.css';
import { useTradingKeys } from './useTradingKeys.ts';

// Below and beside the chart: each comes on its own, side by side with it.
const Dock = lazy(() => import('../dock/Dock.tsx').then(({ Dock }) => ({ default: Dock })));
const PositionDock = lazyWithWords(() => import('../positions/PositionDock.tsx').then((module) => module.PositionDock));
const TicketPanel = lazy(() => import('../ticket/TicketPanel.tsx').then(({ TicketPanel }) => ({ default: TicketPanel })));
const DepthPanel = lazy(() => import('../book/DepthPanel.tsx').then(({ DepthPanel }) => ({ default: DepthPanel })));
const InfoPanel = lazy(() => import('../parts/InfoPanel.tsx').then(({ InfoPanel }) => ({ default: InfoPanel })));
const LastFill = lazy(() => import('../receipt/LastFill.tsx').then(({ LastFill }) => ({ default: LastFill })));

const panelsKey = 'trade.panels';

type Props = {
  instrument: Instrument;
  place: Place;
  go: (change: Partial<Place>) => void;
  onReceipt: (fillId: string) => void;
};

/** The desk: watchlist | chart and book over what is yours | ticket. */
export function Terminal({ instrument, place, go, onReceipt }: Props) {
  const t = useT();
  const wide = useWide(1280);
  const three = useWide(1024);
  const [panels, setPanels] = useState<Panels>(() => readPanels(localStorage.getItem(panelsKey)));
  const change = (part: Partial<Panels>) => {
    const next = { ...panels, ...part };
    setPanels(next);
    localStorage.setItem(panelsKey, JSON.stringify(next));
  };
  const form = useRef<HTMLFormElement>(null);
  useTradingKeys(instrument, form);
  const pick = (symbol: string) => go({ symbol });
  const chart = (
    <ChartPanel
      dense
      className={styles.chart}
      instrument={instrument}
      interval={place.interval}
      onInterval={(interval) => go({ interval })}
    />
  );
  const ticket = (
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
  );
  const dock = (
    <Suspense fallback={<div className={styles.dock} />}>
      {instrument.kind === InstrumentKind.coin ? (
        <Dock instrument={instrument} onReceipt={onReceipt} onPick={pick} className={styles.dock} />
      ) : (
        <PositionDock key={instrument.kind} instrument={instrument} onPick={pick} className={styles.dock} />
      )}
    </Suspense>
  );

  if (!three)
    return (
      <div className={styles.folded}>
        <InstrumentBar instrument={instrument} onPick={openPalette} />
        {chart}
        <div className={styles.foldedPair}>
          <BookColumn {...{ instrument, panels, change, onReceipt }} />
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
            <Watchlist
              chosen={instrument.symbol}
              kind={place.kind}
              onKind={(kind) => go({ kind, symbol: instrument.symbol })}
              onChoose={(item) => go({ symbol: item.symbol, kind: place.kind === ChartKind.favourites ? place.kind : item.kind })}
            />
            <Connection />
          </div>
          <Splitter name="watch" axis="x" grows={1} value={panels.watch} onChange={(watch) => change({ watch })} />
        </>
      )}
      <div className={styles.centre}>
        <InstrumentBar instrument={instrument} onPick={openPalette} />
        <div className={styles.market}>
          {chart}
          <Splitter name="book" axis="x" grows={-1} value={panels.book} onChange={(book) => change({ book })} />
          <div className={styles.bookColumn} style={{ inlineSize: panels.book }}>
            <BookColumn {...{ instrument, panels, change, onReceipt }} />
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

type ColumnProps = { instrument: Instrument; panels: Panels; change: (part: Partial<Panels>) => void; onReceipt: (fillId: string) => void };

function BookColumn({ instrument, panels, change, onReceipt }: ColumnProps) {
  const t = useT();
  const [view, setView] = useState<'book' | 'depth' | 'info'>('book');
  const [step, setStep] = useStep(instrument);
  const column = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const [rows, setRows] = useState(8);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the body is another element in another view
  useEffect(() => {
    const node = body.current;
    if (!node) return;
    const fit = () => setRows(Math.max(3, Math.floor((node.clientHeight - 26 - 38) / 2 / 20)));
    const observer = new ResizeObserver(fit);
    observer.observe(node);
    fit();
    return () => observer.disconnect();
  }, [view]);
  return (
    <div ref={column} className={styles.column}>
      <div className={styles.columnHead}>
        <Tabs
          dense
          label={t('trade.book')}
          value={view}
          onChange={setView}
          options={[
            { value: 'book', label: t('trade.book') },
            { value: 'depth', label: t('trade.depth') },
            { value: 'info', label: t('trade.info') },
          ]}
        />
        {view === 'book' && <StepSelect {...{ instrument, step }} onStep={setStep} />}
      </div>
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
        value={panels.tape}
        whole={() => column.current?.clientHeight || 1}
        onChange={(tape) => change({ tape })}
      />
      <div className={styles.tape} style={{ flexBasis: `${panels.tape * 100}%` }}>
        <div className={styles.panelHead}>
          <h2>{t('trade.trades')}</h2>
          <span className={styles.hint}>{t('trade.tapeHint')}</span>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
        <section className={styles.scrolls} tabIndex={0} aria-label={t('trade.trades')}>
          <TapePanel instrument={instrument} onReceipt={onReceipt} />
        </section>
      </div>
    </div>
  );
}

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
