import { InstrumentKind } from '@bourse/protocol/enums';
import { toast } from '@bourse/ui';
import { useCommand } from '../../../data/index.ts';
import { t } from '../../../i18n/index.ts';
import type { PositionOrder } from './positions.ts';

/** Cancels orders of contracts and stocks. */
export function useRevoke() {
  const { send, busy } = useCommand('cancel');
  const one = async (order: Pick<PositionOrder, 'id' | 'kind'>) => {
    const name = order.kind === InstrumentKind.stock ? 'GET pay/order-stock/revoke' : 'GET pay/order-contract/revoke';
    const settled = await send(name, { id: order.id }, { of: order.id });
    if (settled.state === 'rejected') toast('error', t('trade.cancelFailed', { reason: settled.message }));
  };
  return { one, busy };
}
