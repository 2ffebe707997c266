import type { Queryable } from '../platform/database.ts';

/** In the transaction of a restriction: the customer's venue has to hear of it. `payouts`: they wait, not the mode alone. */
export async function standingDue(tx: Queryable, customerId: string | bigint, { payouts }: { payouts: boolean }): Promise<void> {
  await tx.query(
    `INSERT INTO standing_due AS d (customer_id, payouts, revision) VALUES ($1, $2, nextval('standing_revision'))
     ON CONFLICT (customer_id) DO UPDATE SET payouts = d.payouts OR excluded.payouts, revision = excluded.revision`,
    [customerId, payouts],
  );
}
