import { Refusal } from '@bourse/protocol/errors';
import type { Handler, SignedInContext } from '../http/handlers.ts';
import type { Applied } from '../sequencer/port.ts';
import { resultAs, resultOf } from './answers.ts';
import { type Desk, idNumber, instrumentBySymbol, submit } from './desk.ts';

export const changed = (applied: Applied, context: SignedInContext) => ({
  commandId: context.commandId,
  seq: String(applied.seq),
  orderIds: resultAs(applied, 'cancelled').orders.map(String),
  repeated: applied.repeated,
});

export function cancelOrder(desk: Desk): Handler<'GET pay/order-coin/revoke/{id}'> {
  return async (input, context) => {
    const order = idNumber(input.id);
    if (order === undefined) throw new Refusal('orderUnknown');
    return changed(await submit(desk, context, { kind: 'cancelOrder', account: context.session.account, order }), context);
  };
}

export function cancelAllOrders(desk: Desk): Handler<'POST pay/order-coin/cancel-all'> {
  return async (input, context) => {
    const instrument = input.symbol === undefined ? 0 : instrumentBySymbol(desk, input.symbol).id;
    return changed(await submit(desk, context, { kind: 'cancelAllOrders', account: context.session.account, instrument }), context);
  };
}

export function cancelAllAfter(desk: Desk): Handler<'POST pay/order-coin/cancel-all-after'> {
  return async ({ timeoutMs }, context) => {
    const applied = await submit(desk, context, { kind: 'cancelAllAfter', account: context.session.account, timeoutMs });
    resultOf(applied);
    return { commandId: context.commandId, seq: String(applied.seq), dueAt: timeoutMs === 0 ? null : applied.time + timeoutMs };
  };
}
