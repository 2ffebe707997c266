import type { OrderEvent } from '@bourse/engine';
import type { CallArguments } from '@bourse/protocol';
import { OrderStatus } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler, SignedInContext } from '../http/handlers.ts';
import { caughtUp, type Desk, idNumber, instrumentBySymbol, instrumentOf, nearlyLive } from './desk.ts';
import { fillsPage, ordersByIds, ordersPage } from './order-rows.ts';
import { fillView, type OrderFacts, orderView } from './order-view.ts';

type Query = CallArguments<'GET pay/order-coin/order-page'>;

const isOpen = (status: OrderStatus) => status < OrderStatus.filled;
/** Fills shown with one order; the rest are in the page of fills. */
const fillsWithOrder = 100;

/** Open orders are live from the engine; finished ones come from the histories, which have caught up with what the engine showed. */
export function orderPage(desk: Desk): Handler<'GET pay/order-coin/order-page'> {
  return async (query, context) => {
    const { pageNo, pageSize } = query;
    const instrument = query.symbol === undefined ? undefined : instrumentBySymbol(desk, query.symbol).id;
    const { seq, value: open } = await openOrders(desk, context, instrument);
    const offset = (pageNo - 1) * pageSize;
    const view = (order: OrderFacts) => orderView(order, instrumentOf(desk, order));
    if (query.state === 'open') {
      const wanted = open.filter((order) => fits(order, query)).sort((a, b) => b.order - a.order);
      const shown = await withTimes(desk, context, wanted.slice(offset, offset + pageSize));
      return { list: shown.map(view), total: wanted.length, pageNo, pageSize };
    }
    if (query.state === 'all') await nearlyLive(desk, context, seq);
    else await caughtUp(desk, context);
    const { session } = context;
    const filter = { venue: session.venue, account: session.account, instrument, side: query.side, from: query.from, to: query.to };
    const { list, total } = await ordersPage(desk.database, { ...filter, finishedOnly: query.state === 'finished' }, pageSize, offset);
    return { list: list.map(view), total, pageNo, pageSize };
  };
}

/** The engine keeps when an order was placed; when it last changed, the histories know. Until they have caught up that is when it was placed. */
async function withTimes(
  desk: Desk,
  { session: { venue, account } }: SignedInContext,
  orders: readonly OrderEvent[],
): Promise<OrderFacts[]> {
  const ids = orders.map(({ order }) => order);
  const changed = new Map((await ordersByIds(desk.database, venue, account, ids)).map(({ order, time }) => [order, time]));
  return orders.map((order) => ({ ...order, time: changed.get(order.order) ?? order.placedAt }));
}

const openOrders = (desk: Desk, { session: { account, venue } }: SignedInContext, instrument: number | undefined) =>
  desk.venues[venue].read((engine) => engine.openOrders(account, instrument));

const fits = (order: OrderEvent, { side, from, to }: Query) =>
  isOpen(order.status) &&
  (side === undefined || order.side === side) &&
  (from === undefined || order.placedAt >= from) &&
  (to === undefined || order.placedAt < to);

export function orderDetail(desk: Desk): Handler<'GET pay/order-coin/order-detail'> {
  return async ({ id }, context) => {
    await nearlyLive(desk, context);
    const { account, venue } = context.session;
    const [order] = await ordersByIds(desk.database, venue, account, [idNumber(id) ?? 0]);
    if (!order) throw new Refusal('orderUnknown');
    const { list } = await fillsPage(desk.database, { venue, account, order: order.order }, fillsWithOrder, 0);
    return { ...orderView(order, instrumentOf(desk, order)), fills: list.map((fill) => ownFill(desk, context, fill)) };
  };
}

export function fillPage(desk: Desk): Handler<'GET pay/order-coin/fill-page'> {
  return async ({ pageNo, pageSize, symbol, orderId, from, to }, context) => {
    await caughtUp(desk, context);
    const { account, venue } = context.session;
    const instrument = symbol === undefined ? undefined : instrumentBySymbol(desk, symbol).id;
    const order = orderId === undefined ? undefined : idNumber(orderId);
    if (orderId !== undefined && order === undefined) return { list: [], total: 0, pageNo, pageSize };
    const filter = { venue, account, instrument, order, from, to };
    const { list, total } = await fillsPage(desk.database, filter, pageSize, (pageNo - 1) * pageSize);
    return { list: list.map((fill) => ownFill(desk, context, fill)), total, pageNo, pageSize };
  };
}

function ownFill(desk: Desk, { session }: SignedInContext, fill: Parameters<typeof fillView>[0]) {
  const role = fill.taker.account === session.account ? 'taker' : 'maker';
  const instrument = instrumentOf(desk, fill);
  return fillView(fill, role, instrument, session.venue);
}
