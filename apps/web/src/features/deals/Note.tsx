import { cx, IconAlert, IconOffline } from '@bourse/ui';
import type { ReactNode } from 'react';
import styles from './Form.module.css';

/** Above a button: why nothing was sent, or cannot be sent. */
export const Note = ({ bad = false, offline = false, children }: { bad?: boolean; offline?: boolean; children: ReactNode }) => (
  <p className={cx(styles.note, bad && styles.bad)}>
    {offline ? <IconOffline size={18} aria-hidden /> : <IconAlert size={18} aria-hidden />}
    <span>{children}</span>
  </p>
);
