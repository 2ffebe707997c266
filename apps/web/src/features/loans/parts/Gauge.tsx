import { decimalCompare, plotNumber } from '@bourse/money';
import { cx } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import type { Terms } from '../model/loan.ts';
import { useFigures } from '../words.ts';
import styles from './Gauge.module.css';

type Props = {
  terms: Terms;
  /** Percent; null where there is no price. */
  share: string | null;
  /** Of the collateral, at which the levels are reached. */
  prices?: { call: string; sell: string } | undefined;
};

const within = (percent: string): number => Math.min(100, Math.max(0, plotNumber(percent)));

/** What is owed as a share of the collateral's value, between the level up to which one may borrow, that of the warning and that of the sale. */
export function Gauge({ terms, share, prices }: Props) {
  const t = useT();
  const { percent, share: shown, plain } = useFigures();
  const { openLevel, callLevel, sellLevel } = terms;
  const at = { open: within(openLevel), call: within(callLevel), sell: within(sellLevel) };
  const zones = [
    { key: 'open', from: 0, to: at.open },
    { key: 'between', from: at.open, to: at.call },
    { key: 'call', from: at.call, to: at.sell },
    { key: 'sell', from: at.sell, to: 100 },
  ] as const;
  const tone =
    share === null
      ? undefined
      : decimalCompare(share, sellLevel) >= 0
        ? styles['tone-sell']
        : decimalCompare(share, callLevel) >= 0 && styles['tone-call'];
  const text =
    share === null ? t('loans.ltvNone') : t('loans.ltvText', { share: shown(share), call: percent(callLevel), sell: percent(sellLevel) });
  const levels = [
    { key: 'open', name: t('loans.level_open'), level: openLevel, price: undefined },
    { key: 'call', name: t('loans.level_call'), level: callLevel, price: prices?.call },
    { key: 'sell', name: t('loans.level_sell'), level: sellLevel, price: prices?.sell },
  ] as const;
  return (
    <div className={styles.gauge}>
      <div className={styles.top}>
        <span className={styles.name}>{t('loans.ltv')}</span>
        <bdi className={cx(styles.figure, tone)}>{share === null ? <span className="muted">–</span> : shown(share)}</bdi>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> each their own way */}
      <span
        role="meter"
        className={styles.track}
        aria-label={t('loans.ltv')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share === null ? 0 : Math.round(within(share))}
        aria-valuetext={text}
      >
        {zones.map(({ key, from, to }) => (
          <span
            key={key}
            className={cx(styles.zone, styles[`zone-${key}`])}
            style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }}
          />
        ))}
        {share !== null && <span className={styles.needle} style={{ insetInlineStart: `${within(share)}%` }} />}
      </span>
      <dl className={styles.levels}>
        {levels.map(({ key, name, level, price }) => (
          <div key={key} className={styles.level}>
            <dt>
              <span className={cx(styles.key, styles[`zone-${key}`])} aria-hidden />
              {name}
            </dt>
            <dd>
              <bdi>{percent(level)}</bdi>
              {price !== undefined && <bdi className={styles.price}>{t('loans.atPrice', { price: plain(price) })}</bdi>}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
