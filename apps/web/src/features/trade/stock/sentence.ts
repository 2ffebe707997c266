import type { Instrument } from '../../../data/index.ts';
import type { Translate } from '../../../i18n/index.ts';
import type { PositionDraft } from '../leverage/draft.ts';
import { exactText, isPositive } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { sideOf } from './sides.ts';

/** The button's label: exactly what it sends, or only the side while a field is not readable. */
export function stockSentence(
  t: Translate,
  draft: PositionDraft,
  instrument: Pick<Instrument, 'base' | 'lot' | 'tick'>,
  locale: string,
): string {
  const side = { side: sideOf(draft), asset: instrument.base };
  const waits = draft.form === 'stop';
  const needed = [draft.quantity, ...(waits ? [draft.trigger] : []), ...(hasLimitPrice(draft) ? [draft.price] : [])];
  if (!needed.every(isPositive)) return t('leverage.submitBuyStockEmpty', side);
  const priceText = (price: string) => exactText(price, instrument.tick, locale);
  const what = { ...side, quantity: exactText(draft.quantity, instrument.lot, locale) };
  if (draft.form === 'upper') return t('leverage.submitBuyStockUpper', what);
  if (draft.form === 'market') return t('leverage.submitBuyStockMarket', what);
  if (!hasLimitPrice(draft)) return t('leverage.submitBuyStockStop', { ...what, trigger: priceText(draft.trigger) });
  const priced = { ...what, price: priceText(draft.price) };
  return waits
    ? t('leverage.submitBuyStockStopLimit', { ...priced, trigger: priceText(draft.trigger) })
    : t('leverage.submitBuyStock', priced);
}
