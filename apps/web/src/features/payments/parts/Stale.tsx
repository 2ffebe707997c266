import { Age, buttonClass } from '@bourse/ui';
import { type Remote, useTimeZone } from '../../../data/index.ts';
import { formatTime } from '../../../i18n/format.ts';
import { useT } from '../../../i18n/index.ts';
import styles from './parts.module.css';

/** Beside a value that could not be refreshed: how old it is, and another try. */
export function Stale({ remote }: { remote: Remote<unknown> }) {
  const t = useT();
  const zone = useTimeZone();
  if (remote.state !== 'failed' || remote.at === undefined) return null;
  return (
    <p className={styles.stale} role="status">
      <Age state="lost">{t('journey.stale', { time: formatTime(remote.at, 'seconds', zone) })}</Age>
      <button type="button" className={buttonClass({ kind: 'link', size: 'small' })} onClick={remote.retry}>
        {t('common.retry')}
      </button>
    </p>
  );
}
