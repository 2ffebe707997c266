import type { VipConfig, VipDetail } from '@bourse/protocol';
import { Facts } from '@bourse/ui';
import { useT } from '../../../i18n/index.ts';
import styles from '../Membership.module.css';
import { levelAt, missingTo, nextByVolume } from '../model/levels.ts';
import { levelName, useFigures, useSourceText } from '../words.ts';

/** The level in use, where it comes from, and what is missing to the next one. */
export function OwnLevel({ config, detail }: { config: VipConfig; detail: VipDetail }) {
  const t = useT();
  const { plain, own } = useFigures();
  const sourceText = useSourceText();
  const next = nextByVolume(config, detail);
  return (
    <section className={styles.own} aria-label={t('membership.mineTitle')}>
      <p className={styles.name}>{levelName(t, detail.level)}</p>
      <p className={styles.text}>{sourceText(detail)}</p>
      <Facts
        facts={[
          {
            name: t('membership.volume'),
            value: <bdi>{t('membership.volumeOf', { amount: own(detail.volume) })}</bdi>,
            why: t('membership.volumeWhy'),
          },
        ]}
      />
      <p className={styles.text}>
        {next ? t('membership.next', { missing: plain(next.missing), level: levelName(t, next.level) }) : t('membership.top')}
      </p>
    </section>
  );
}

/** What the level by volume will be tomorrow. */
export function Tomorrow({ config, detail }: { config: VipConfig; detail: VipDetail }) {
  const t = useT();
  const { plain } = useFigures();
  const { volumeLevel, tomorrow } = detail;
  const level = levelName(t, tomorrow.level);
  if (tomorrow.level === volumeLevel) return <p className={styles.sure}>{t('membership.tomorrowSame', { level })}</p>;
  if (tomorrow.level > volumeLevel) return <p className={styles.sure}>{t('membership.tomorrowUp', { level })}</p>;
  const missing = missingTo(levelAt(config, volumeLevel)?.volume ?? '0', tomorrow.volume);
  return <p className={styles.sure}>{t('membership.tomorrowDown', { level, missing: plain(missing) })}</p>;
}
