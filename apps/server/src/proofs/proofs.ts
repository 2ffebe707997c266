import { randomUUID } from 'node:crypto';
import type { ProofKind } from '@bourse/protocol';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { SecurityLog } from '../people/security-log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { challengeOf, inputDigest } from './challenge.ts';
import type { Factors } from './factors.ts';
import type { Act, Proofs } from './port.ts';

/** How long the customer has to give the factor. */
export const proofLifeMs = 5 * 60_000;
/** Max. number of acts that one customer may have begun and not yet confirmed. */
export const maxOpenProofs = 20;
/** For this long, an expired or used proof is distinguished from an unknown one. */
const keptMs = 24 * 3_600_000;

interface Row {
  kind: ProofKind;
  call: string;
  command_id: string | null;
  input_digest: Buffer;
  challenge: Buffer;
  expires_at: Date;
  used_at: Date | null;
}

/** What says that a factor was looked at and was not right. Of the sign-in password `requirePassword` says so itself. */
const wrongFactor: ReadonlySet<ErrorName> = new Set([
  ...(['payPasswordWrong', 'payPasswordLocked', 'totpWrong', 'totpUsed', 'recoveryCodeWrong', 'factorLocked', 'passkeyRefused'] as const),
]);

/** Second factors, each bound to one act of one customer. */
export function createProofs({
  database,
  clock,
  factors,
  securityLog,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  factors: Factors;
  securityLog: SecurityLog;
}): Proofs & { sweep(): Promise<void> } {
  return {
    async begin(act, kind) {
      const answers = await factors.ways(act.session.customerId, kind);
      const id = randomUUID();
      const now = clock.now();
      const expiresAt = now + proofLifeMs;
      const challenge = challengeOf(id, act);
      const kept = await database.query(
        `INSERT INTO proof (id, customer_id, kind, call, command_id, input_digest, challenge, expires_at) SELECT $1, $2, $3, $4, $5, $6, $7, $8
         WHERE (SELECT count(*) FROM proof WHERE customer_id = $2 AND expires_at > $9 AND used_at IS NULL) < $10 RETURNING id`,
        [
          id,
          act.session.customerId,
          kind,
          act.call,
          act.commandId ?? null,
          inputDigest(act),
          challenge,
          new Date(expiresAt),
          new Date(now),
          maxOpenProofs,
        ],
      );
      if (kept.length === 0) throw new Refusal('tooManyAttempts', { minutes: proofLifeMs / 60_000 });
      return { id, kind, challenge: challenge.toString('hex'), expiresAt, ...answers };
    },

    async use(act, kind, answer) {
      if (!answer) throw new Refusal('proofNeeded');
      const { customerId } = act.session;
      const [row] = await database.query<Row>(
        'SELECT kind, call, command_id, input_digest, challenge, expires_at, used_at FROM proof WHERE id = $1 AND customer_id = $2',
        [answer.id, customerId],
      );
      if (!row) throw new Refusal('proofUnknown');
      const wrong = mismatch(row, act, kind, clock.now());
      if (wrong) throw new Refusal(wrong);
      await factors.check(customerId, kind, row.challenge, answer).catch((error: unknown) => {
        if (error instanceof Refusal && wrongFactor.has(error.refusal))
          securityLog('proofFailed', { customerId, sessionId: act.session.sessionId, call: act.call, refusal: error.refusal });
        throw error;
      });
      // Two requests may get this far with one proof; only one of them takes it. Read the clock again, because checking a factor takes time.
      const taken = await database.query(
        'UPDATE proof SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND expires_at > $2 RETURNING id',
        [answer.id, new Date(clock.now())],
      );
      if (taken.length === 0) throw new Refusal(row.expires_at.getTime() <= clock.now() ? 'proofExpired' : 'proofUsed');
      return { id: answer.id, kind, challenge: row.challenge.toString('hex'), passkey: answer.passkey };
    },

    async sweep() {
      await database.query('DELETE FROM proof WHERE expires_at <= $1', [new Date(clock.now() - keptMs)]);
    },
  };
}

function mismatch(row: Row, act: Act, kind: ProofKind, now: number) {
  if (row.call !== act.call || row.kind !== kind || row.command_id !== (act.commandId ?? null)) return 'proofForOtherAct';
  if (!row.input_digest.equals(inputDigest(act))) return 'proofInputChanged';
  if (row.used_at) return 'proofUsed';
  return row.expires_at.getTime() <= now ? 'proofExpired' : undefined;
}
