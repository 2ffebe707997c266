import type { ReactNode } from 'react';
import { ScreenHead, type ScreenHeadProps } from '../../shell/ScreenHead.tsx';
import styles from './Page.module.css';

/** A settings page: one column, a sentence that explains the setting, lists. */
export function Page({ lead, body, ...head }: ScreenHeadProps & { lead?: ReactNode; body: ReactNode }) {
  return (
    <div className={styles.page}>
      <ScreenHead fallback="/mine" {...head} />
      <div className={styles.body}>
        {lead && <p className={styles.lead}>{lead}</p>}
        {body}
      </div>
    </div>
  );
}
