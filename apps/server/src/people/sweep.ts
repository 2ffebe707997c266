import type { Database } from '../platform/database.ts';
import type { Now } from './ports.ts';

const day = 24 * 3_600_000;
/** Age at which unused visitors of customer service and demo accounts are removed. */
const visitorKeptMs = 7 * day;
/** Ended sessions are kept for a while, so that a stolen token is still recognised as used. */
const endedKeptMs = 7 * day;

/** Removes expired rows. It deletes only by condition, so that running it twice or in two places does no harm. */
export async function sweepPeople(database: Database, clock: Now): Promise<void> {
  const now = clock.now();
  const at = (ms: number) => new Date(ms);
  await database.query('DELETE FROM captcha WHERE expires_at <= $1', [at(now)]);
  // The time of the last code still limits the next one.
  await database.query('DELETE FROM verification_code WHERE expires_at <= $1', [at(now)]);
  await database.query('DELETE FROM attempt WHERE resets_at <= $1', [at(now)]);
  await database.query(
    `UPDATE session SET state = 'ended', ended_reason = 'replaced', replaced_at = NULL, changed_at = clock_timestamp()
     WHERE state = 'replaced' AND replaced_at < $1`,
    [at(now - day)],
  );
  // The sealed successor is needed only during the grace period. Without it, a token is still recognised as used.
  await database.query('UPDATE refresh_token SET successor = NULL WHERE successor IS NOT NULL AND used_at < $1', [at(now - 60_000)]);
  await database.query('DELETE FROM session WHERE expires_at <= $1', [at(now - endedKeptMs)]);
  await database.query(`DELETE FROM session WHERE state = 'ended' AND last_seen_at < $1`, [at(now - endedKeptMs)]);
  await database.query('DELETE FROM refresh_token WHERE expires_at <= $1', [at(now - endedKeptMs)]);
  await database.query(
    'DELETE FROM customer c WHERE login_type = 3 AND created_at < $1 AND NOT EXISTS (SELECT 1 FROM session s WHERE s.customer_id = c.id AND s.last_seen_at >= $1)',
    [at(now - visitorKeptMs)],
  );
}
