import type { BatchItem, Outcome } from '@bourse/engine';
import type { CallArguments, CallOutput } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import { refusalOf, resultAs, spoken } from '../calls/answers.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { idNumber, instrumentBySymbol, instrumentOf, submit, type TradingPorts } from '../calls/trading.ts';
import { type Change, mayAmend } from '../orders/may-open.ts';
import type { OrderFacts } from '../orders/order-view.ts';
import { toAmendment } from './amend-order.ts';
import { findOrders } from './find-orders.ts';
import { toOrder } from './new-order.ts';

type Input = CallArguments<'POST pay/order-coin/batch'>['items'][number];
type Output = CallOutput<'POST pay/order-coin/batch'>['items'][number];

/**
 * Up to 64 items in one command. An item whose figures no command can express (a price between two ticks) is refused alone, and the others are sent.
 * When none is left, the call is refused with the first refusal. An amendment that the customer's protection forbids also refuses the call.
 */
export function batchOrders(ports: TradingPorts): Handler<'POST pay/order-coin/batch'> {
  return async ({ items }, context) => {
    const amended = items.flatMap((item) => (item.do === 'amend' ? [item.orderId] : []));
    const known = amended.length === 0 ? new Map<string, OrderFacts>() : await findOrders(ports, context, amended);
    const read = items.map((item) => attempt(() => toItem(ports, known, item)));
    const sent = read.flatMap((one) => (one instanceof Refusal ? [] : [one]));
    const first = read[0];
    if (sent.length === 0 && first instanceof Refusal) throw first;
    await mayAmend(ports, context, changesOf(sent, known));
    const applied = await submit(ports, context, { kind: 'orderBatch', account: context.session.account, items: sent });
    const outcomes = resultAs(applied, 'batch').items;
    let next = 0;
    return {
      commandId: context.commandId,
      seq: String(applied.seq),
      repeated: applied.repeated,
      items: read.map((one) => (one instanceof Refusal ? refusedItem(one, context) : itemOutput(outcomes[next++], context))),
    };
  };
}

function toItem(ports: TradingPorts, known: ReadonlyMap<string, OrderFacts>, item: Input): BatchItem {
  if (item.do === 'place') {
    const { do: _, ...order } = item;
    return toOrder(instrumentBySymbol(ports, item.symbol), order);
  }
  if (item.do === 'cancel') {
    const order = idNumber(item.orderId);
    if (order === undefined) throw new Refusal('orderUnknown');
    return { kind: 'cancelOrder', order };
  }
  const order = known.get(item.orderId);
  if (!order) throw new Refusal('orderUnknown');
  return toAmendment(instrumentOf(ports, order), order, item);
}

/** The batch's amendments, with the orders they change. */
function changesOf(items: readonly BatchItem[], known: ReadonlyMap<string, OrderFacts>): Change[] {
  const orders = new Map([...known.values()].map((order) => [order.order, order]));
  return items.flatMap((item) => {
    if (item.kind !== 'amendOrder') return [];
    const order = orders.get(item.order);
    return order ? [{ order, amendment: item }] : [];
  });
}

function attempt(make: () => BatchItem): BatchItem | Refusal {
  try {
    return make();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

const refusedItem = (refusal: Refusal, { language }: SignedInContext): Output => ({ ok: false, ...spoken(refusal, language) });

function itemOutput(outcome: Outcome | undefined, context: SignedInContext): Output {
  if (!outcome) throw new Error('the engine answered fewer items than it was sent');
  if (!outcome.ok) return refusedItem(refusalOf(outcome), context);
  const { result } = outcome;
  if (result.kind === 'order') return { ok: true, orderId: String(result.order), status: result.status };
  if (result.kind === 'cancelled')
    return { ok: true, orderId: result.orders[0] === undefined ? null : String(result.orders[0]), status: 4 };
  return { ok: true, orderId: null, status: null };
}
