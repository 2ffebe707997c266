import { decimalSubtract } from '@bourse/money';
import type { Order } from '@bourse/protocol';
import { toast } from '@bourse/ui';
import { useMemo } from 'react';
import { lastValue, useCommand, useRead, useSignedIn } from '../../../data/index.ts';
import { activeLocale, t } from '../../../i18n/index.ts';
import { useCancelled } from '../ticket/again.ts';
import { draftOf } from './draft.ts';
import { setDraft } from './drafts.ts';
import { spotSentence } from './sentence.ts';

export type { Fill, Order } from '@bourse/protocol';

/** All open spot orders of this customer in one read. */
export const useOpenOrdersRead = () =>
  useRead('GET pay/order-coin/order-page', { state: 'open', pageSize: 100 }, { needsSession: true, staleMs: 5_000 });

const none: readonly Order[] = [];
export function useOpenOrders(symbol?: string): readonly Order[] {
  const signedIn = useSignedIn();
  const list = lastValue(useOpenOrdersRead())?.list;
  return useMemo(() => {
    if (!signedIn || !list) return none;
    return symbol === undefined ? list : list.filter((order) => order.symbol === symbol);
  }, [signedIn, list, symbol]);
}

/** Cancels one order, or all (of an instrument), and shows the outcome. */
export function useCancelOrder() {
  const { send, busy } = useCommand('cancel');
  const cancelled = useCancelled();
  const one = async (order: Order) => {
    const settled = await send('GET pay/order-coin/revoke/{id}', { id: order.id }, { of: order.id });
    if (settled.state === 'rejected') toast('error', t('trade.cancelFailed', { reason: settled.message }));
    if (settled.state !== 'accepted') return;
    const left = draftOf({ ...order, quantity: order.quantity && decimalSubtract(order.quantity, order.filledQuantity) });
    cancelled(
      order.symbol,
      (instrument) => spotSentence(t, left, instrument, activeLocale()),
      () => setDraft(order.symbol, left),
    );
  };
  const all = async (symbol?: string) => {
    const settled = await send('POST pay/order-coin/cancel-all', symbol ? { symbol } : {}, { of: 'all' });
    if (settled.state === 'rejected') toast('error', t('trade.cancelFailed', { reason: settled.message }));
    else if (settled.state === 'accepted') toast('success', t('trade.cancelAllDone', { count: settled.data?.orderIds.length ?? 0 }));
  };
  return { one, all, busy: (id: string) => busy(id) || busy('all') };
}

/** Moves an order to another price and says from where to where; it keeps its place in the book only where the price stays. */
export function useAmendPrice() {
  const { send, busy } = useCommand('amend');
  return async (order: Pick<Order, 'id' | 'price'>, price: string, shown: (price: string) => string) => {
    if (order.price === null || busy(order.id)) return;
    const settled = await send('POST pay/order-coin/amend', { orderId: order.id, price }, { of: order.id });
    if (settled.state === 'rejected') toast('error', settled.message);
    else if (settled.state === 'accepted') toast('success', t('trade.amendedTo', { from: shown(order.price), to: shown(price) }));
  };
}
