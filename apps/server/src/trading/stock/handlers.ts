import type { Handlers } from '../../http/handlers.ts';
import type { Desk } from '../desk.ts';
import { orderWithSettlements, positionDetail } from '../positions/position-detail.ts';
import { positionPages } from '../positions/read-positions.ts';
import { revoke } from '../positions/revoke.ts';
import { updateStops } from '../positions/stops.ts';
import { closeStock } from './close-stock.ts';
import { openStock, queueAtUpperLimit } from './open-stock.ts';
import { previewStock } from './preview.ts';
import { stockSession } from './session.ts';
import { upperCircuitOrder, upperCircuitPage } from './upper-circuit.ts';

/** The calls of stocks. */
export const stockHandlers = (desk: Desk) =>
  ({
    'POST stock/order/create': openStock(desk),
    'POST stock/order/complete': closeStock(desk),
    'POST stock/order/update-profit-loss': (input, context) => updateStops(desk, context, 3, input),
    'GET stock/order/detail': ({ id }, context) => positionDetail(desk, context, 3, id),
    'GET stock/order/preview': previewStock(desk),
    'GET pay/order-stock/page': (query, context) => positionPages(desk, context, 3, query),
    'GET pay/order-stock/detail': async ({ id }, context) => {
      const { order, settlements } = await orderWithSettlements(desk, context, 3, id);
      return { ...order, settlements };
    },
    'GET pay/order-stock/revoke': ({ id }, context) => revoke(desk, context, 3, id),
    'POST stock/uc-order/create': queueAtUpperLimit(desk),
    'GET stock/uc-order/page': upperCircuitPage(desk),
    'GET stock/uc-order/get': upperCircuitOrder(desk),
    'GET stock/session': stockSession(desk),
  }) satisfies Partial<Handlers>;
