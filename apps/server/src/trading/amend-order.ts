import type { BatchItem } from '@bourse/engine';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler } from '../http/handlers.ts';
import type { InstrumentInfo } from '../market/port.ts';
import { resultAs } from './answers.ts';
import { type Desk, instrumentOf, submit } from './desk.ts';
import { toLots, toTicks } from './figures.ts';
import { findOrder } from './find-orders.ts';
import { mayAmend } from './may-open.ts';
import { type OrderFacts, placedView } from './order-view.ts';

export interface Amendment {
  quantity?: string | undefined;
  price?: string | undefined;
}

/** The amendment in the engine's units; at least one of the two must change. */
export function toAmendment(instrument: InstrumentInfo, order: OrderFacts, change: Amendment): Extract<BatchItem, { kind: 'amendOrder' }> {
  if (change.quantity === undefined && change.price === undefined)
    throw new Refusal('badRequest', { field: 'quantity', problem: 'give a new quantity, a new price or both' });
  return {
    kind: 'amendOrder',
    order: order.order,
    lots: change.quantity === undefined ? 0 : toLots(instrument, change.quantity),
    priceTicks: change.price === undefined ? 0 : toTicks(instrument, change.price),
  };
}

export function amendOrder(desk: Desk): Handler<'POST pay/order-coin/amend'> {
  return async (input, context) => {
    const order = await findOrder(desk, context, input.orderId);
    const instrument = instrumentOf(desk, order);
    const amendment = toAmendment(instrument, order, input);
    await mayAmend(desk, context, [{ order, amendment }]);
    const applied = await submit(desk, context, { ...amendment, account: context.session.account });
    return placedView(instrument, applied, context.commandId, resultAs(applied, 'order'));
  };
}
