import type { Order } from '@bourse/protocol';
import { toast } from '@bourse/ui';
import { useMemo, useState } from 'react';
import { CallError, call, lastValue, type Outcome, refreshFunds, useRead, useSignedIn } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';

export type { Fill, Order } from '@bourse/protocol';

/** Open orders of this customer, all instruments in one read that pushes make old. */
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

const reasonOf = (error: unknown): string => (error instanceof CallError ? error.message : String(error));

/** Cancels, and says what became available again. A lost answer is no failure: the list tells what stands. */
export function useCancelOrder() {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const one = async (order: Order) => {
    setBusy((ids) => [...ids, order.id]);
    try {
      await call('GET pay/order-coin/revoke/{id}', { id: order.id }, { commandId: crypto.randomUUID(), noMsg: true });
      refreshFunds();
    } catch (error) {
      if (error instanceof CallError && error.status === 0) toast('warning', t('trade.cancelUnknown'));
      else toast('error', t('trade.cancelFailed', { reason: reasonOf(error) }));
      refreshFunds();
    } finally {
      setBusy((ids) => ids.filter((id) => id !== order.id));
    }
  };
  const all = async (symbol?: string) => {
    setBusy((ids) => [...ids, 'all']);
    try {
      const answer = await call('POST pay/order-coin/cancel-all', symbol ? { symbol } : {}, {
        commandId: crypto.randomUUID(),
        noMsg: true,
      });
      toast('success', t('trade.cancelAllDone', { count: answer.orderIds.length }));
    } catch (error) {
      if (error instanceof CallError && error.status === 0) toast('warning', t('trade.cancelUnknown'));
      else toast('error', t('trade.cancelFailed', { reason: reasonOf(error) }));
    } finally {
      refreshFunds();
      setBusy((ids) => ids.filter((id) => id !== 'all'));
    }
  };
  return { one, all, busy: (id: string) => busy.includes(id) || busy.includes('all') };
}

export type { Outcome };
