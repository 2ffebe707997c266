import { IconBell, iconButtonClass } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { lastValue } from '../../data/index.ts';
import { useT } from '../../i18n/index.ts';
import styles from './Bell.module.css';
import { useCounts } from './notices.ts';

/** Leads to the messages, and says how many are unread. */
export function Bell({ size = 20 }: { size?: number }) {
  const t = useT();
  const unread = lastValue(useCounts())?.unread ?? 0;
  return (
    <Link to="/message" className={`${iconButtonClass()} ${styles.bell}`} aria-label={t('messages.bell', { unread })}>
      <IconBell size={size} aria-hidden />
      {unread > 0 && (
        <span className={styles.count} aria-hidden>
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </Link>
  );
}
