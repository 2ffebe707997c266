import { Refusal } from '@bourse/protocol/errors';
import type { Session } from '../calls/session.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { FactorKeys } from './keys.ts';

/** How long the customer has to scan a code or to touch a key. */
export const enrolmentMs = 10 * 60_000;

type Kind = 'totp' | 'passkey';

/** Factors that are being set up: begun with a proof, confirmed without one, so both must happen in one session. */
export function createEnrolments({
  database,
  clock,
  keys,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  keys: Pick<FactorKeys, 'seal' | 'unseal'>;
}) {
  return {
    /** Replaces an earlier one of this kind. Returns when it ends. */
    async begin({ customerId, sessionId }: Session, factor: Kind, secret: Buffer): Promise<number> {
      const expiresAt = clock.now() + enrolmentMs;
      await database.query(
        `INSERT INTO enrolment (customer_id, factor, session_id, secret, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (customer_id, factor) DO UPDATE
           SET session_id = excluded.session_id, secret = excluded.secret, expires_at = excluded.expires_at`,
        [customerId, factor, sessionId, keys.seal(secret, customerId), new Date(expiresAt)],
      );
      return expiresAt;
    },

    /** What is being set up in this session, open and as it is stored. */
    async find({ customerId, sessionId }: Session, factor: Kind): Promise<{ secret: Buffer; sealed: Buffer }> {
      const [row] = await database.query<{ secret: Buffer }>(
        'SELECT secret FROM enrolment WHERE customer_id = $1 AND factor = $2 AND session_id = $3 AND expires_at > $4',
        [customerId, factor, sessionId, new Date(clock.now())],
      );
      if (!row) throw new Refusal('enrolmentUnknown');
      return { secret: keys.unseal(row.secret, customerId), sealed: row.secret };
    },

    /** Ends it. Of confirmations that come at once, one ends it; the others are refused. */
    async finish(tx: Queryable, customerId: string, factor: Kind, sealed: Buffer): Promise<void> {
      const ended = await tx.query('DELETE FROM enrolment WHERE customer_id = $1 AND factor = $2 AND secret = $3 RETURNING factor', [
        customerId,
        factor,
        sealed,
      ]);
      if (ended.length === 0) throw new Refusal('enrolmentUnknown');
    },
  };
}
export type Enrolments = ReturnType<typeof createEnrolments>;
