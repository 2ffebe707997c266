import type { Database } from '../platform/database.ts';
import type { Storage } from '../platform/storage.ts';
import { deviceKeptMs } from './devices.ts';
import type { Now } from './ports.ts';

const day = 24 * 3_600_000;
/** Age at which unused visitors of customer service and demo accounts are removed. */
const visitorKeptMs = 7 * day;
/** Days without a visit after which a demo account and its pictures are removed. */
const demoKeptMs = 30 * day;
/** Ended sessions are kept for a while, so that a stolen token is still recognised as used. */
const endedKeptMs = 7 * day;

/** Mails and text messages that were sent or given up: they have addresses, and codes in them. */
const messagesKeptMs = 30 * day;

/** Whoever wrote to customer service stays with the conversation, whose log names them: SQL of a customer `c`. */
const wroteNothing = `NOT wrote AND NOT EXISTS (SELECT 1 FROM chat_group g WHERE g.customer_id = c.id) AND NOT EXISTS (SELECT 1 FROM chat_quarantine q WHERE q.customer_id = c.id)`;

/** Removes expired rows. It deletes only by condition, so that running it twice or in two places does no harm. */
export async function sweepPeople(database: Database, clock: Now, files: Pick<Storage, 'remove'>): Promise<void> {
  const now = clock.now();
  const at = (ms: number) => new Date(ms);
  await database.query('DELETE FROM captcha WHERE expires_at <= $1', [at(now)]);
  // The time of the last code still limits the next one.
  await database.query('DELETE FROM verification_code WHERE expires_at <= $1', [at(now)]);
  await database.query('DELETE FROM attempt WHERE resets_at <= $1', [at(now)]);
  await database.query("DELETE FROM outbox WHERE status <> 'waiting' AND created_at < $1", [at(now - messagesKeptMs)]);
  await database.query('DELETE FROM known_device WHERE seen_at <= $1', [at(now - deviceKeptMs)]);
  await database.query(
    `UPDATE session SET state = 'ended', ended_reason = 'replaced', replaced_at = NULL, changed_at = clock_timestamp()
     WHERE state = 'replaced' AND replaced_at < $1`,
    [at(now - day)],
  );
  // The sealed successor is needed only during the grace period. Without it, a token is still recognised as used.
  await database.query('UPDATE refresh_token SET successor = NULL WHERE successor IS NOT NULL AND used_at < $1', [at(now - 60_000)]);
  // A demo account's sessions tell when it was last used, so they stay until the account goes.
  await database.query(
    `DELETE FROM session s USING customer c
     WHERE c.id = s.customer_id AND (s.expires_at <= $1 OR (s.state = 'ended' AND s.last_seen_at < $1)) AND (c.login_type <> 2 OR s.last_seen_at < $2)`,
    [at(now - endedKeptMs), at(now - demoKeptMs)],
  );
  await database.query('DELETE FROM refresh_token WHERE expires_at <= $1', [at(now - endedKeptMs)]);
  await database.query(
    `DELETE FROM customer c WHERE login_type = 3 AND created_at < $1 AND ${wroteNothing}
       AND NOT EXISTS (SELECT 1 FROM session s WHERE s.customer_id = c.id AND s.last_seen_at >= $1)`,
    [at(now - visitorKeptMs)],
  );
  await removeIdleDemos(database, at(now - demoKeptMs), files);
}

/** Max. number of demo accounts removed in one round; the next round takes the others. */
const demosAtOnce = 500;

/** Removes demo accounts that nobody used since `before`, with their pictures and notices. Their ledger keeps only an account number and play money. */
async function removeIdleDemos(database: Database, before: Date, files: Pick<Storage, 'remove'>): Promise<void> {
  const keys = await database.transaction(async (tx) => {
    const idle = await tx.query<{ id: bigint; account: number }>(
      `SELECT c.id, c.account FROM customer c WHERE login_type = 2 AND created_at < $1 AND ${wroteNothing}
         AND NOT EXISTS (SELECT 1 FROM session s WHERE s.customer_id = c.id AND s.last_seen_at >= $1)
       ORDER BY c.id LIMIT $2 FOR UPDATE`,
      [before, demosAtOnce],
    );
    if (idle.length === 0) return [];
    const ids = [idle.map(({ id }) => id)];
    const pictures = await tx.query<{ storage_key: string }>('SELECT storage_key FROM file WHERE customer_id = ANY($1)', ids);
    await tx.query('DELETE FROM market_favourite WHERE customer_id = ANY($1::bigint[]::text[])', ids);
    await tx.query('DELETE FROM price_alert WHERE customer_id = ANY($1::bigint[]::text[])', ids);
    for (const table of ['invite_code', 'rebate_ranked', 'earn_draft', 'earn_terms_read', 'notice'])
      await tx.query(`DELETE FROM ${table} WHERE venue = 'demo' AND account = ANY($1)`, [idle.map(({ account }) => account)]);
    await tx.query('DELETE FROM customer WHERE id = ANY($1)', ids);
    return pictures.map(({ storage_key }) => storage_key);
  });
  // The rows go first. A picture without a row is out of everybody's reach, even if the process ends here.
  for (const key of keys) await files.remove(key);
}
