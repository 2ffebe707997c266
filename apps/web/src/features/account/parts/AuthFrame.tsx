import { IconAlert, Wordmark } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useBrand } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { Aside } from './Aside.tsx';
import styles from './AuthFrame.module.css';

/** The layout of every form before sign-in: one column on a phone; a wide screen adds a second column with the promise. */
export function AuthFrame({ title, lead, corner, children }: { title: string; lead?: ReactNode; corner?: ReactNode; children: ReactNode }) {
  const t = useT();
  const brand = useBrand();
  return (
    <div className={`${styles.page} ${styles.split}`}>
      <main className={styles.form} id="content">
        <div className={styles.top}>
          <Link to="/home">
            <Wordmark large {...brand} />
            <span className="visually-hidden">, {t('shell.home')}</span>
          </Link>
          {corner}
        </div>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </main>
      <div className={styles.aside}>
        <Aside />
      </div>
    </div>
  );
}

/** An error of the whole form. Errors of a single field appear under that field. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div className={styles.problem} role="alert">
      <IconAlert size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
