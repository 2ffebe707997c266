import { formatAmount } from '@bourse/money';
import type { Interval } from '@bourse/protocol/enums';
import {
  Button,
  cx,
  Dialog,
  EmptyState,
  ErrorState,
  IconButton,
  IconChevronDown,
  IconDraw,
  IconSliders,
  Menu,
  type MenuItem,
  useUi,
} from '@bourse/ui';
import { memo, useCallback, useEffect, useState } from 'react';
import { type Instrument, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { afterPaint } from './after-paint.ts';
import { summarise } from './bars.ts';
import styles from './ChartPanel.module.css';
import { type Candle, intervalNames, intervals } from './candles.ts';
import { OrderTags } from './OrderTags.tsx';
import { drawingTools, indicatorChoices } from './tools.ts';
import { useChart } from './useChart.ts';
import { useChartSummary } from './useChartSummary.ts';

const indicatorsKey = 'trade.indicators';
const standardIndicators = ['MA'];
const readIndicators = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(indicatorsKey) ?? 'null');
    return Array.isArray(kept) ? kept.filter((name): name is string => typeof name === 'string') : standardIndicators;
  } catch {
    return standardIndicators;
  }
};

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
  const [indicators, setIndicators] = useState(readIndicators);
  const [asTable, setAsTable] = useState(false);
  const { box, chart, state, candles } = useChart(instrument, interval, indicators, dense);
  const toggle = useCallback((name: string) => {
    setIndicators((before) => {
      const next = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
      localStorage.setItem(indicatorsKey, JSON.stringify(next));
      return next;
    });
  }, []);

  const indicatorItems: MenuItem[] = indicatorChoices.flatMap((choice, at) => [
    ...(at > 0 && !choice.overCandles && indicatorChoices[at - 1]?.overCandles ? (['rule'] as const) : []),
    { key: choice.name, label: choice.name, checked: indicators.includes(choice.name), onSelect: () => toggle(choice.name) },
  ]);
  const drawItems: MenuItem[] = [
    ...drawingTools.map(({ tool, key }): MenuItem => ({ key: tool, label: t(`trade.${key}`), onSelect: () => chart?.draw(tool) })),
    'rule',
    { key: 'erase', label: t('trade.eraseDrawings'), danger: true, onSelect: () => chart?.eraseDrawings() },
  ];
  const viewItems: MenuItem[] = [
    { key: 'in', label: t('trade.zoomIn'), onSelect: () => chart?.zoom(1.3) },
    { key: 'out', label: t('trade.zoomOut'), onSelect: () => chart?.zoom(0.75) },
    { key: 'now', label: t('trade.toNow'), onSelect: () => chart?.toNow() },
    'rule',
    { key: 'table', label: t('trade.asTable'), onSelect: () => setAsTable(true) },
  ];
  const all: MenuItem[] = [...indicatorItems, 'rule', ...drawItems, 'rule', ...viewItems];

  return (
    <section className={cx(styles.panel, className)} aria-label={t('trade.chartOf', { symbol: instrument.symbol })}>
      <div className={styles.bar} data-dense={dense}>
        <Intervals {...{ interval, onInterval, dense }} />
        {dense ? (
          <div className={styles.tools}>
            <ToolMenu
              label={t('trade.indicators')}
              items={indicatorItems}
              text={indicators.length > 0 ? indicators.slice(0, 2).join(' ') : t('trade.indicators')}
            />
            <ToolMenu label={t('trade.drawing')} items={drawItems} text={t('trade.drawing')} />
            <ToolMenu label={t('trade.chartSettings')} items={viewItems} icon={<IconSliders size={15} aria-hidden />} />
          </div>
        ) : (
          <Menu
            label={t('trade.chartSettings')}
            align="end"
            items={all}
            trigger={(button) => (
              <IconButton label={t('trade.chartSettings')} {...button}>
                <IconSliders size={20} aria-hidden />
              </IconButton>
            )}
          />
        )}
      </div>
      <div className={styles.frame}>
        {/* The canvas is not accessible: the sentence below and the table are. */}
        <div ref={box} dir="ltr" className={styles.chart} aria-hidden />
        {chart && state === 'ready' && <OrderTags chart={chart} instrument={instrument} />}
        {state === 'loading' && <div className={styles.bones} role="status" aria-label={t('trade.chartLoading')} />}
        {state === 'empty' && (
          <div className={styles.over}>
            <EmptyState compact title={t('trade.chartEmpty')}>
              {t('trade.chartEmptyWhy')}
            </EmptyState>
          </div>
        )}
        {state === 'failed' && (
          <div className={styles.over}>
            <ErrorState compact title={t('trade.chartFailed')} onRetry={() => chart?.reload()}>
              {t('trade.chartFailedWhy')}
            </ErrorState>
          </div>
        )}
        <Summary {...{ candles, instrument, interval }} />
      </div>
      {asTable && <CandleTable onClose={() => setAsTable(false)} {...{ candles, instrument, interval }} />}
    </section>
  );
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
    <div className={styles.intervals} role="radiogroup" aria-label={t('trade.interval')}>
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
          label={t('trade.moreIntervals')}
          items={rest.map((each) => ({ key: each, label: intervalNames[each], onSelect: () => choose(each) }))}
          trigger={(button) => (
            <button
              type="button"
              className={styles.interval}
              data-on={rest.includes(shown)}
              aria-label={t('trade.moreIntervals')}
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
  const summary = useChartSummary();
  const facts = summarise(candles);
  if (!facts) return null;
  const price = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  return <p className="visually-hidden">{summary(facts, instrument.symbol, intervalNames[interval], price)}</p>;
});

function CandleTable({ candles, instrument, interval, onClose }: TextProps & { onClose: () => void }) {
  const t = useT();
  const { locale } = useUi();
  const zone = useTimeZone();
  const shown = candles.slice(-50).reverse();
  const price = (value: string) => formatAmount(value, { locale, decimals: stepDecimals(instrument.tick) });
  return (
    <Dialog
      wide
      open
      onClose={onClose}
      title={t('trade.asTableTitle', { symbol: instrument.symbol, count: shown.length, interval: intervalNames[interval] })}
    >
      <p className="muted">{t('trade.timezone', { zone })}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('trade.time')}</th>
            <th scope="col">{t('trade.open')}</th>
            <th scope="col">{t('trade.highest')}</th>
            <th scope="col">{t('trade.lowest')}</th>
            <th scope="col">{t('trade.close')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((candle) => (
            <tr key={candle.t}>
              <th scope="row">{formatTime(candle.t, 'dateTime', zone)}</th>
              <td>{price(candle.o)}</td>
              <td>{price(candle.h)}</td>
              <td>{price(candle.l)}</td>
              <td>{price(candle.c)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}
