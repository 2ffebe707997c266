import { formatAmount } from '@bourse/money';
import type { Instrument } from '../../../data/index.ts';
import type { Translate } from '../../../i18n/index.ts';
import type { PositionDraft } from '../leverage/draft.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { sideOf } from './sides.ts';

/** The button's label: exactly what it sends. */
export function stockSentence(
  t: Translate,
  draft: PositionDraft,
  instrument: Pick<Instrument, 'base' | 'lot' | 'tick'>,
  price: string | null,
  locale: string,
): string {
  const quantity = draft.quantity === '' ? '' : formatAmount(draft.quantity, { locale, decimals: stepDecimals(instrument.lot) });
  const what = { side: sideOf(draft), asset: instrument.base, quantity };
  if (draft.quantity === '') return t('leverage.submitBuyStockEmpty', what);
  if (draft.form === 'upper') return t('leverage.submitBuyStockUpper', what);
  if (draft.form === 'market' || price === null) return t('leverage.submitBuyStockMarket', what);
  return t('leverage.submitBuyStock', { ...what, price: formatAmount(price, { locale, decimals: stepDecimals(instrument.tick) }) });
}
