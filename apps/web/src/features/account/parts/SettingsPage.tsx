import type { ReactNode } from 'react';
import { ScreenHead } from '../../../shell/ScreenHead.tsx';
import styles from './SettingsPage.module.css';

/** A page of account settings: title, back link, one narrow column. */
export function SettingsPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <ScreenHead title={title} fallback="/mine" />
      {children}
    </div>
  );
}
