import type { Position, PositionOrder, Settlement } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../../http/handlers.ts';
import { type Desk, idNumber, instrumentOf, nearlyLive, venueOf } from '../desk.ts';
import { ordersByIds } from '../order-rows.ts';
import { openPositions, type PositionKind, withChanges } from './live-positions.ts';
import { positionsByIds } from './position-rows.ts';
import { positionView } from './position-view.ts';
import { aroundPosition, settlementsOf, shownOrders } from './read-positions.ts';

export interface PositionDetail {
  position: Position;
  orders: PositionOrder[];
  settlements: Settlement[];
}

/** One position of the customer, open or closed, with what touched it. */
export async function positionDetail(desk: Desk, context: SignedInContext, kind: PositionKind, text: string): Promise<PositionDetail> {
  const id = idNumber(text);
  if (id === undefined) throw new Refusal('positionUnknown');
  const around = await aroundPosition(desk, context, kind, id);
  const { account, venue } = context.session;
  const { value: open } = await venueOf(desk, context).read((engine) => openPositions(engine, desk.market.catalogue, account, kind));
  const live = open.filter(({ view }) => view.position === id);
  const [shown] = live.length > 0 ? await withChanges(desk, context, live) : await closed(desk, venue, account, kind, id);
  if (!shown) throw new Refusal('positionUnknown');
  return { position: shown, ...around };
}

async function closed(desk: Desk, venue: SignedInContext['session']['venue'], account: number, kind: PositionKind, id: number) {
  const found = await positionsByIds(desk.database, venue, account, [id]);
  return found.flatMap((position) => {
    const instrument = instrumentOf(desk, position);
    return instrument.kind === kind ? [positionView(position, instrument, undefined)] : [];
  });
}

/** One order of the product with the settlements of its fills. */
export async function orderWithSettlements(
  desk: Desk,
  context: SignedInContext,
  kind: PositionKind,
  text: string,
): Promise<{ order: PositionOrder; settlements: Settlement[] }> {
  await nearlyLive(desk, context);
  const { account, venue } = context.session;
  const found = await ordersByIds(desk.database, venue, account, [idNumber(text) ?? 0]);
  const [order] = await shownOrders(
    desk,
    context,
    found.filter((one) => instrumentOf(desk, one).kind === kind),
  );
  if (!order) throw new Refusal('orderUnknown');
  return { order, settlements: await settlementsOf(desk, context, kind, { order: Number(order.id) }) };
}
