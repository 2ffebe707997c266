import { formatAmount } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import type { Translate } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { hasLimitPrice } from '../ticket/order-form.ts';
import { byAmount, type Draft } from './draft.ts';
import type { TicketFacts } from './preview.ts';

/** The button's label: exactly what it sends. */
export function spotSentence(
  t: Translate,
  draft: Draft,
  facts: Pick<TicketFacts, 'base' | 'quote' | 'lot' | 'tick'>,
  locale: string,
): string {
  const side = draft.side === OrderSide.buy ? 'buy' : 'sell';
  const quantity = draft.quantity === '' ? '' : formatAmount(draft.quantity, { locale, decimals: stepDecimals(facts.lot) });
  const priceText = (price: string) => formatAmount(price, { locale, decimals: stepDecimals(facts.tick) });
  if (byAmount(draft))
    return draft.amount === ''
      ? t('trade.submitEmpty', { side, asset: facts.base })
      : t('trade.submitAmount', { side, asset: facts.base, amount: formatAmount(draft.amount, { locale }), quote: facts.quote });
  if (quantity === '') return t('trade.submitEmpty', { side, asset: facts.base });
  if (draft.form === 'market') return t('trade.submitMarket', { side, quantity, asset: facts.base });
  if (draft.form === 'stop')
    return draft.trigger === ''
      ? t('trade.submitEmpty', { side, asset: facts.base })
      : t('trade.submitStop', { side, quantity, asset: facts.base, trigger: priceText(draft.trigger) });
  if (!hasLimitPrice(draft) || draft.price === '') return t('trade.submitEmpty', { side, asset: facts.base });
  return t('trade.submitLimit', { side, quantity, asset: facts.base, price: priceText(draft.price) });
}
