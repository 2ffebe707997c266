import { decimalSign, formatAmount, formatMoney, plotNumber, roundMoney } from '@bourse/money';
import { Amount, AreaCurve, Arrow, ErrorState, hiddenAmount, IconButton, IconEye, IconEyeOff, Skeleton, useUi } from '@bourse/ui';
import {
  activeTimeZone,
  lastValue,
  setPreference,
  type Today,
  useMoney,
  useOverview,
  usePreference,
  useToday,
} from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import { DemoChip } from '../../../shell/labels.tsx';
import { useWide } from '../../../shell/use-wide.ts';
import { curveOf } from '../model/curve.ts';
import { Actions } from './Actions.tsx';
import { RateNote } from './RateNote.tsx';
import styles from './Summary.module.css';

/** The account's total, its profit or loss since 00:00 UTC, and the four main actions. */
export function Summary() {
  const t = useT();
  const overview = useOverview();
  const value = lastValue(overview)?.overview;
  const today = useToday();
  const money = useMoney();
  const hidden = usePreference('amountsHidden');
  if (!value && overview.state === 'failed')
    return (
      <ErrorState title={t('common.loadFailed')} onRetry={overview.retry}>
        {overview.error.message}
      </ErrorState>
    );
  return (
    <section className={styles.summary} aria-label={t('own.total')}>
      <div className={styles.figures}>
        <div className={styles.label}>
          <span>{t('own.total')}</span>
          <IconButton
            small
            label={hidden ? t('common.showAmounts') : t('common.hideAmounts')}
            aria-pressed={hidden}
            onClick={() => setPreference('amountsHidden', !hidden)}
          >
            {hidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          </IconButton>
          <span className={styles.demo}>
            <DemoChip />
          </span>
        </div>
        {value ? (
          <Amount value={money.holding(value.total)} decimals={money.decimals} currency={money} size="total" />
        ) : (
          <Skeleton width={230} height={44} />
        )}
        {today ? (
          <DayResult amount={money.convert(today.dayPl)} ratio={today.dayPlRatio} decimals={money.decimals} />
        ) : (
          <Skeleton width={160} height={18} />
        )}
        <RateNote />
        {value && value.missing.length > 0 && <p className={styles.missing}>{t('own.missing', { assets: value.missing.join(', ') })}</p>}
      </div>
      <Curve stat={today} />
      <Actions />
    </section>
  );
}

/** ▲ +186.42 +1.23% today. Colour, sign and arrow say the same. */
export function DayResult({
  amount,
  ratio,
  decimals,
  since,
}: {
  amount: string;
  ratio: string;
  decimals: number;
  since?: string | undefined;
}) {
  const t = useT();
  const { locale } = useUi();
  const hidden = usePreference('amountsHidden');
  const direction = decimalSign(roundMoney(amount, decimals));
  const tone = direction > 0 ? 'up' : direction < 0 ? 'down' : 'muted';
  return (
    <p className={styles.today}>
      <span className={`${styles.move} ${hidden ? 'muted' : tone}`}>
        {!hidden && direction !== 0 && <Arrow direction={direction > 0 ? 'up' : 'down'} />}
        <Amount value={amount} decimals={decimals} sign="always" fraction="plain" />
        {!hidden && <span dir="ltr">{formatMoney(ratio, { locale, decimals: 2, sign: 'always' })}%</span>}
      </span>
      <span className={styles.since}>{since ?? t('own.today')}</span>
    </p>
  );
}

function Curve({ stat }: { stat: Today | undefined }) {
  const t = useT();
  const wide = useWide(1024);
  const money = useMoney();
  const { locale } = useUi();
  const hidden = usePreference('amountsHidden');
  if (!stat)
    return (
      <div className={styles.curve}>
        <Skeleton height={wide ? 168 : 64} />
        <Skeleton width={140} height={12} />
      </div>
    );
  const shown = (usd: string) => (hidden ? hiddenAmount : formatAmount(money.convert(usd), { locale, decimals: money.decimals }));
  const { points, born } = curveOf(stat, money.exact);
  const begun = points[0];
  return (
    <div className={styles.curve}>
      <AreaCurve
        points={points}
        {...(born ? {} : { baseline: plotNumber(money.exact(stat.startTotal)) })}
        height={wide ? 168 : 64}
        label={
          born ? t('own.youngCurve', { now: shown(stat.total) }) : t('own.curve', { start: shown(stat.startTotal), now: shown(stat.total) })
        }
        read={(point) =>
          `${formatTime(point.at, 'time', activeTimeZone())} · ${hidden ? hiddenAmount : formatMoney(String(point.value), { locale, decimals: money.decimals })}`
        }
      />
      <div className={styles.axis}>
        <span>
          {born ? (
            begun ? (
              t('own.startedAt', { time: formatTime(begun.at, 'time', activeTimeZone()) })
            ) : (
              t('own.startedToday')
            )
          ) : (
            <>
              <bdi>00:00 UTC</bdi> · <Amount value={money.convert(stat.startTotal)} decimals={money.decimals} fraction="plain" />
            </>
          )}
        </span>
        <span>{t('own.now')}</span>
      </div>
    </div>
  );
}
