import { formatAmount, formatPrice, trimZeros } from '@bourse/money';
import { hiddenAmount, useUi } from '@bourse/ui';
import { neat } from '../funds/model/figures.ts';

/** Formats figures for sentences: quantities and amounts can be hidden, prices are public. */
export function useFigures() {
  const { locale, amountsHidden } = useUi();
  return {
    /** A quantity has no fixed number of decimals: 20 shares, 0.15 BTC. */
    quantity: (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale })),
    amount: (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) })),
    price: (value: string | null) => (value === null ? '–' : formatPrice(trimZeros(value), locale, neat(value))),
    percent: (value: string | null, sign: 'auto' | 'always' = 'auto') =>
      value === null ? '–' : `${formatAmount(value, { locale, decimals: neat(value), sign })}%`,
  };
}
