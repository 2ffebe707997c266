import type { Effect } from '../cases/carry-out.ts';
import type { Database } from '../platform/database.ts';

/** What two people decided about payouts: no switch holds them any more. Doing it twice does no harm. */
export const payoutsOn =
  ({ database }: { database: Database }): Effect =>
  async ({ id, subject, verdict }) => {
    if (verdict)
      await database.query(
        `UPDATE kill_switch SET active = false, reason = $2, changed_by = $3, changed_at = now() WHERE name = 'withdrawalsOff' AND scope = $1`,
        [subject['scope'], subject['reason'] ?? '', `case ${id}`],
      );
    return null;
  };
