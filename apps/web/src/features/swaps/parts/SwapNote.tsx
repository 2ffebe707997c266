import { Link } from '@tanstack/react-router';
import { useT } from '../../../i18n/index.ts';
import { Note } from '../../deals/Note.tsx';
import type { SwapState } from '../useSwap.ts';

/** Above the button: why nothing was sent, or cannot be sent. `Said` tells it to assistive technology. */
export function SwapNote({ state, offline, restricted }: { state: SwapState; offline: boolean; restricted: boolean }) {
  const t = useT();
  if (restricted)
    return (
      <Note bad>
        {t('swaps.restricted')} <Link to="/service_list">{t('pushed.restrictedAsk')}</Link>
      </Note>
    );
  if (offline || state.step === 'offline')
    return <Note offline>{state.step === 'offline' ? t('common.nothingSent') : t('swaps.offline')}</Note>;
  if (state.step === 'moved') return <Note>{t('swaps.moved')}</Note>;
  if (state.step !== 'refused') return null;
  return (
    <Note bad>
      <strong>{t('swaps.refused')}</strong> {state.message}
    </Note>
  );
}
