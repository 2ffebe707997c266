import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../../http/handlers.ts';
import { changed } from '../cancel-orders.ts';
import { type Desk, idNumber, submit, venueOf } from '../desk.ts';
import type { PositionKind } from './live-positions.ts';

/** Cancels one order of a product; an order of another product is as unknown here as somebody else's. */
export async function revoke(desk: Desk, context: SignedInContext, kind: PositionKind, text: string) {
  const order = idNumber(text);
  if (order === undefined) throw new Refusal('orderUnknown');
  const { value: live } = await venueOf(desk, context).read((engine) => engine.order(order));
  if (live && desk.market.catalogue.instrumentById(live.instrument)?.kind !== kind) throw new Refusal('orderUnknown');
  return changed(await submit(desk, context, { kind: 'cancelOrder', account: context.session.account, order }), context);
}
