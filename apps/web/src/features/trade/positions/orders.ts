import { InstrumentKind } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useState } from 'react';
import { CallError, call, refreshFunds } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';
import type { PositionOrder } from './positions.ts';

/** Cancels orders of contracts and stocks. A lost answer is no failure: the list tells what stands. */
export function useRevoke() {
  const [busy, setBusy] = useState<readonly string[]>([]);
  const one = async (order: Pick<PositionOrder, 'id' | 'kind'>) => {
    setBusy((ids) => [...ids, order.id]);
    try {
      const name = order.kind === InstrumentKind.stock ? 'GET pay/order-stock/revoke' : 'GET pay/order-contract/revoke';
      await call(name, { id: order.id }, { commandId: crypto.randomUUID(), noMsg: true });
    } catch (error) {
      if (error instanceof CallError && error.status !== 0) toast('error', t('trade.cancelFailed', { reason: error.message }));
      else toast('warning', t('trade.cancelUnknown'));
    } finally {
      refreshFunds();
      setBusy((ids) => ids.filter((id) => id !== order.id));
    }
  };
  return { one, busy: (id: string) => busy.includes(id) };
}
