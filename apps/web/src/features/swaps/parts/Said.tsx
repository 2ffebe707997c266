import { useT } from '../../../i18n/index.ts';
import type { SwapState } from '../useSwap.ts';
import { useDoneSentence } from './useSwapRow.ts';

/** Tells assistive technology what became of a press. It stays in the page, or its words would not be heard; quotes are not told. */
export function Said({ state }: { state: SwapState }) {
  const t = useT();
  return (
    <div role="status" className="visually-hidden">
      {state.step === 'done' ? (
        <Done state={state} />
      ) : state.step === 'moved' ? (
        t('swaps.moved')
      ) : state.step === 'refused' ? (
        `${t('swaps.refused')}. ${state.message}`
      ) : state.step === 'offline' ? (
        t('common.nothingSent')
      ) : state.step === 'unknown' ? (
        t('swaps.unknownText')
      ) : state.step === 'missing' ? (
        t('common.noRecord')
      ) : null}
    </div>
  );
}

const Done = ({ state }: { state: Extract<SwapState, { step: 'done' }> }) => useDoneSentence(state);
