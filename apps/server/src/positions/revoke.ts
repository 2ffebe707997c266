import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../calls/handlers.ts';
import { idNumber, submit, type TradingPorts, venueOf } from '../calls/trading.ts';
import { changed } from '../spot/cancel-orders.ts';
import type { PositionKind } from './live-positions.ts';

/** Cancels one order of a product. An order of another product is as unknown here as somebody else's. */
export async function revoke(ports: TradingPorts, context: SignedInContext, kind: PositionKind, text: string) {
  const order = idNumber(text);
  if (order === undefined) throw new Refusal('orderUnknown');
  const { value: live } = await venueOf(ports, context).read((engine) => engine.order(order));
  if (live && ports.market.catalogue.instrumentById(live.instrument)?.kind !== kind) throw new Refusal('orderUnknown');
  return changed(await submit(ports, context, { kind: 'cancelOrder', account: context.session.account, order }), context);
}
