import type { Handlers } from '../calls/handlers.ts';
import type { TradingPorts } from '../calls/trading.ts';
import { commandOutcome } from '../orders/command-outcome.ts';
import { amendOrder } from './amend-order.ts';
import { batchOrders } from './batch-orders.ts';
import { cancelAllAfter, cancelAllOrders, cancelOrder } from './cancel-orders.ts';
import { coinHandlers } from './coins.ts';
import { placeOrder } from './place-order.ts';
import { fillPage, orderDetail, orderPage } from './read-orders.ts';

/** The calls of coins and spot orders. */
export const spotHandlers = (ports: TradingPorts) =>
  ({
    ...coinHandlers(ports),
    'POST pay/order-coin/purchase-actual-commodities': placeOrder(ports),
    'POST pay/order-coin/batch': batchOrders(ports),
    'POST pay/order-coin/amend': amendOrder(ports),
    'GET pay/order-coin/revoke/{id}': cancelOrder(ports),
    'POST pay/order-coin/cancel-all': cancelAllOrders(ports),
    'POST pay/order-coin/cancel-all-after': cancelAllAfter(ports),
    'GET pay/order-coin/order-page': orderPage(ports),
    'GET pay/order-coin/order-detail': orderDetail(ports),
    'GET pay/order-coin/fill-page': fillPage(ports),
    'GET pay/order-coin/outcome': commandOutcome(ports),
  }) satisfies Partial<Handlers>;
