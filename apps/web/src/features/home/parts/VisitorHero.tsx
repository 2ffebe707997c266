import { buttonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { DemoButton } from '../../account/parts/DemoButton.tsx';
import styles from './VisitorHero.module.css';

/** The head of the page for a visitor: the promise and a button that opens a demo account. */
export function VisitorHero() {
  const t = useT();
  return (
    <section className={styles.hero}>
      <h2 className={styles.promise}>{t('home.promise')}</h2>
      <p className={styles.lead}>{t('home.visitorLead')}</p>
      <div className={styles.buttons}>
        <DemoButton note={false} />
        <Link to="/register" className={buttonClass({ kind: 'outline', size: 'large' })}>
          {t('common.register')}
        </Link>
      </div>
      <p className={styles.note}>
        {t('home.demoNote')}{' '}
        <Link to="/pc_home" className={styles.more}>
          {t('home.how')}
        </Link>
      </p>
      <ul className={styles.points}>
        {([1, 2, 3] as const).map((number) => (
          <li key={number}>
            <strong>{t(`home.point${number}`)}</strong>
            <span>{t(`home.point${number}Text`)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
