import type { OutcomeResult } from '@bourse/engine';
import { refusalOf, spoken } from '../calls/answers.ts';
import type { Handler } from '../calls/handlers.ts';
import { withOpening } from '../calls/market-closed.ts';
import { type TradingPorts, venueOf } from '../calls/trading.ts';

/** The outcome of a command id, for a client that lost the answer. Customers can ask only about their own ids. */
export function commandOutcome(ports: TradingPorts): Handler<'GET pay/order-coin/outcome'> {
  return async ({ commandId }, context) => {
    const applied = await venueOf(ports, context).outcomeOf(context.session.account, commandId.toLowerCase());
    if (!applied) return { known: false, seq: null, accepted: null, orderId: null, refusal: null };
    const outcome = withOpening(ports.market.catalogue, applied.outcome, applied.time);
    const seq = String(applied.seq);
    if (outcome.ok) {
      const orderId = idOf(outcome.result);
      return { known: true, seq, accepted: true, orderId, refusal: null };
    }
    return { known: true, seq, accepted: false, orderId: null, refusal: spoken(refusalOf(outcome), context.language) };
  };
}

/** What the command made: an order, or a payout. */
function idOf(result: OutcomeResult): string | null {
  if (result.kind === 'order') return String(result.order);
  return result.kind === 'payout' ? String(result.payout) : null;
}
