import type { VipDetail } from '@bourse/protocol';
import { cx } from '@bourse/ui';
import type { CSSProperties } from 'react';
import { useT } from '../../../i18n/index.ts';
import styles from '../Membership.module.css';
import { heightsOf } from '../model/levels.ts';
import { dayOf, useFigures } from '../words.ts';

/** The 30 days that count and today, one bar each. What drops out tomorrow and what counts from tomorrow are marked. */
export function Bars({ detail }: { detail: VipDetail }) {
  const t = useT();
  const { own, hidden } = useFigures();
  const { volumeByDay: days, tomorrow } = detail;
  const heights = heightsOf(days);
  const last = days.length - 1;
  const oldest = days[0];
  const empty = heights.every((height) => height === 0);
  const kindOf = (at: number) => (at === 0 ? styles.drops : at === last ? styles.today : undefined);
  return (
    <section className={styles.block} aria-label={t('membership.chart')}>
      <h2 className={styles.head}>{t('membership.chart')}</h2>
      <ol className={styles.bars}>
        {days.map(({ day, volume }, at) => {
          const text = t('membership.chartText', { day: dayOf(day), amount: own(volume) });
          // Hidden amounts have no heights either.
          const share = hidden ? 0.3 : (heights[at] ?? 0);
          return (
            <li key={day} className={styles.bar} title={text}>
              <span
                className={cx(styles.fill, share === 0 ? styles.none : kindOf(at))}
                style={{ '--share': share } as CSSProperties}
                aria-hidden
              />
              <span className="visually-hidden">{text}</span>
            </li>
          );
        })}
      </ol>
      <p className={styles.legend} aria-hidden>
        {(
          [
            [styles.fill, 'membership.legendDay'],
            [styles.drops, 'membership.legendDrops'],
            [styles.today, 'membership.legendToday'],
          ] as const
        ).map(([look, key]) => (
          <span key={key}>
            <i className={cx(styles.swatch, look === styles.fill ? styles.fill : look)} style={{ '--share': 1 } as CSSProperties} />
            {t(key)}
          </span>
        ))}
      </p>
      {empty && <p className={styles.text}>{t('membership.chartEmpty')}</p>}
      <p className={styles.text}>
        {oldest && heights[0] !== 0
          ? t('membership.dropsOut', { day: dayOf(oldest.day), amount: own(tomorrow.dropsOut) })
          : t('membership.dropsNothing')}{' '}
        {t('membership.today', { amount: own(days[last]?.volume ?? '0') })}
      </p>
      <p className={styles.small}>{t('membership.chartWhy')}</p>
    </section>
  );
}
