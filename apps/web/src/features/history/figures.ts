import { formatAmount, formatPrice, trimZeros } from '@bourse/money';
import { hiddenAmount, useUi } from '@bourse/ui';
import { neat } from '../funds/model/figures.ts';

/** Figures inside sentences: quantities and amounts hide, prices are public. */
export function useFigures() {
  const { locale, amountsHidden } = useUi();
  return {
    /** A quantity has no decimals of its own to keep: 20 shares, 0.15 BTC. */
    quantity: (value: string) => (amountsHidden ? hiddenAmount : formatAmount(trimZeros(value), { locale })),
    amount: (value: string) => (amountsHidden ? hiddenAmount : formatAmount(value, { locale, decimals: neat(value) })),
    price: (value: string | null) => (value === null ? '—' : formatPrice(trimZeros(value), locale, neat(value))),
    percent: (value: string | null, sign: 'auto' | 'always' = 'auto') =>
      value === null ? '—' : `${formatAmount(value, { locale, decimals: neat(value), sign })}%`,
  };
}
