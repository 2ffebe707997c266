import type { Database } from '../platform/database.ts';
import type { Now } from './ports.ts';

const day = 24 * 3_600_000;
/** Visitors of customer service and demo accounts nobody came back to. */
const visitorKeptMs = 7 * day;
/** Ended sessions stay a while, so that a stolen token is still recognised as spent. */
const endedKeptMs = 7 * day;

/** Removes what has run out. Deletes by condition only, so that running it twice or in two places is the same as once. */
export async function sweepPeople(database: Database, clock: Now): Promise<void> {
  const now = clock.now();
  const at = (ms: number) => new Date(ms);
  await database.query('DELETE FROM captcha WHERE expires_at <= $1', [at(now)]);
  // The moment of the last sending still counts for the next.
  await database.query('DELETE FROM verification_code WHERE expires_at <= $1', [at(now)]);
  await database.query('DELETE FROM attempt WHERE resets_at <= $1', [at(now)]);
  await database.query(
    `UPDATE session SET state = 'ended', ended_reason = 'replaced', replaced_at = NULL, changed_at = clock_timestamp()
     WHERE state = 'replaced' AND replaced_at < $1`,
    [at(now - day)],
  );
  // The sealed successor is only for the grace; a spent token without one is still known as spent.
  await database.query('UPDATE refresh_token SET successor = NULL WHERE successor IS NOT NULL AND used_at < $1', [at(now - 60_000)]);
  await database.query('DELETE FROM session WHERE expires_at <= $1', [at(now - endedKeptMs)]);
  await database.query(`DELETE FROM session WHERE state = 'ended' AND last_seen_at < $1`, [at(now - endedKeptMs)]);
  await database.query('DELETE FROM refresh_token WHERE expires_at <= $1', [at(now - endedKeptMs)]);
  await database.query(
    'DELETE FROM customer c WHERE login_type = 3 AND created_at < $1 AND NOT EXISTS (SELECT 1 FROM session s WHERE s.customer_id = c.id AND s.last_seen_at >= $1)',
    [at(now - visitorKeptMs)],
  );
}
