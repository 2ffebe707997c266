import type { UpperCircuitOrder } from '@bourse/protocol';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { lotsText, priceText } from '../calls/figures.ts';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { idNumber, instrumentBySymbol, instrumentOf, nearlyLive, type TradingPorts, venueOf } from '../calls/trading.ts';
import { ordersByIds } from '../orders/order-rows.ts';
import type { OrderFacts } from '../orders/order-view.ts';
import { instrumentsOf } from '../positions/live-positions.ts';
import { shownOrders } from '../positions/read-positions.ts';
import { upperCircuitIds } from './upper-circuit-rows.ts';

/** Orders queued at the upper limit. A resting order has its place in the queue. */
async function withQueue(ports: TradingPorts, context: SignedInContext, orders: readonly OrderFacts[]): Promise<UpperCircuitOrder[]> {
  const shown = await shownOrders(ports, context, orders);
  const { value: live } = await venueOf(ports, context).read((engine) =>
    orders.map(({ order, instrument }) => ({ queue: engine.queueBefore(order), high: engine.stock(instrument)?.highTicks ?? 0 })),
  );
  return shown.map((order, index) => {
    const facts = orders[index] as OrderFacts;
    const instrument = instrumentOf(ports, facts);
    const { queue, high } = live[index] ?? { queue: undefined, high: 0 };
    // An order in the book is priced at the limit of its day. Before that, show the limit of the open session.
    const limit = facts.priceTicks > 0 ? facts.priceTicks : order.waits ? 0 : high;
    return {
      ...order,
      limitPrice: limit === 0 ? null : priceText(instrument, limit),
      queueBefore: queue === undefined ? null : lotsText(instrument, queue),
    };
  });
}

export function upperCircuitPage(ports: TradingPorts): Handler<'GET stock/uc-order/page'> {
  return async ({ pageNo, pageSize, state, symbol }, context) => {
    const all = instrumentsOf(ports.market.catalogue, InstrumentKind.stock);
    const asked = symbol === undefined ? undefined : instrumentBySymbol(ports, symbol).id;
    const instruments = asked === undefined ? all : all.filter((id) => id === asked);
    await nearlyLive(ports, context);
    const { venue, account } = context.session;
    const { ids, total } = await upperCircuitIds(ports.database, { venue, account, instruments, state }, pageSize, (pageNo - 1) * pageSize);
    const orders = (await ordersByIds(ports.database, venue, account, ids)).sort((a, b) => b.order - a.order);
    return { list: await withQueue(ports, context, orders), total, pageNo, pageSize };
  };
}

export function upperCircuitOrder(ports: TradingPorts): Handler<'GET stock/uc-order/get'> {
  return async ({ id }, context) => {
    await nearlyLive(ports, context);
    const { venue, account } = context.session;
    const found = await ordersByIds(ports.database, venue, account, [idNumber(id) ?? 0]);
    const stocks = found.filter((order) => instrumentOf(ports, order).kind === InstrumentKind.stock);
    const [order] = (await withQueue(ports, context, stocks)).filter(({ upperCircuit }) => upperCircuit);
    if (!order) throw new Refusal('orderUnknown');
    return order;
  };
}
