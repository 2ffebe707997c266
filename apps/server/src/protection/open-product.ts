import type { Effect } from '../cases/carry-out.ts';
import { BodyRefused } from '../cases/gated.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';

/**
 * What two people decided about a product: it is open in the case's venue. One that was closed again after they were asked stays closed, and the case
 * waits for people again. Doing it twice does no harm.
 */
export const openProduct =
  ({ database, clock }: { database: Database; clock: Now }): Effect =>
  async ({ id, venue, subject, verdict, created_at }) => {
    if (!verdict) return null;
    const opened = await database.query(
      `UPDATE product_switch SET ${venue === 'real' ? 'real_on' : 'demo_on'} = true, changed_by = $2, changed_at = $3, reason = $4
       WHERE product = $1 AND coalesce(${venue === 'real' ? 'real_closed_at' : 'demo_closed_at'} <= $5, true) RETURNING product`,
      [subject['product'], `case ${id}`, new Date(clock.now()), subject['reason'] ?? '', created_at],
    );
    if (opened.length === 0) throw new BodyRefused('caseChanged');
    return null;
  };
