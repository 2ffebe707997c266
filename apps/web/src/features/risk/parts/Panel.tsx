import type { ReactNode } from 'react';
import styles from './Panel.module.css';

/** One question about the contract and its answer. */
export function Panel({ title, aside, why, children }: { title: string; aside?: ReactNode; why?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside !== undefined && <span>{aside}</span>}
      </div>
      {children}
      {why !== undefined && <p className={styles.why}>{why}</p>}
    </section>
  );
}
