import type { BatchItem } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import { resultAs } from '../calls/answers.ts';
import { toLots, toTicks } from '../calls/figures.ts';
import type { Handler } from '../calls/handlers.ts';
import { instrumentOf, submit, type TradingPorts } from '../calls/trading.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { mayAmend } from '../orders/may-open.ts';
import { type OrderFacts, placedView } from '../orders/order-view.ts';
import { findOrder } from './find-orders.ts';

export interface Amendment {
  quantity?: string | undefined;
  price?: string | undefined;
}

/** The amendment in the engine's units. Price or quantity must change. */
export function toAmendment(instrument: InstrumentInfo, order: OrderFacts, change: Amendment): Extract<BatchItem, { kind: 'amendOrder' }> {
  if (change.quantity === undefined && change.price === undefined)
    throw new Refusal('badRequest', { field: 'quantity', problem: 'quantityOrPrice' });
  return {
    kind: 'amendOrder',
    order: order.order,
    lots: change.quantity === undefined ? 0 : toLots(instrument, change.quantity),
    priceTicks: change.price === undefined ? 0 : toTicks(instrument, change.price),
  };
}

export function amendOrder(ports: TradingPorts): Handler<'POST pay/order-coin/amend'> {
  return async (input, context) => {
    const order = await findOrder(ports, context, input.orderId);
    const instrument = instrumentOf(ports, order);
    const amendment = toAmendment(instrument, order, input);
    await mayAmend(ports, context, [{ order, amendment }]);
    const applied = await submit(ports, context, { ...amendment, account: context.session.account });
    return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
  };
}
