import type { UpperCircuitOrder } from '@bourse/protocol';
import { InstrumentKind } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler, SignedInContext } from '../../http/handlers.ts';
import { type Desk, idNumber, instrumentBySymbol, instrumentOf, nearlyLive, venueOf } from '../desk.ts';
import { lotsText, priceText } from '../figures.ts';
import { ordersByIds } from '../order-rows.ts';
import type { OrderFacts } from '../order-view.ts';
import { instrumentsOf } from '../positions/live-positions.ts';
import { shownOrders } from '../positions/read-positions.ts';
import { upperCircuitIds } from './upper-circuit-rows.ts';

/** Orders queued at the upper limit, each with its place in the queue while it rests. */
async function withQueue(desk: Desk, context: SignedInContext, orders: readonly OrderFacts[]): Promise<UpperCircuitOrder[]> {
  const shown = await shownOrders(desk, context, orders);
  const { value: live } = await venueOf(desk, context).read((engine) =>
    orders.map(({ order, instrument }) => ({ queue: engine.queueBefore(order), high: engine.stock(instrument)?.highTicks ?? 0 })),
  );
  return shown.map((order, index) => {
    const facts = orders[index] as OrderFacts;
    const instrument = instrumentOf(desk, facts);
    const { queue, high } = live[index] ?? { queue: undefined, high: 0 };
    // Once it has entered, its price is the limit of its day; before, the limit of the session that is open now.
    const limit = facts.priceTicks > 0 ? facts.priceTicks : order.waits ? 0 : high;
    return {
      ...order,
      limitPrice: limit === 0 ? null : priceText(instrument, limit),
      queueBefore: queue === undefined ? null : lotsText(instrument, queue),
    };
  });
}

export function upperCircuitPage(desk: Desk): Handler<'GET stock/uc-order/page'> {
  return async ({ pageNo, pageSize, state, symbol }, context) => {
    const all = instrumentsOf(desk.market.catalogue, InstrumentKind.stock);
    const asked = symbol === undefined ? undefined : instrumentBySymbol(desk, symbol).id;
    const instruments = asked === undefined ? all : all.filter((id) => id === asked);
    await nearlyLive(desk, context);
    const { venue, account } = context.session;
    const { ids, total } = await upperCircuitIds(desk.database, { venue, account, instruments, state }, pageSize, (pageNo - 1) * pageSize);
    const orders = (await ordersByIds(desk.database, venue, account, ids)).sort((a, b) => b.order - a.order);
    return { list: await withQueue(desk, context, orders), total, pageNo, pageSize };
  };
}

export function upperCircuitOrder(desk: Desk): Handler<'GET stock/uc-order/get'> {
  return async ({ id }, context) => {
    await nearlyLive(desk, context);
    const { venue, account } = context.session;
    const found = await ordersByIds(desk.database, venue, account, [idNumber(id) ?? 0]);
    const stocks = found.filter((order) => instrumentOf(desk, order).kind === InstrumentKind.stock);
    const [order] = (await withQueue(desk, context, stocks)).filter(({ upperCircuit }) => upperCircuit);
    if (!order) throw new Refusal('orderUnknown');
    return order;
  };
}
