import type { FillEvent, OrderEvent } from '@bourse/engine';
import type { CallArguments } from '@bourse/protocol';
import { InstrumentKind, OrderStatus } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Handler, SignedInContext } from '../calls/handlers.ts';
import { caughtUp, idNumber, instrumentBySymbol, instrumentOf, nearlyLive, readNow, type TradingPorts } from '../calls/trading.ts';
import { fillsPage, ordersByIds, ordersPage } from '../orders/order-rows.ts';
import { fillView, type OrderFacts, orderView } from '../orders/order-view.ts';
import { instrumentsOf } from '../positions/live-positions.ts';
import { namesAt } from '../receipts/names.ts';

type Query = CallArguments<'GET pay/order-coin/order-page'>;

const isOpen = (status: OrderStatus) => status < OrderStatus.filled;
/** Max. number of fills shown with one order. The others are on the page of fills. */
const fillsWithOrder = 100;

/** Open orders come live from the engine. Finished ones come from the histories, after these have caught up with the engine. */
export function orderPage(ports: TradingPorts): Handler<'GET pay/order-coin/order-page'> {
  return async (query, context) => {
    const { pageNo, pageSize } = query;
    const instruments = spotInstruments(ports, query.symbol);
    const { seq, value } = await openOrders(ports, context);
    const open = value.filter(({ instrument }) => instruments.includes(instrument));
    const offset = (pageNo - 1) * pageSize;
    const view = (order: OrderFacts) => orderView(order, instrumentOf(ports, order));
    if (query.state === 'open') {
      const wanted = open.filter((order) => fits(order, query)).sort((a, b) => b.order - a.order);
      const shown = await withChanges(ports, context, wanted.slice(offset, offset + pageSize));
      return { list: shown.map(view), total: wanted.length, pageNo, pageSize };
    }
    if (query.state === 'all') await nearlyLive(ports, context, seq);
    else await caughtUp(ports, context);
    const { session } = context;
    const filter = { venue: session.venue, account: session.account, instruments, side: query.side, from: query.from, to: query.to };
    const { list, total } = await ordersPage(ports.database, { ...filter, finishedOnly: query.state === 'finished' }, pageSize, offset);
    return { list: list.map(view), total, pageNo, pageSize };
  };
}

/**
 * The engine knows when an order was placed; the histories know when and why it last changed. Until they have caught up, the order counts as just
 * placed.
 */
async function withChanges(
  ports: TradingPorts,
  { session: { venue, account } }: SignedInContext,
  orders: readonly OrderEvent[],
): Promise<OrderFacts[]> {
  const ids = orders.map(({ order }) => order);
  const changed = new Map((await ordersByIds(ports.database, venue, account, ids)).map((stored) => [stored.order, stored]));
  return orders.map((order) => {
    const { time = order.placedAt, reason = order.reason } = changed.get(order.order) ?? {};
    return { ...order, time, reason };
  });
}

const openOrders = (ports: TradingPorts, context: SignedInContext) =>
  readNow(ports, context, (engine) => engine.openOrders(context.session.account));

/** The spot instruments of a page: the one with the given symbol, or all. Contracts and stocks have their own pages. */
function spotInstruments(ports: TradingPorts, symbol: string | undefined): number[] {
  if (symbol === undefined) return instrumentsOf(ports.market.catalogue, InstrumentKind.coin);
  const instrument = instrumentBySymbol(ports, symbol);
  return instrument.kind === InstrumentKind.coin ? [instrument.id] : [];
}

const fits = (order: OrderEvent, { side, from, to }: Query) =>
  isOpen(order.status) &&
  (side === undefined || order.side === side) &&
  (from === undefined || order.placedAt >= from) &&
  (to === undefined || order.placedAt < to);

export function orderDetail(ports: TradingPorts): Handler<'GET pay/order-coin/order-detail'> {
  return async ({ id }, context) => {
    await nearlyLive(ports, context);
    const { account, venue } = context.session;
    const [order] = await ordersByIds(ports.database, venue, account, [idNumber(id) ?? 0]);
    if (!order || instrumentOf(ports, order).kind !== InstrumentKind.coin) throw new Refusal('orderUnknown');
    const filter = { venue, account, instruments: [order.instrument], order: order.order };
    const { list } = await fillsPage(ports.database, filter, fillsWithOrder, 0);
    return { ...orderView(order, instrumentOf(ports, order)), fills: await ownFills(ports, context, list) };
  };
}

export function fillPage(ports: TradingPorts): Handler<'GET pay/order-coin/fill-page'> {
  return async ({ pageNo, pageSize, symbol, orderId, from, to }, context) => {
    await caughtUp(ports, context);
    const { account, venue } = context.session;
    const instruments = spotInstruments(ports, symbol);
    const order = orderId === undefined ? undefined : idNumber(orderId);
    if (orderId !== undefined && order === undefined) return { list: [], total: 0, pageNo, pageSize };
    const filter = { venue, account, instruments, order, from, to };
    const { list, total } = await fillsPage(ports.database, filter, pageSize, (pageNo - 1) * pageSize);
    return { list: await ownFills(ports, context, list), total, pageNo, pageSize };
  };
}

async function ownFills(ports: TradingPorts, { session }: SignedInContext, fills: readonly FillEvent[]) {
  const nameOf = await namesAt(ports.database, session.venue, fills);
  return fills.map((fill) => {
    const role = fill.taker.account === session.account ? 'taker' : 'maker';
    return fillView(fill, role, instrumentOf(ports, fill), session.venue, nameOf(fill));
  });
}
