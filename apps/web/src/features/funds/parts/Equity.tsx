import { decimalSign, formatMoney, withCurrencySign } from '@bourse/money';
import { Amount, AreaCurve, EmptyState, ErrorState, hiddenAmount, Segmented, Skeleton, useUi } from '@bourse/ui';
import { useState } from 'react';
import { lastValue, useMoney, useRead, useTimeZone, useToday } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { curveOf as dayCurveOf } from '../../home/model/curve.ts';
import { curveOf, type Day, profitOf, type Span, spans } from '../model/equity.ts';
import styles from './Equity.module.css';
import { ProfitCalendar } from './ProfitCalendar.tsx';

const names = Object.keys(spans) as Span[];

/** The account's value at the end of each day and each day's profit or loss. One read feeds both pictures. */
export function Equity() {
  const t = useT();
  const [view, setView] = useState<'curve' | 'days'>('curve');
  const remote = useRead('GET pay/wallet/statistic-detail', { days: spans.year }, { needsSession: true, staleMs: 60_000 });
  const days = lastValue(remote);
  return (
    <section className={styles.panel} aria-label={t('funds.equity')}>
      <div className={styles.head}>
        <h2>{t(view === 'curve' ? 'funds.equity' : 'funds.profitByDay')}</h2>
        <Segmented
          label={t('funds.equityView')}
          value={view}
          onChange={setView}
          options={[
            { value: 'curve', label: t('funds.viewCurve') },
            { value: 'days', label: t('funds.viewDays') },
          ]}
        />
      </div>
      {!days ? (
        remote.state === 'failed' ? (
          <ErrorState compact title={t('common.loadFailed')} onRetry={remote.retry}>
            {remote.error.message}
          </ErrorState>
        ) : (
          <div role="status" aria-label={t('common.loading')}>
            <Skeleton height={176} />
          </div>
        )
      ) : view === 'curve' ? (
        <Curve days={days} />
      ) : (
        <ProfitCalendar days={days} />
      )}
    </section>
  );
}

function Curve({ days }: { days: readonly Day[] }) {
  const t = useT();
  const money = useMoney();
  const { locale, amountsHidden } = useUi();
  const zone = useTimeZone();
  const stat = useToday();
  const lived = days.filter((day) => decimalSign(day.total) > 0).length;
  const [chosen, setChosen] = useState<Span>();
  // A new account has no full days to draw, but it has today's curve.
  const span = chosen ?? (lived > 2 ? 'month' : 'day');
  const today = span === 'day';
  const minutes = stat ? dayCurveOf(stat, money.exact).points : [];
  const points = today ? minutes : curveOf(days, span, money.exact, minutes);
  const shown = (value: number) =>
    amountsHidden ? hiddenAmount : formatMoney(String(value), { locale, decimals: money.decimals, grouping: true });
  // A past day's point is its end. A point of today is a moment.
  const midnight = stat?.since ?? 0;
  const date = (at: number) =>
    today || at > midnight ? formatTime(at, today ? 'time' : 'dateTime', zone) : formatTime(at - 1, 'date', 'UTC');
  const [first, last] = [points[0], points.at(-1)];
  return (
    <>
      {first && last && points.length > 1 ? (
        <div className={styles.curve}>
          <AreaCurve
            points={points}
            height={132}
            baseline={first.value}
            label={t('funds.equityLabel', { from: date(first.at), start: shown(first.value), to: date(last.at), now: shown(last.value) })}
            read={(point) => `${date(point.at)} · ${withCurrencySign(shown(point.value), money.sign, money.position)}`}
          />
          <p className={styles.axis}>
            <span>{date(first.at)}</span>
            <span>{date(last.at)}</span>
          </p>
        </div>
      ) : (
        <EmptyState compact title={t('funds.equityEmpty')}>
          {t('funds.equityEmptyText')}
        </EmptyState>
      )}
      <div className={styles.foot}>
        <Segmented
          label={t('funds.period')}
          value={span}
          onChange={setChosen}
          options={names.map((name) => ({ value: name, label: t(`funds.span_${name}`) }))}
        />
        <p className={styles.sum}>
          <span>{t('funds.profitIn')}</span>
          <Amount
            value={money.convert(today && stat ? stat.dayPl : profitOf(days.slice(-spans[span])))}
            decimals={money.decimals}
            tone="direction"
            fraction="plain"
            currency={money}
          />
        </p>
      </div>
    </>
  );
}
