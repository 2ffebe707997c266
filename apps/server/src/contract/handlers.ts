import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { orderWithSettlements, positionDetail } from '../positions/position-detail.ts';
import { positionPages } from '../positions/read-positions.ts';
import { revoke } from '../positions/revoke.ts';
import { updateStops } from '../positions/stops.ts';
import { changeMargin } from './change-margin.ts';
import { closeAll, closeAtLimit, closeAtMarket } from './close-position.ts';
import { openAtMarket, openAtPrice } from './open-position.ts';
import { previewContract } from './preview.ts';
import { reverseAll, reverseOne } from './reverse-position.ts';
import { contractRisk } from './risk.ts';
import { levelMap } from './tiers.ts';

/** The calls of perpetual contracts. */
export const contractHandlers = (ports: TradingPorts) =>
  ({
    'POST pay/order-contract/create': openAtMarket(ports),
    'POST pay/order-contract/create-specify': openAtPrice(ports),
    'POST pay/order-contract/complete': closeAtMarket(ports),
    'POST pay/order-contract/limit-complete': closeAtLimit(ports),
    'PUT pay/order-contract/close-one-click': closeAll(ports),
    'POST pay/order-contract/update-profit-loss': (input, context) => updateStops(ports, context, 2, input),
    'POST pay/order-contract/margin': changeMargin(ports),
    'GET pay/order-contract/reverse': reverseOne(ports),
    'GET pay/order-contract/reverse-all': reverseAll(ports),
    'GET pay/order-contract/revoke': ({ id }, context) => revoke(ports, context, 2, id),
    'GET pay/order-contract/preview': previewContract(ports),
    'GET pay/order-contract/page': (query, context) => positionPages(ports, context, 2, query),
    'GET pay/order-contract/detail': async ({ id, orderId }, context) => {
      if (id !== undefined) return positionDetail(ports, context, 2, id);
      if (orderId === undefined) throw new Refusal('badRequest', { field: 'id', problem: 'give a position or an order' });
      const { order, settlements } = await orderWithSettlements(ports, context, 2, orderId);
      return { position: null, orders: [order], settlements };
    },
    'GET pay/order-contract/position-level-map': levelMap(ports),
    'GET pay/order-contract/risk': contractRisk(ports),
  }) satisfies Partial<Handlers>;
