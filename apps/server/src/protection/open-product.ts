import type { Effect } from '../cases/carry-out.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';

/** What two people decided about a product: it is open in the case's venue. Doing it twice does no harm. */
export const openProduct =
  ({ database, clock }: { database: Database; clock: Now }): Effect =>
  async ({ id, venue, subject, verdict }) => {
    if (verdict)
      await database.query(
        `UPDATE product_switch SET ${venue === 'real' ? 'real_on' : 'demo_on'} = true, changed_by = $2, changed_at = $3, reason = $4 WHERE product = $1`,
        [subject['product'], `case ${id}`, new Date(clock.now()), subject['reason'] ?? ''],
      );
    return null;
  };
