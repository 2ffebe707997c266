import type { Instrument } from '../../../data/index.ts';
import type { Translate } from '../../../i18n/index.ts';
import { isOpening, type PositionDraft } from '../leverage/draft.ts';
import { exactText, isPositive } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';

/** The button's label: exactly what it sends, or only the side while a field is not readable. */
export function contractSentence(
  t: Translate,
  draft: PositionDraft,
  instrument: Pick<Instrument, 'base' | 'lot' | 'tick'>,
  locale: string,
): string {
  const { direction } = draft;
  const opening = isOpening(draft);
  const waits = draft.form === 'stop';
  const needed = [draft.quantity, ...(waits ? [draft.trigger] : []), ...(hasLimitPrice(draft) ? [draft.price] : [])];
  if (!needed.every(isPositive)) return t(opening ? 'leverage.submitOpenEmpty' : 'leverage.submitCloseEmpty', { direction });
  const priceText = (price: string) => exactText(price, instrument.tick, locale);
  const what = { direction, quantity: exactText(draft.quantity, instrument.lot, locale), asset: instrument.base };
  if (draft.form === 'market') return t(opening ? 'leverage.submitOpenMarket' : 'leverage.submitCloseMarket', what);
  if (!hasLimitPrice(draft)) return t('leverage.submitOpenStop', { ...what, trigger: priceText(draft.trigger) });
  const priced = { ...what, price: priceText(draft.price) };
  if (waits) return t('leverage.submitOpenStopLimit', { ...priced, trigger: priceText(draft.trigger) });
  return t(opening ? 'leverage.submitOpen' : 'leverage.submitClose', priced);
}
