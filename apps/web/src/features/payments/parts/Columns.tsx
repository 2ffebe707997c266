import type { ReactNode } from 'react';
import { ScreenHead, type ScreenHeadProps } from '../../../shell/ScreenHead.tsx';
import styles from './Columns.module.css';

/** A screen of money: one question at a time, and beside it on a wide screen the rules and what is on its way. */
export function Columns({
  children,
  aside,
  actions,
  ...head
}: Omit<ScreenHeadProps, 'children'> & { children: ReactNode; aside?: ReactNode; actions?: ReactNode }) {
  return (
    <div className={aside === undefined ? styles.narrow : styles.page}>
      <ScreenHead fallback="/funds" {...head}>
        {actions}
      </ScreenHead>
      <div className={styles.columns}>
        <div className={styles.main}>{children}</div>
        {aside !== undefined && <aside className={styles.aside}>{aside}</aside>}
      </div>
    </div>
  );
}

/** A titled box beside the form. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.panel} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
