import { cx, IconAlert, IconOffline } from '@bourse/ui';
import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import type { SwapState } from '../useSwap.ts';
import styles from './SwapNote.module.css';

/** Above the button: why nothing was sent, or cannot be sent. `Said` tells it to assistive technology. */
export function SwapNote({ state, offline, restricted }: { state: SwapState; offline: boolean; restricted: boolean }) {
  const t = useT();
  if (restricted)
    return (
      <p className={cx(styles.note, styles.bad)}>
        <IconAlert size={18} aria-hidden />
        <span>
          {t('swaps.restricted')} <Link to="/service_list">{t('pushed.restrictedAsk')}</Link>
        </span>
      </p>
    );
  if (offline || state.step === 'offline')
    return (
      <p className={styles.note}>
        <IconOffline size={18} aria-hidden />
        <span>{state.step === 'offline' ? t('common.nothingSent') : t('swaps.offline')}</span>
      </p>
    );
  if (state.step !== 'moved' && state.step !== 'refused') return null;
  return (
    <p className={cx(styles.note, state.step === 'refused' && styles.bad)}>
      <IconAlert size={18} aria-hidden />
      <span>
        {state.step === 'moved' ? (
          t('swaps.moved')
        ) : (
          <>
            <strong>{t('swaps.refused')}</strong> {state.message}
          </>
        )}
      </span>
    </p>
  );
}
