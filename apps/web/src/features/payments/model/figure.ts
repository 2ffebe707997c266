import { formatAmount } from '@bourse/money';
import { useUi } from '@bourse/ui';
import { neat } from '../../funds/model/figures.ts';

/** An amount with its asset inside a sentence, in the reader's format. What belongs to the customer goes through `Amount`, which can be hidden. */
export function useFigure(): (value: string, asset?: string) => string {
  const { locale } = useUi();
  return (value, asset) => {
    const shown = formatAmount(value, { locale, decimals: neat(value) });
    return asset === undefined ? shown : `${shown} ${asset}`;
  };
}
