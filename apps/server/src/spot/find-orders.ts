import { Refusal } from '@bourse/protocol/errors';
import type { SignedInContext } from '../calls/handlers.ts';
import { idNumber, type TradingPorts, venueOf } from '../calls/trading.ts';
import { ordersByIds } from '../orders/order-rows.ts';
import type { OrderFacts } from '../orders/order-view.ts';

/**
 * Orders of the signed-in customer by id: live ones from the engine, older ones from the histories. Somebody else's order is as unknown as one that
 * never existed.
 */
export async function findOrders(ports: TradingPorts, context: SignedInContext, ids: readonly string[]): Promise<Map<string, OrderFacts>> {
  const { account, venue } = context.session;
  const wanted = new Map(ids.flatMap((id) => (idNumber(id) === undefined ? [] : [[idNumber(id) as number, id] as const])));
  const { value: live } = await venueOf(ports, context).read((engine) =>
    [...wanted.keys()].flatMap((order) => {
      const found = engine.order(order);
      return found && found.account === account ? [found] : [];
    }),
  );
  const found = new Map<string, OrderFacts>(live.map((order) => [wanted.get(order.order) as string, order]));
  const missing = [...wanted].filter(([, id]) => !found.has(id)).map(([order]) => order);
  for (const order of await ordersByIds(ports.database, venue, account, missing)) found.set(wanted.get(order.order) as string, order);
  return found;
}

export async function findOrder(ports: TradingPorts, context: SignedInContext, id: string): Promise<OrderFacts> {
  const order = (await findOrders(ports, context, [id])).get(id);
  if (!order) throw new Refusal('orderUnknown');
  return order;
}
