import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../../http/handlers.ts';
import type { Desk } from '../desk.ts';
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
export const contractHandlers = (desk: Desk) =>
  ({
    'POST pay/order-contract/create': openAtMarket(desk),
    'POST pay/order-contract/create-specify': openAtPrice(desk),
    'POST pay/order-contract/complete': closeAtMarket(desk),
    'POST pay/order-contract/limit-complete': closeAtLimit(desk),
    'PUT pay/order-contract/close-one-click': closeAll(desk),
    'POST pay/order-contract/update-profit-loss': (input, context) => updateStops(desk, context, 2, input),
    'POST pay/order-contract/margin': changeMargin(desk),
    'GET pay/order-contract/reverse': reverseOne(desk),
    'GET pay/order-contract/reverse-all': reverseAll(desk),
    'GET pay/order-contract/revoke': ({ id }, context) => revoke(desk, context, 2, id),
    'GET pay/order-contract/preview': previewContract(desk),
    'GET pay/order-contract/page': (query, context) => positionPages(desk, context, 2, query),
    'GET pay/order-contract/detail': async ({ id, orderId }, context) => {
      if (id !== undefined) return positionDetail(desk, context, 2, id);
      if (orderId === undefined) throw new Refusal('badRequest', { field: 'id', problem: 'give a position or an order' });
      const { order, settlements } = await orderWithSettlements(desk, context, 2, orderId);
      return { position: null, orders: [order], settlements };
    },
    'GET pay/order-contract/position-level-map': levelMap(desk),
    'GET pay/order-contract/risk': contractRisk(desk),
  }) satisfies Partial<Handlers>;
