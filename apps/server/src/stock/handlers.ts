import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
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
export const stockHandlers = (ports: TradingPorts) =>
  ({
    'POST stock/order/create': openStock(ports),
    'POST stock/order/complete': closeStock(ports),
    'POST stock/order/update-profit-loss': (input, context) => updateStops(ports, context, 3, input),
    'GET stock/order/detail': ({ id }, context) => positionDetail(ports, context, 3, id),
    'GET stock/order/preview': previewStock(ports),
    'GET pay/order-stock/page': (query, context) => positionPages(ports, context, 3, query),
    'GET pay/order-stock/detail': async ({ id }, context) => {
      const { order, settlements } = await orderWithSettlements(ports, context, 3, id);
      return { ...order, settlements };
    },
    'GET pay/order-stock/revoke': ({ id }, context) => revoke(ports, context, 3, id),
    'POST stock/uc-order/create': queueAtUpperLimit(ports),
    'GET stock/uc-order/page': upperCircuitPage(ports),
    'GET stock/uc-order/get': upperCircuitOrder(ports),
    'GET stock/session': stockSession(ports),
  }) satisfies Partial<Handlers>;
