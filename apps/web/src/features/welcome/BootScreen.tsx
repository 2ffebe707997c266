import { Wordmark } from '@bourse/ui/Amount.tsx';
import { buttonClass } from '@bourse/ui/Button.tsx';
import { Fingerprint } from '@bourse/ui/pictures/Fingerprint.tsx';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { setPreference, useBrand } from '../../data/index.ts';
import { type Key, useT } from '../../i18n/index.ts';
import { DemoButton } from '../account/parts/DemoButton.tsx';
import styles from './Boot.module.css';

const points = [
  ['welcome.receipt', 'welcome.receiptText'],
  ['welcome.sources', 'welcome.sourcesText'],
  ['welcome.ledger', 'welcome.ledgerText'],
] as const satisfies readonly (readonly [Key, Key])[];

/** The welcome on a phone's first visit: one short introduction, shown once. */
export function BootScreen() {
  const t = useT();
  const brand = useBrand();
  useEffect(() => setPreference('welcomed', true), []);
  return (
    <main id="content" className={styles.page}>
      <Wordmark large {...brand} />
      <div className={styles.promise}>
        <h1>{t('home.promise')}</h1>
        <p>{t('welcome.text')}</p>
      </div>
      <ul className={styles.points}>
        {points.map(([title, text]) => (
          <li key={title}>
            <h2>{t(title)}</h2>
            <p>{t(text)}</p>
          </li>
        ))}
      </ul>
      <div className={styles.mark} aria-hidden>
        <Fingerprint hash="0d99" size={34} />
        <span>=</span>
        <Fingerprint hash="0d99" size={34} />
      </div>
      <div className={styles.ways}>
        <DemoButton />
        <Link to="/home" className={buttonClass({ kind: 'outline', size: 'large', wide: true })}>
          {t('welcome.look')}
        </Link>
        <p className={styles.sign}>
          <Link to="/login">{t('common.signIn')}</Link>
          <Link to="/register">{t('common.register')}</Link>
        </p>
      </div>
    </main>
  );
}
