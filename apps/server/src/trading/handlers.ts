import type { Handlers } from '../http/handlers.ts';
import { amendOrder } from './amend-order.ts';
import { balanceHandlers } from './balances.ts';
import { batchOrders } from './batch-orders.ts';
import { cancelAllAfter, cancelAllOrders, cancelOrder } from './cancel-orders.ts';
import { coinHandlers } from './coins.ts';
import { commandOutcome } from './command-outcome.ts';
import { contractHandlers } from './contract/handlers.ts';
import { demoTopUp } from './demo-top-up.ts';
import type { Desk } from './desk.ts';
import { equityHandlers } from './equity.ts';
import { marginHandlers } from './margin-wallets.ts';
import { placeOrder } from './place-order.ts';
import { fillPage, orderDetail, orderPage } from './read-orders.ts';
import { receipt } from './receipts.ts';
import { settlementReceiptCall } from './settlements/receipt.ts';
import { figureHandlers } from './statement-figures.ts';
import { statementHandlers } from './statements.ts';
import { stockHandlers } from './stock/handlers.ts';
import { timedHandlers } from './timed/handlers.ts';
import { anyTransfer } from './transfer.ts';
import { RateHistory } from './valuation.ts';

/** The calls of wallets, assets and orders, each answered by the file named for it. */
export function createTradingHandlers(desk: Desk) {
  return {
    ...balanceHandlers(desk),
    ...equityHandlers(desk, new RateHistory(desk.market)),
    ...statementHandlers(desk),
    ...figureHandlers(desk),
    ...coinHandlers(desk),
    'POST pay/wallet/any-transfer': anyTransfer(desk),
    'POST pay/wallet/demo-top-up': demoTopUp(desk),
    'POST pay/order-coin/purchase-actual-commodities': placeOrder(desk),
    'POST pay/order-coin/batch': batchOrders(desk),
    'POST pay/order-coin/amend': amendOrder(desk),
    'GET pay/order-coin/revoke/{id}': cancelOrder(desk),
    'POST pay/order-coin/cancel-all': cancelAllOrders(desk),
    'POST pay/order-coin/cancel-all-after': cancelAllAfter(desk),
    'GET pay/order-coin/order-page': orderPage(desk),
    'GET pay/order-coin/order-detail': orderDetail(desk),
    'GET pay/order-coin/fill-page': fillPage(desk),
    'GET pay/order-coin/outcome': commandOutcome(desk),
    'GET pay/receipt/get': receipt(desk),
    'GET pay/receipt/settlement': settlementReceiptCall(desk),
    ...contractHandlers(desk),
    ...timedHandlers(desk),
    ...stockHandlers(desk),
    ...marginHandlers(desk),
  } satisfies Partial<Handlers>;
}

export type TradingCalls = keyof ReturnType<typeof createTradingHandlers>;
