import { useT } from '../../../i18n/index.ts';
import styles from './Aside.module.css';

/** What sets this exchange apart, for people who decide whether to sign up. */
export function Aside() {
  const t = useT();
  return (
    <aside className={styles.aside}>
      <p className={styles.promise}>{t('home.promise')}</p>
      <ol className={styles.points}>
        {([1, 2, 3] as const).map((number) => (
          <li key={number} className={styles.point}>
            <span className={styles.number} aria-hidden="true">
              {number}
            </span>
            <span>
              <strong>{t(`home.point${number}`)}</strong>
              {t(`home.point${number}Text`)}
            </span>
          </li>
        ))}
      </ol>
    </aside>
  );
}
