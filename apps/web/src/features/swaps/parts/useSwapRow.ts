import { formatAmount, trimZeros } from '@bourse/money';
import { hiddenAmount, useUi } from '@bourse/ui';
import { lastValue, useRead } from '../../../data/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useRecord } from '../useRecord.ts';
import type { SwapState } from '../useSwap.ts';

type Done = Extract<SwapState, { step: 'done' }>;

/** The swap as the histories have it, looked up by its number; by its sequence, if the answer was lost. */
export function useSwapRow({ answer, seq }: Done) {
  const id = answer?.id ?? '';
  const detail = useRead('GET pay/flash-exchange/detail', { id }, { needsSession: true, enabled: id !== '', staleMs: 300_000 });
  const listed = lastValue(useRecord(1))?.list.find(({ receipt }) => receipt.seq === seq);
  return lastValue(detail) ?? listed;
}

/** “0.1 BTC became 6,000 USDT”. Without the exchange's answer it says where to find what was received. */
export function useDoneSentence(state: Done): string {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const row = useSwapRow(state);
  const received = state.answer?.receive ?? row?.received;
  if (received === undefined) return t('swaps.doneText');
  const figure = (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale }));
  const { amount, from, to } = state.swap;
  return t('swaps.done', { paid: figure(amount), from, received: figure(received), to });
}
