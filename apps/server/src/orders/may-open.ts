import type { AmendOrder } from '@bourse/engine';
import { InstrumentKind, PositionAction } from '@bourse/protocol/enums';
import type { SignedInContext } from '../calls/handlers.ts';
import { instrumentOf, type TradingPorts, venueOf } from '../calls/trading.ts';
import { termsByOrders } from '../positions/position-rows.ts';
import { type Product, productOf } from '../protection/products.ts';
import type { OrderFacts } from './order-view.ts';

/**
 * Every command that opens or adds to a risk passes here. Throws the reason why it may not. A command that was answered before gets the same answer
 * again, even if it would be forbidden now.
 */
export async function mayOpen(ports: TradingPorts, context: SignedInContext, product: Product): Promise<void> {
  try {
    await ports.protection.mayOpen(context, product);
  } catch (refusal) {
    if (!(await venueOf(ports, context).outcomeOf(context.session.account, context.commandId))) throw refusal;
  }
}

/** An order and its requested changes; 0 leaves a field unchanged. */
export interface Change {
  order: OrderFacts;
  amendment: Pick<AmendOrder, 'lots' | 'priceTicks'>;
}

/** Amending an opening order needs the same permission as a new order, unless the amendment only reduces its quantity. */
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
