import type { PositionOrder, Settlement, TimedOrder } from '@bourse/protocol';
import type { ChipTone } from '@bourse/ui';
import type { PlainKey } from '../../i18n/index.ts';

const settlementKeys: Record<Settlement['kind'], PlainKey> = {
  positionFill: 'history.kind_positionFill',
  fundingPayment: 'history.kind_fundingPayment',
  liquidation: 'history.kind_liquidation',
  deleverage: 'history.kind_deleverage',
  holdingCharge: 'history.kind_holdingCharge',
  corporateAction: 'history.kind_corporateAction',
};
/** The name of a settlement: "Opened long", "Closed short", "Funding". */
export function settlementKey(settlement: Pick<Settlement, 'kind' | 'action' | 'direction' | 'role'>): PlainKey {
  if (settlement.kind !== 'positionFill') return settlementKeys[settlement.kind];
  if (settlement.role === 'liquidation') return 'history.kind_liquidation';
  if (settlement.role === 'deleverage') return 'history.kind_deleverage';
  const long = settlement.direction === 1;
  if (settlement.action === 2) return long ? 'history.closedLong' : 'history.closedShort';
  return long ? 'history.openedLong' : 'history.openedShort';
}

/** The effect of an order: "Open long", "Close short". */
export const actionKey = (order: Pick<PositionOrder, 'action' | 'direction'>): PlainKey =>
  order.action === 1
    ? order.direction === 1
      ? 'history.openLong'
      : 'history.openShort'
    : order.direction === 1
      ? 'history.closeLong'
      : 'history.closeShort';

export const timedKeys: Record<TimedOrder['status'], PlainKey> = {
  0: 'history.timedWaiting',
  1: 'history.timedRunning',
  2: 'history.timedWon',
  3: 'history.timedLost',
  4: 'history.timedEqual',
  5: 'history.timedVoid',
};
export const timedTone = (status: TimedOrder['status']): ChipTone => (status < 2 ? 'yours' : status === 2 ? 'ok' : 'plain');
