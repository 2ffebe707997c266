import { formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { hiddenAmount, useUi } from '@bourse/ui';
import { type Translate, useT } from '../../../i18n/index.ts';
import { stepDecimals } from '../ticket/arithmetic.ts';
import { GatedButton, type TicketGate } from '../ticket/GatedButton.tsx';
import type { Submission } from '../ticket/submission.ts';
import { byAmount, type Draft, hasLimitPrice } from './draft.ts';
import type { Preview, TicketFacts } from './preview.ts';

type Props = { draft: Draft; facts: TicketFacts; gate: TicketGate; submission: Submission; shown: Preview | null; dense: boolean };

/** Named after what it does. */
export function SendButton({ draft, facts, gate, submission, shown, dense }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  return (
    <GatedButton
      {...{ gate, submission, dense }}
      kind={draft.side === OrderSide.buy ? 'up' : 'down'}
      after={
        shown?.left
          ? t('trade.after', {
              amount: amountsHidden ? hiddenAmount : formatAmount(trimZeros(shown.left), { locale }),
              asset: shown.paysAsset,
            })
          : undefined
      }
    >
      {sentence(t, draft, facts, locale)}
    </GatedButton>
  );
}

export function sentence(t: Translate, draft: Draft, facts: Pick<TicketFacts, 'base' | 'quote' | 'lot' | 'tick'>, locale: string): string {
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
