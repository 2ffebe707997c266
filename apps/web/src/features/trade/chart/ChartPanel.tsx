import { formatAmount } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import {
  Button,
  Confirm,
  cx,
  EmptyState,
  ErrorState,
  IconButton,
  IconChevronDown,
  IconClose,
  IconDraw,
  IconMaximize,
  IconSliders,
  Menu,
  type MenuItem,
  openOverlays,
  useUi,
} from '@bourse/ui';
import { lazy, memo, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Instrument } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { afterPaint } from './after-paint.ts';
import { useAskedPrice, usePress } from './asked-price.tsx';
import { summarise } from './bars.ts';
import styles from './ChartPanel.module.css';
import { type Candle, intervalNames, intervals } from './candles.ts';
import { OrderTags } from './OrderTags.tsx';
import { drawingTools, indicatorChoices } from './tools.ts';
import { useAlertLines } from './useAlertLines.ts';
import { useChart } from './useChart.ts';
import { useChartSummary } from './useChartSummary.ts';
import { type ChartView, chartStyleNames, keepView, keptView } from './view.ts';

const CandleTable = lazy(() => import('./CandleTable.tsx').then(({ CandleTable }) => ({ default: CandleTable })));
const InstrumentPicker = lazy(() =>
  import('../instrument/InstrumentPicker.tsx').then(({ InstrumentPicker }) => ({ default: InstrumentPicker })),
);
const IndicatorValues = lazy(() => import('./IndicatorValues.tsx').then(({ IndicatorValues }) => ({ default: IndicatorValues })));

const phoneIntervals: readonly Interval[] = ['1', '5', '15', '30', '60', '4H', '1D'];
const deskIntervals: readonly Interval[] = ['1', '5', '15', '30', '60', '2H', '4H', '1D', '1W', '1M'];

type Props = {
  instrument: Instrument;
  interval: Interval;
  onInterval: (interval: Interval) => void;
  dense?: boolean | undefined;
  className?: string | undefined;
};

