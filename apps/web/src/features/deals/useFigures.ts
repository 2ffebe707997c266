import { formatAmount, trimZeros } from '@bourse/money';
import { hiddenAmount, useUi } from '@bourse/ui';

/** Figures in sentences: `plain` for public ones, `own` for the customer's, which can be hidden. */
export function useFigures() {
  const { locale, amountsHidden } = useUi();
  const plain = (value: string) => formatAmount(trimZeros(value), { locale });
  return { plain, own: (value: string) => (amountsHidden ? hiddenAmount : plain(value)) };
}
