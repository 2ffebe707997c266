import { formatAmount, trimZeros } from '@bourse/money';
import { OrderSide } from '@bourse/protocol/enums';
import { Button, buttonClass, useUi } from '@bourse/ui';
import type { ReactNode } from 'react';
import { type Translate, useT } from '../../../i18n/index.ts';
import { stepDecimals } from './arithmetic.ts';
import { byAmount, type Draft, hasLimitPrice } from './draft.ts';
import type { Preview, TicketFacts } from './preview.ts';
import type { Submission } from './submission.ts';
import styles from './Ticket.module.css';

/** Why nothing can be sent now: a sentence, or the visitor's two ways in. */
export type TicketGate =
  | { open: true }
  | { open: false; why: string }
  | { open: false; why: string; visitor: { onDemo: () => void; busy: boolean; signIn: (className: string) => ReactNode } };

type Props = { draft: Draft; facts: TicketFacts; gate: TicketGate; submission: Submission; shown: Preview | null; dense: boolean };

/** Named after what it does. */
export function SendButton({ draft, facts, gate, submission, shown, dense }: Props) {
  const t = useT();
  const { locale, amountsHidden } = useUi();
  const size = dense ? 'medium' : 'large';
  if (!gate.open && 'visitor' in gate)
    return (
      <div className={styles.send}>
        <p className={styles.gate}>{gate.why}</p>
        <Button wide size={size} busy={gate.visitor.busy} onClick={gate.visitor.onDemo}>
          {t('trade.tryDemoShort')}
        </Button>
        {gate.visitor.signIn(buttonClass({ kind: 'outline', size, wide: true }))}
      </div>
    );
  const busy = submission.state === 'sent' || submission.state === 'unknown';
  const buying = draft.side === OrderSide.buy;
  return (
    <div className={styles.send}>
      {!gate.open && <p className={styles.gate}>{gate.why}</p>}
      <Button
        type="submit"
        wide
        size={size}
        kind={buying ? 'up' : 'down'}
        busy={busy}
        disabled={!gate.open || submission.state === 'missing'}
      >
        {sentence(t, draft, facts, locale)}
      </Button>
      {shown?.left && gate.open && (
        <p className={styles.after}>
          {t('trade.after', {
            amount: amountsHidden ? '******' : formatAmount(trimZeros(shown.left), { locale }),
            asset: shown.paysAsset,
          })}
        </p>
      )}
    </div>
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
