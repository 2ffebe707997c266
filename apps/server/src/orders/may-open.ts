import type { AmendOrder } from '@bourse/engine';
import { InstrumentKind, PositionAction } from '@bourse/protocol/enums';
import type { SignedInContext } from '../calls/handlers.ts';
import { instrumentOf, type TradingPorts, venueOf } from '../calls/trading.ts';
import { termsByOrders } from '../positions/position-rows.ts';
import { type Product, productOf } from '../protection/products.ts';
import type { OrderFacts } from './order-view.ts';

/**
 * Every command that opens or adds to a risk passes here; throws why it may not. A command that was answered before gets that answer again,
 * whatever has become forbidden since.
 */
export async function mayOpen(ports: TradingPorts, context: SignedInContext, product: Product): Promise<void> {
  try {
    await ports.protection.mayOpen(context, product);
  } catch (refusal) {
    if (!(await venueOf(ports, context).outcomeOf(context.session.account, context.commandId))) throw refusal;
  }
}

/** An order with what is to be changed of it; 0 leaves as it is. */
export interface Change {
  order: OrderFacts;
  amendment: Pick<AmendOrder, 'lots' | 'priceTicks'>;
}

/** Whoever amends an order that opens passes as with a new one, unless all it does is take lots away. */
export async function mayAmend(ports: TradingPorts, context: SignedInContext, changes: readonly Change[]): Promise<void> {
  const adding = changes.filter(
    ({ order, amendment }) =>
      instrumentOf(ports, order).kind !== InstrumentKind.coin && (amendment.priceTicks !== 0 || amendment.lots > order.lots),
  );
  if (adding.length === 0) return;
  const { venue } = context.session;
  const { value: live } = await venueOf(ports, context).read((engine) => adding.map(({ order }) => engine.orderTerms(order.order)));
  const gone = adding.flatMap(({ order }, at) => (live[at] === undefined ? [order.order] : []));
  const stored = await termsByOrders(ports.database, venue, gone);
  const products = new Set<Product>();
  for (const [at, { order }] of adding.entries()) {
    const terms = live[at] ?? stored.get(order.order);
    if (terms?.action === PositionAction.open) products.add(productOf(instrumentOf(ports, order), terms));
  }
  for (const product of products) await mayOpen(ports, context, product);
}
