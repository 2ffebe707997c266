import type { Effect } from '../cases/carry-out.ts';
import { BodyRefused } from '../cases/gated.ts';
import type { Database } from '../platform/database.ts';

/** A switch as the one who asked saw it: since when it is as it is. */
export const switchSince = '(extract(epoch FROM changed_at) * 1000000)::bigint::text';

/**
 * What two people decided about payouts: the switch that they looked at holds them no more. One that was thrown again since stays, and the case waits
 * for people again. Doing it twice does no harm.
 */
export const payoutsOn =
  ({ database }: { database: Database }): Effect =>
  async ({ id, subject, verdict }) => {
    if (!verdict) return null;
    const of = [subject['scope'], subject['since']];
    await database.query(
      `UPDATE kill_switch SET active = false, reason = $3, changed_by = $4, changed_at = now()
       WHERE name = 'withdrawalsOff' AND scope = $1 AND active AND ${switchSince} = $2`,
      [...of, subject['reason'] ?? '', `case ${id}`],
    );
    const [again] = await database.query(
      `SELECT 1 FROM kill_switch WHERE name = 'withdrawalsOff' AND scope = $1 AND active AND ${switchSince} IS DISTINCT FROM $2`,
      of,
    );
    if (again) throw new BodyRefused('caseChanged');
    return null;
  };
