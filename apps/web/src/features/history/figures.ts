import { formatAmount, formatPrice, trimZeros } from '@bourse/money';
import { hiddenAmount, useUi } from '@bourse/ui';
import { neat } from '../funds/model/figures.ts';

/** Figures inside sentences: quantities and amounts hide, prices are public. */
export function useFigures() {
  const { locale, amountsHidden } = useUi();
  return {
    amount: (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) })),
    price: (value: string | null) => (value === null ? '—' : formatPrice(trimZeros(value), locale, neat(value))),
    percent: (value: string | null, sign: 'auto' | 'always' = 'auto') =>
      value === null ? '—' : `${formatAmount(value, { locale, decimals: neat(value), sign })}%`,
  };
}