/** Candles with their tools. Time runs from left to right in every language. */
export function ChartPanel({ instrument, interval, onInterval, dense = false, className }: Props) {
  const t = useT();
  const [view, setView] = useState(keptView);
  const [open, setOpen] = useState<'table' | 'indicators' | 'compare' | null>(null);
  const [wide, setWide] = useState(false);
  const [rail, setRail] = useState<HTMLDivElement | null>(null);
  const { box, chart, state, candles, canUndo, erasing, setErasing } = useChart(instrument, interval, view, dense);
  const { indicators } = view;
  const change = useCallback((part: Partial<ChartView>) => {
    setView((before) => {
      const next = { ...before, ...part };
      keepView(next);
      return next;
    });
  }, []);
  const toggle = (name: string) =>
    change({ indicators: indicators.includes(name) ? indicators.filter((other) => other !== name) : [...indicators, name] });
  const alerts = useAlertLines(instrument);
  const asking = useAskedPrice(instrument, alerts.set);
  const press = usePress(box, chart, asking.ask);
  const { compare } = view;
  const compared = compare !== null && compare !== instrument.symbol;
  useChartKeys({ wide, leave: () => setWide(false), undo: () => chart?.undo() });

  const indicatorItems: MenuItem[] = indicatorChoices.flatMap((choice, at) => [
    ...(at > 0 && !choice.overCandles && indicatorChoices[at - 1]?.overCandles ? (['rule'] as const) : []),
    { key: choice.name, label: choice.name, checked: indicators.includes(choice.name), onSelect: () => toggle(choice.name) },
  ]);
  if (indicators.length > 0)
    indicatorItems.push('rule', { key: 'values', label: t('chart.indicatorValues'), onSelect: () => setOpen('indicators') });
  const drawItems: MenuItem[] = [
    ...drawingTools.map(({ tool, key }): MenuItem => ({ key: tool, label: t(`chart.${key}`), onSelect: () => chart?.draw(tool) })),
    'rule',
    { key: 'undo', label: t('chart.undoDrawing'), disabled: !canUndo, onSelect: () => chart?.undo() },
    { key: 'erase', label: t('chart.eraseDrawings'), danger: true, onSelect: () => chart?.eraseDrawings() },
  ];
  const styleItems: MenuItem[] = [
    ...chartStyleNames.map(
      (style): MenuItem => ({
        key: style,
        label: t(`chart.chartStyle_${style}`),
        checked: view.style === style,
        onSelect: () => change({ style }),
      }),
    ),
    'rule',
    {
      key: 'logarithmic',
      label: t('chart.logarithmic'),
      checked: view.logarithmic,
      onSelect: () => change({ logarithmic: !view.logarithmic }),
    },
  ];
  const viewItems: MenuItem[] = [
    {
      key: 'order',
      label: t('chart.orderAt'),
      disabled: candles.length === 0,
      onSelect: () => {
        asking.ask(candles.at(-1)!.c);
        // The line is moved by the arrow keys from here on.
        setTimeout(() => rail?.querySelector<HTMLElement>('[role="slider"]')?.focus());
      },
    },
    { key: 'compare', label: t('chart.compare'), onSelect: () => setOpen('compare') },
    ...(compared ? [{ key: 'alone', label: t('chart.compareStop', { symbol: compare }), onSelect: () => change({ compare: null }) }] : []),
    'rule',
    { key: 'in', label: t('chart.zoomIn'), onSelect: () => chart?.zoom(1.3) },
    { key: 'out', label: t('chart.zoomOut'), onSelect: () => chart?.zoom(0.75) },
    { key: 'now', label: t('chart.toNow'), onSelect: () => chart?.toNow() },
    'rule',
    { key: 'table', label: t('chart.asTable'), onSelect: () => setOpen('table') },
  ];
  const all: MenuItem[] = [
    ...(wide ? [] : [{ key: 'wide', label: t('chart.fullScreen'), onSelect: () => setWide(true) }, 'rule' as const]),
    ...styleItems,
    'rule',
    ...indicatorItems,
    'rule',
    ...drawItems,
    'rule',
    ...viewItems,
  ];

  return (
    <section className={cx(styles.panel, className, wide && styles.wide)} aria-label={t('chart.chartOf', { symbol: instrument.symbol })}>
      <div className={styles.bar} data-dense={dense}>
        {wide && <strong className={styles.symbol}>{instrument.symbol}</strong>}
        <Intervals {...{ interval, onInterval, dense }} />
        {dense ? (
          <div className={styles.tools}>
            <ToolMenu
              label={t('chart.indicators')}
              items={indicatorItems}
              text={indicators.length > 0 ? indicators.slice(0, 2).join(' ') : t('chart.indicators')}
            />
            <ToolMenu label={t('chart.drawing')} items={drawItems} text={t('chart.drawing')} />
            <ToolMenu
              label={t('chart.chartSettings')}
              items={[...styleItems, 'rule', ...viewItems]}
              icon={<IconSliders size={15} aria-hidden />}
            />
            <FullScreenButton {...{ wide, setWide }} />
          </div>
        ) : (
          <div className={styles.tools}>
            <Menu
              label={t('chart.chartSettings')}
              align="end"
              items={all}
              trigger={(button) => (
                <IconButton label={t('chart.chartSettings')} {...button}>
                  <IconSliders size={20} aria-hidden />
                </IconButton>
              )}
            />
            {wide && <FullScreenButton {...{ wide, setWide }} />}
          </div>
        )}
      </div>
      <div className={styles.frame} {...press}>
        {/* The canvas is not accessible: the sentence below and the table are. */}
        <div ref={box} dir="ltr" className={styles.chart} aria-hidden />
        {chart && state === 'ready' && (
          <OrderTags {...{ chart, instrument, rail }} own={asking.line ? [asking.line, ...alerts.lines] : alerts.lines} />
        )}
        {state === 'loading' && <div className={styles.bones} role="status" aria-label={t('chart.chartLoading')} />}
        {state === 'empty' && (
          <div className={styles.over}>
            <EmptyState compact title={t('trade.chartEmpty')}>
              {t('chart.chartEmptyWhy')}
            </EmptyState>
          </div>
        )}
        {state === 'failed' && (
          <div className={styles.over}>
            <ErrorState compact title={t('chart.chartFailed')} onRetry={() => chart?.reload()}>
              {t('chart.chartFailedWhy')}
            </ErrorState>
          </div>
        )}
        <Summary {...{ candles, instrument, interval }} />
      </div>
      <div ref={setRail} className={styles.rail}>
        {compared && (
          <span className={styles.compared}>
            {t('chart.comparedWith', { symbol: compare })}
            <IconButton small label={t('chart.compareStop', { symbol: compare })} onClick={() => change({ compare: null })}>
              <IconClose size={13} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <Suspense>
        {open === 'table' && (
          <CandleTable onClose={() => setOpen(null)} {...{ candles, instrument, interval }} name={intervalNames[interval]} />
        )}
        {open === 'compare' && (
          <InstrumentPicker
            open
            onClose={() => setOpen(null)}
            chosen={compare ?? ''}
            startKind={instrument.kind}
            onChoose={({ symbol }) => {
              setOpen(null);
              change({ compare: symbol });
            }}
          />
        )}
        {open === 'indicators' && (
          <IndicatorValues
            onClose={() => setOpen(null)}
            view={view}
            onChange={(params) => change({ params: { ...view.params, ...params } })}
          />
        )}
      </Suspense>
      <Confirm
        open={erasing !== null}
        onClose={() => setErasing(null)}
        title={t('chart.eraseOne')}
        confirm={t('chart.eraseOneConfirm')}
        cancel={t('chart.eraseOneKeep')}
        onConfirm={() => {
          if (erasing !== null) chart?.erase(erasing);
          setErasing(null);
        }}
      >
        {t('chart.eraseOneWhy')}
      </Confirm>
    </section>
  );
}

function FullScreenButton({ wide, setWide }: { wide: boolean; setWide: (wide: boolean) => void }) {
  const t = useT();
  return (
    <IconButton label={t(wide ? 'chart.leaveFullScreen' : 'chart.fullScreen')} aria-pressed={wide} onClick={() => setWide(!wide)}>
      {wide ? <IconClose size={18} aria-hidden /> : <IconMaximize size={15} aria-hidden />}
    </IconButton>
  );
}

/** Ctrl-Z takes back the last drawing, Escape leaves the full screen. A field and an open dialog have these keys for themselves. */
function useChartKeys({ wide, leave, undo }: { wide: boolean; leave: () => void; undo: () => void }) {
  const latest = useRef({ wide, leave, undo });
  latest.current = { wide, leave, undo };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (
        event.defaultPrevented ||
        openOverlays() > 0 ||
        (target instanceof HTMLElement && target.closest('input, textarea, [role="menu"]'))
      )
        return;
      if (event.key === 'Escape' && latest.current.wide) latest.current.leave();
      else if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') latest.current.undo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

type IntervalsProps = { interval: Interval; onInterval: (interval: Interval) => void; dense: boolean };

/** The button shows the new interval at once; the address and the candles follow. */
const Intervals = memo(function Intervals({ interval, onInterval, dense }: IntervalsProps) {
  const t = useT();
  const [pressed, setPressed] = useState<Interval | null>(null);
  const shown = pressed ?? interval;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the address says it, the address is right
  useEffect(() => setPressed(null), [interval]);
  const choose = (next: Interval) => {
    setPressed(next);
    afterPaint(() => onInterval(next));
  };
  const offered = dense ? deskIntervals : phoneIntervals;
  const rest = intervals.filter((each) => !offered.includes(each));
  return (
    <div className={styles.intervals} role="radiogroup" aria-label={t('chart.interval')}>
      {offered.map((each) => (
        // biome-ignore lint/a11y/useSemanticElements: a row of intervals is chosen like radio buttons and looks like tabs
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={each === shown}
          className={styles.interval}
          onClick={() => choose(each)}
        >
          {intervalNames[each]}
        </button>
      ))}
      {rest.length > 0 && (
        <Menu
          label={t('chart.moreIntervals')}
          items={rest.map((each) => ({ key: each, label: intervalNames[each], onSelect: () => choose(each) }))}
          trigger={(button) => (
            <button
              type="button"
              className={styles.interval}
              data-on={rest.includes(shown)}
              aria-label={t('chart.moreIntervals')}
              {...button}
            >
              {rest.includes(shown) ? intervalNames[shown] : null}
              <IconChevronDown size={14} aria-hidden />
            </button>
          )}
        />
      )}
    </div>
  );
});

function ToolMenu({
  label,
  items,
  text,
  icon,
}: {
  label: string;
  items: readonly MenuItem[];
  text?: string | undefined;
  icon?: React.ReactNode;
}) {
  return (
    <Menu
      label={label}
      items={items}
      align="end"
      trigger={(button) => (
        <Button
          kind="plain"
          size="small"
          aria-label={text && text !== label ? `${label}: ${text}` : label}
          icon={icon ?? (text === label ? <IconDraw size={15} aria-hidden /> : undefined)}
          {...button}
        >
          {text}
        </Button>
      )}
    />
  );
}

type TextProps = { candles: readonly Candle[]; instrument: Instrument; interval: Interval };

/** The chart in one sentence. */
const Summary = memo(function Summary({ candles, instrument, interval }: TextProps) {
  const { locale } = useUi();
  const summary = useChartSummary(interval);
  const facts = summarise(candles);
  if (!facts) return null;
  const price = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  return <p className="visually-hidden">{summary(facts, instrument.symbol, price)}</p>;
});
