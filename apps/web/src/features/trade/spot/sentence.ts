import { OrderSide } from '@bourse/protocol/enums';
import type { Translate } from '../../../i18n/index.ts';
import { exactText, isPositive } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { byAmount, type Draft } from './draft.ts';
import type { TicketFacts } from './preview.ts';

/** The button's label: exactly what it sends, or only the side while a field is not readable. */
export function spotSentence(
  t: Translate,
  draft: Draft,
  facts: Pick<TicketFacts, 'base' | 'quote' | 'lot' | 'tick'>,
  locale: string,
): string {
  const side = draft.side === OrderSide.buy ? 'buy' : 'sell';
  const what = { side, asset: facts.base };
  const size = byAmount(draft) ? draft.amount : draft.quantity;
  const waits = draft.form === 'stop';
  const needed = [size, ...(waits ? [draft.trigger] : []), ...(hasLimitPrice(draft) ? [draft.price] : [])];
  if (!needed.every(isPositive)) return t('trade.submitEmpty', what);
  const priceText = (price: string) => exactText(price, facts.tick, locale);
  if (byAmount(draft)) {
    const spent = { ...what, amount: exactText(size, '1', locale), quote: facts.quote };
    return waits ? t('trade.submitStopAmount', { ...spent, trigger: priceText(draft.trigger) }) : t('trade.submitAmount', spent);
  }
  const sized = { ...what, quantity: exactText(size, facts.lot, locale) };
  if (draft.form === 'market') return t('trade.submitMarket', sized);
  if (!hasLimitPrice(draft)) return t('trade.submitStop', { ...sized, trigger: priceText(draft.trigger) });
  const priced = { ...sized, price: priceText(draft.price) };
  return waits ? t('trade.submitStopLimit', { ...priced, trigger: priceText(draft.trigger) }) : t('trade.submitLimit', priced);
}
