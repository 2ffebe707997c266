import { Refusal } from '@bourse/protocol/errors';
import type { Passwords } from '../people/sign-in/passwords.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { utcText } from '../platform/utc-text.ts';

/** Wrong tries in a row that lock the pay password. Sign-in still works. */
export const payPasswordTries = 5;
export const payPasswordLockMs = 24 * 3_600_000;

/**
 * The pay password: a second factor, different from the sign-in password. A try is counted before it is judged, so that parallel tries cannot exceed
 * the limit.
 */
export function createPayPasswords({
  database,
  clock,
  passwords,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  passwords: Pick<Passwords, 'matches'>;
}) {
  return {
    /** Sets or replaces the pay password. Earlier tries and locks stay: a new password must not be a way around them. */
    async keep(tx: Queryable, customerId: string, hash: string): Promise<void> {
      await tx.query(
        `INSERT INTO pay_password (customer_id, hash, set_at) VALUES ($1, $2, $3)
         ON CONFLICT (customer_id) DO UPDATE SET hash = excluded.hash, set_at = excluded.set_at`,
        [customerId, hash, new Date(clock.now())],
      );
    },

    /** Whether a customer who has proved the right to change the pay password would keep the old one. */
    async isSame(customerId: string, password: string): Promise<boolean> {
      const [row] = await database.query<{ hash: string }>('SELECT hash FROM pay_password WHERE customer_id = $1', [customerId]);
      return row !== undefined && passwords.matches(row.hash, password);
    },

    async check(customerId: string, password: string): Promise<void> {
      const now = clock.now();
      const lockUntil = now + payPasswordLockMs;
      const [taken] = await database.query<{ hash: string; tries: number }>(
        `UPDATE pay_password SET tries = counted, locked_until = CASE WHEN counted >= $3 THEN $4::timestamptz END
         FROM (SELECT CASE WHEN locked_until <= $2 THEN 1 ELSE tries + 1 END AS counted FROM pay_password WHERE customer_id = $1 FOR UPDATE) AS one
         WHERE customer_id = $1 AND (locked_until IS NULL OR locked_until <= $2) RETURNING hash, tries`,
        [customerId, new Date(now), payPasswordTries, new Date(lockUntil)],
      );
      if (!taken) throw await whyNot(customerId);
      const right = await passwords.matches(taken.hash, password).catch(async (error) => {
        await giveBack(customerId);
        throw error;
      });
      if (right) {
        await database.query('UPDATE pay_password SET tries = 0, locked_until = NULL WHERE customer_id = $1', [customerId]);
        return;
      }
      if (taken.tries >= payPasswordTries) throw new Refusal('payPasswordLocked', { until: utcText(lockUntil) });
      throw new Refusal('payPasswordWrong', { left: payPasswordTries - taken.tries });
    },
  };

  /** A try that nobody judged, because the server was too busy to. */
  async function giveBack(customerId: string): Promise<void> {
    await database.query(
      'UPDATE pay_password SET tries = tries - 1, locked_until = CASE WHEN tries > $2 THEN locked_until END WHERE customer_id = $1 AND tries > 0',
      [customerId, payPasswordTries],
    );
  }

  async function whyNot(customerId: string): Promise<Refusal> {
    const [row] = await database.query<{ locked_until: Date | null }>('SELECT locked_until FROM pay_password WHERE customer_id = $1', [
      customerId,
    ]);
    // Another, correct try may have cleared the lock meanwhile.
    return row
      ? new Refusal('payPasswordLocked', { until: utcText(row.locked_until?.getTime() ?? clock.now()) })
      : new Refusal('payPasswordMissing');
  }
}
export type PayPasswords = ReturnType<typeof createPayPasswords>;
