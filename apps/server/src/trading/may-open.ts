import type { SignedInContext } from '../http/handlers.ts';
import { type Desk, venueOf } from './desk.ts';

/** Products behind switches, suitability and the customer's own limits. Shares bought in full are `stock`, with borrowed money or shares `stockMargin`. */
export type Product = 'contract' | 'timed' | 'stock' | 'stockMargin';
export type MayOpen = (who: Pick<SignedInContext, 'session' | 'language'>, product: Product) => Promise<void>;

/**
 * Every command that opens or adds to a risk passes here; throws why it may not. A command that was answered before gets that answer again,
 * whatever has become forbidden since.
 */
export async function mayOpen(desk: Desk, context: SignedInContext, product: Product): Promise<void> {
  try {
    await desk.mayOpen(context, product);
  } catch (refusal) {
    if (!(await venueOf(desk, context).outcomeOf(context.session.account, context.commandId))) throw refusal;
  }
}
