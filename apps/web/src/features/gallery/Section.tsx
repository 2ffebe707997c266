import type { ReactNode } from 'react';
import styles from './Gallery.module.css';

export function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}
