import type { Position, PositionOrder, Settlement } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../calls/handlers.ts';
import { idNumber, instrumentOf, nearlyLive, readNow, type TradingPorts } from '../calls/trading.ts';
import { ordersByIds } from '../orders/order-rows.ts';
import { openPositions, type PositionKind, withChanges } from './live-positions.ts';
import { positionsByIds } from './position-rows.ts';
import { positionView } from './position-view.ts';
import { aroundPosition, settlementsOf, shownOrders } from './read-positions.ts';

export interface PositionDetail {
  position: Position;
  orders: PositionOrder[];
  settlements: Settlement[];
}

/** One position of the customer, open or closed, with its orders and settlements. */
export async function positionDetail(
  ports: TradingPorts,
  context: SignedInContext,
  kind: PositionKind,
  text: string,
): Promise<PositionDetail> {
  const id = idNumber(text);
  if (id === undefined) throw new Refusal('positionUnknown');
  const around = await aroundPosition(ports, context, kind, id);
  const { account, venue } = context.session;
  const { value: open } = await readNow(ports, context, (engine) => openPositions(engine, ports.market.catalogue, account, kind));
  const live = open.filter(({ view }) => view.position === id);
  const [shown] = live.length > 0 ? await withChanges(ports, context, live) : await closed(ports, venue, account, kind, id);
  if (!shown) throw new Refusal('positionUnknown');
  return { position: shown, ...around };
}

async function closed(ports: TradingPorts, venue: SignedInContext['session']['venue'], account: number, kind: PositionKind, id: number) {
  const found = await positionsByIds(ports.database, venue, account, [id]);
  return found.flatMap((position) => {
    const instrument = instrumentOf(ports, position);
    return instrument.kind === kind ? [positionView(position, instrument, undefined)] : [];
  });
}

/** One order of the product with the settlements of its fills. */
export async function orderWithSettlements(
  ports: TradingPorts,
  context: SignedInContext,
  kind: PositionKind,
  text: string,
): Promise<{ order: PositionOrder; settlements: Settlement[] }> {
  await nearlyLive(ports, context);
  const { account, venue } = context.session;
  const found = await ordersByIds(ports.database, venue, account, [idNumber(text) ?? 0]);
  const [order] = await shownOrders(
    ports,
    context,
    found.filter((one) => instrumentOf(ports, one).kind === kind),
  );
  if (!order) throw new Refusal('orderUnknown');
  return { order, settlements: await settlementsOf(ports, context, kind, { order: Number(order.id) }) };
}
