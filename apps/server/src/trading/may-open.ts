import type { SignedInContext } from '../http/handlers.ts';
import type { Product } from '../people/protection/index.ts';
import { type Desk, venueOf } from './desk.ts';

/**
 * Every command that opens or adds to a risk passes here; throws why it may not. A command that was answered before gets that answer again,
 * whatever has become forbidden since.
 */
export async function mayOpen(desk: Desk, context: SignedInContext, product: Product): Promise<void> {
  try {
    await desk.protection.mayOpen(context, product);
  } catch (refusal) {
    if (!(await venueOf(desk, context).outcomeOf(context.session.account, context.commandId))) throw refusal;
  }
}
