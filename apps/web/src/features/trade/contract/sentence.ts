import { formatAmount } from '@bourse/money';
import type { Instrument } from '../../../data/index.ts';
import type { Translate } from '../../../i18n/index.ts';
import { isOpening, type PositionDraft } from '../leverage/draft.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';

/** The button's label: exactly what it sends. */
export function contractSentence(
  t: Translate,
  draft: PositionDraft,
  instrument: Pick<Instrument, 'base' | 'lot' | 'tick'>,
  locale: string,
): string {
  const { direction } = draft;
  const opening = isOpening(draft);
  const price = (text: string) => formatAmount(text, { locale, decimals: stepDecimals(instrument.tick) });
  const nothing = t(opening ? 'leverage.submitOpenEmpty' : 'leverage.submitCloseEmpty', { direction });
  if (draft.quantity === '') return nothing;
  const what = {
    direction,
    quantity: formatAmount(draft.quantity, { locale, decimals: stepDecimals(instrument.lot) }),
    asset: instrument.base,
  };
  if (draft.form === 'market') return t(opening ? 'leverage.submitOpenMarket' : 'leverage.submitCloseMarket', what);
  if (draft.form === 'stop')
    return draft.trigger === '' ? nothing : t('leverage.submitOpenStop', { ...what, trigger: price(draft.trigger) });
  if (!hasLimitPrice(draft) || draft.price === '') return nothing;
  return t(opening ? 'leverage.submitOpen' : 'leverage.submitClose', { ...what, price: price(draft.price) });
}
