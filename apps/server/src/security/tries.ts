import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { utcText } from '../platform/utc-text.ts';
import { payPasswordLockMs, payPasswordTries } from '../proofs/pay-password.ts';

/** Codes that can be guessed. Each has tries of its own, as many as the pay password has. */
export type GuessedFactor = 'totp' | 'recovery';

/** `used`: it was right once, which only an app's code can be. */
export type Verdict = 'right' | 'used' | 'wrong';

const wrong = { totp: 'totpWrong', recovery: 'recoveryCodeWrong' } as const satisfies Record<GuessedFactor, ErrorName>;

export interface Tries {
  /** Counts a try, then judges it. Refuses what is not right. */
  judge(customerId: string, factor: GuessedFactor, work: () => Promise<Verdict>): Promise<void>;
  /** Until when wrong tries closed a factor; null: it is open. */
  lockedUntil(customerId: string, factor: GuessedFactor): Promise<number | null>;
}

/** A try is counted before it is judged, so that parallel tries cannot exceed the limit. The lock closes this factor only. */
export function createTries({ database, clock }: { database: Database; clock: Pick<Clock, 'now'> }): Tries {
  const lockedUntil = async (customerId: string, factor: GuessedFactor) => {
    const [row] = await database.query<{ locked_until: Date | null }>(
      'SELECT locked_until FROM factor_try WHERE customer_id = $1 AND factor = $2 AND locked_until > $3',
      [customerId, factor, new Date(clock.now())],
    );
    return row?.locked_until?.getTime() ?? null;
  };
  return {
    lockedUntil,
    async judge(customerId, factor, work) {
      const now = clock.now();
      const until = now + payPasswordLockMs;
      const [taken] = await database.query<{ tries: number }>(
        `INSERT INTO factor_try AS f (customer_id, factor, tries) VALUES ($1, $2, 1)
         ON CONFLICT (customer_id, factor) DO UPDATE SET
           tries = CASE WHEN f.locked_until <= $3 THEN 1 ELSE f.tries + 1 END,
           locked_until = CASE WHEN f.locked_until IS NULL AND f.tries + 1 >= $4 THEN $5::timestamptz END
         WHERE f.locked_until IS NULL OR f.locked_until <= $3 RETURNING tries`,
        [customerId, factor, new Date(now), payPasswordTries, new Date(until)],
      );
      if (!taken) throw new Refusal('factorLocked', { until: utcText((await lockedUntil(customerId, factor)) ?? now) });
      const verdict = await work();
      if (verdict === 'right') {
        await database.query('DELETE FROM factor_try WHERE customer_id = $1 AND factor = $2', [customerId, factor]);
        return;
      }
      if (verdict === 'used') {
        // Whoever presses twice guessed nothing. Only this try is given back: it buys no other one.
        await database.query(
          `UPDATE factor_try SET tries = greatest(tries - 1, 0), locked_until = CASE WHEN tries > $3 THEN locked_until END
           WHERE customer_id = $1 AND factor = $2`,
          [customerId, factor, payPasswordTries],
        );
        throw new Refusal('totpUsed');
      }
      if (taken.tries >= payPasswordTries) throw new Refusal('factorLocked', { until: utcText(until) });
      throw new Refusal(wrong[factor], { left: payPasswordTries - taken.tries });
    },
  };
}
