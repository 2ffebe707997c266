import type { OrderEvent } from '@bourse/engine';
import type { CallArguments, CallOutput, PositionOrder, Settlement } from '@bourse/protocol';
import { OrderStatus } from '@bourse/protocol/enums';
import type { SignedInContext } from '../calls/handlers.ts';
import { caughtUp, idNumber, instrumentBySymbol, instrumentOf, nearlyLive, readNow, type TradingPorts } from '../calls/trading.ts';
import { ordersByIds, ordersPage } from '../orders/order-rows.ts';
import type { OrderFacts } from '../orders/order-view.ts';
import type { Terms } from '../projections/position-tables.ts';
import { instrumentsOf, openPositions, type PositionKind, withChanges } from './live-positions.ts';
import { positionOrderView } from './position-order-view.ts';
import { closedPage, ordersOfPosition, termsByOrders } from './position-rows.ts';
import { positionView } from './position-view.ts';
import { settlementsPage } from './settlement-rows.ts';
import { settlementView } from './settlement-view.ts';

type Query = CallArguments<'GET pay/order-contract/page'>;
type Page = CallOutput<'GET pay/order-contract/page'>;

/** Max. number of orders and settlements shown with one position or order. The others are on their own pages. */
const shownWithOne = 100;

/** The instruments of a page: the one with the given symbol, or all of the product. */
function wantedInstruments(ports: TradingPorts, kind: PositionKind, symbol: string | undefined): number[] {
  if (symbol === undefined) return instrumentsOf(ports.market.catalogue, kind);
  const instrument = instrumentBySymbol(ports, symbol);
  return instrument.kind === kind ? [instrument.id] : [];
}

const inPeriod = (time: number, { from, to }: Query) => (from === undefined || time >= from) && (to === undefined || time < to);

/** One of the product's pages. Open positions and orders are live; closed and finished ones come from the histories. */
export async function positionPages(ports: TradingPorts, context: SignedInContext, kind: PositionKind, query: Query): Promise<Page> {
  const { pageNo, pageSize, view } = query;
  const offset = (pageNo - 1) * pageSize;
  const instruments = wantedInstruments(ports, kind, query.symbol);
  const paged = <Item>(list: Item[], total: number) => ({ list, total, pageNo, pageSize });
  if (view === 'positions') {
    const all = await openOnes(ports, context, kind);
    const wanted = all.filter(({ view: one }) => instruments.includes(one.instrument) && inPeriod(one.openedAt, query));
    return { positions: paged(await withChanges(ports, context, wanted.slice(offset, offset + pageSize)), wanted.length) };
  }
  if (view === 'orders') {
    const { orders, terms } = await openOrders(ports, context);
    const wanted = orders.filter((order) => instruments.includes(order.instrument) && inPeriod(order.placedAt, query));
    const shown = wanted.sort((a, b) => b.order - a.order).slice(offset, offset + pageSize);
    return { orders: paged(await shownOrders(ports, context, shown, terms), wanted.length) };
  }
  await caughtUp(ports, context);
  const { venue, account } = context.session;
  const filter = { venue, account, instruments, from: query.from, to: query.to };
  if (view === 'closed') {
    const { list, total } = await closedPage(ports.database, filter, pageSize, offset);
    const views = list.map((position) => positionView(position, instrumentOf(ports, position), undefined));
    return { positions: paged(views, total) };
  }
  if (view === 'order-history') {
    const { list, total } = await ordersPage(ports.database, { ...filter, finishedOnly: true }, pageSize, offset);
    return { orders: paged(await shownOrders(ports, context, list), total) };
  }
  const position = query.positionId === undefined ? undefined : (idNumber(query.positionId) ?? 0);
  const { list, total } = await settlementsPage(ports.database, { ...filter, position }, pageSize, offset);
  return {
    settlements: paged(
      list.map((one) => settlementView(one, instrumentOf(ports, one.event))),
      total,
    ),
  };
}

async function openOnes(ports: TradingPorts, context: SignedInContext, kind: PositionKind) {
  const { account } = context.session;
  const { value } = await readNow(ports, context, (engine) => openPositions(engine, ports.market.catalogue, account, kind));
  return value.sort((a, b) => b.view.position - a.view.position);
}

async function openOrders(ports: TradingPorts, context: SignedInContext): Promise<{ orders: OrderEvent[]; terms: Map<number, Terms> }> {
  const { account } = context.session;
  const { value } = await readNow(ports, context, (engine) => {
    const orders = engine.openOrders(account).filter(({ status }) => status < OrderStatus.filled);
    return { orders, terms: new Map(orders.flatMap(({ order }) => [[order, engine.orderTerms(order)] as const])) };
  });
  const terms = new Map([...value.terms].flatMap(([order, one]) => (one ? [[order, one] as const] : [])));
  return { orders: value.orders, terms };
}

/** Orders with their effect on a position: live from the engine where it has them, otherwise from the histories. */
export async function shownOrders(
  ports: TradingPorts,
  { session: { venue, account } }: SignedInContext,
  orders: readonly OrderFacts[],
  live: ReadonlyMap<number, Terms> = new Map(),
): Promise<PositionOrder[]> {
  const ids = orders.map(({ order }) => order);
  const [stored, changed] = await Promise.all([
    termsByOrders(ports.database, venue, ids),
    live.size === 0 ? [] : ordersByIds(ports.database, venue, account, ids),
  ]);
  const changes = new Map(changed.map((one) => [one.order, one]));
  return orders.map((order) => {
    const terms = live.get(order.order) ?? stored.get(order.order);
    if (!terms) throw new Error(`order ${order.order} is of a product with positions but has no terms`);
    const { time, reason } = live.size === 0 ? order : (changes.get(order.order) ?? { time: order.placedAt, reason: order.reason });
    return positionOrderView({ ...order, time, reason }, terms, instrumentOf(ports, order));
  });
}

/** The settlements of one position, newest first, from histories that have caught up. */
export async function aroundPosition(
  ports: TradingPorts,
  context: SignedInContext,
  kind: PositionKind,
  position: number,
): Promise<{ orders: PositionOrder[]; settlements: Settlement[] }> {
  await nearlyLive(ports, context);
  const { venue, account } = context.session;
  const ids = await ordersOfPosition(ports.database, venue, account, position, shownWithOne);
  const orders = (await ordersByIds(ports.database, venue, account, ids)).sort((a, b) => b.order - a.order);
  return {
    orders: await shownOrders(ports, context, orders),
    settlements: await settlementsOf(ports, context, kind, { position }),
  };
}

export async function settlementsOf(
  ports: TradingPorts,
  { session: { venue, account } }: SignedInContext,
  kind: PositionKind,
  of: { position?: number; order?: number },
): Promise<Settlement[]> {
  const instruments = instrumentsOf(ports.market.catalogue, kind);
  const { list } = await settlementsPage(ports.database, { venue, account, instruments, ...of }, shownWithOne, 0);
  return list.map((one) => settlementView(one, instrumentOf(ports, one.event)));
}
