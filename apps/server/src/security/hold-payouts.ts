import type { PayoutHold } from '@bourse/protocol';
import { standingDue } from '../people/standing-due.ts';
import type { Queryable } from '../platform/database.ts';

/** After a change with which a thief would begin, the owner has this long to notice. */
export const payoutHoldMs = 24 * 3_600_000;
/** For a hold that only a person ends. */
export const untilUnlocked = Date.UTC(9999, 0, 1);

/**
 * Holds the customer's payouts until an instant, in milliseconds. A hold is never made shorter, and the reason that is kept is that of the longest.
 * Everything that holds payouts goes through here. The customer's venue is told after the transaction, by `standing.tell`.
 */
export async function holdPayouts(tx: Queryable, customerId: string | bigint, until: number, reason: PayoutHold): Promise<void> {
  await tx.query(
    `INSERT INTO customer_security AS s (customer_id, payouts_held_until, payouts_held_reason) VALUES ($1, $2, $3)
     ON CONFLICT (customer_id) DO UPDATE SET
       payouts_held_until = greatest(s.payouts_held_until, excluded.payouts_held_until),
       payouts_held_reason = CASE WHEN s.payouts_held_until > excluded.payouts_held_until THEN s.payouts_held_reason ELSE excluded.payouts_held_reason END`,
    [customerId, new Date(until), reason],
  );
  await standingDue(tx, customerId, { payouts: true });
}
