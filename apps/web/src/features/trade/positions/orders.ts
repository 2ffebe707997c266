import { decimalSubtract } from '@bourse/money';
import { InstrumentKind } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useCommand } from '../../../data/index.ts';
import { activeLocale, t } from '../../../i18n/index.ts';
import { contractSentence } from '../contract/sentence.ts';
import { contractDrafts, draftOfOrder, stockDrafts } from '../leverage/draft.ts';
import { stockSentence } from '../stock/sentence.ts';
import { useCancelled } from '../ticket/again.ts';
import type { PositionOrder } from './positions.ts';

/** Cancels orders of contracts and stocks. */
export function useRevoke() {
  const { send, busy } = useCommand('cancel');
  const cancelled = useCancelled();
  const one = async (order: PositionOrder) => {
    const name = order.kind === InstrumentKind.stock ? 'GET pay/order-stock/revoke' : 'GET pay/order-contract/revoke';
    const settled = await send(name, { id: order.id }, { of: order.id });
    if (settled.state === 'rejected') toast('error', t('trade.cancelFailed', { reason: settled.message }));
    if (settled.state !== 'accepted') return;
    const stock = order.kind === InstrumentKind.stock;
    const left = draftOfOrder({ ...order, quantity: order.quantity && decimalSubtract(order.quantity, order.filledQuantity) });
    cancelled(
      order.symbol,
      (instrument) => (stock ? stockSentence : contractSentence)(t, left, instrument, activeLocale()),
      () => (stock ? stockDrafts : contractDrafts).set(order.symbol, left),
    );
  };
  return { one, busy };
}
