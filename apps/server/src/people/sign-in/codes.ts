import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Database, Queryable } from '../../platform/database.ts';
import { askerOf, type From } from '../devices.ts';
import type { Now } from '../ports.ts';
import { sealedSecret } from '../secrets.ts';
import type { SecurityLog } from '../security-log.ts';

export const codeSeconds = 10 * 60;
export const codeEveryS = 60;
const triesAtMost = 5;

export interface CodeFor {
  purpose: VerificationPurpose;
  /** E-mail address or phone number, normalised. */
  target: string;
  /** For profile updates: the customer. */
  customerId?: bigint | undefined;
  /** Who asked for the code, or who tries it. */
  from: From;
}

/**
 * Six digits by mail or text message. They are hashed with a key, because all plain hashes of six digits can be computed in a moment. Whoever asks has
 * a code of their own, with tries of their own, so a stranger who asks or guesses cannot void the owner's. A code may also be typed somewhere else
 * than where it was asked for; all others share a second set of tries.
 */
export async function createCodes(database: Database, clock: Now, securityLog: SecurityLog, sealing: Uint8Array) {
  const make = async () => ({ key: randomBytes(32).toString('base64') });
  const { key } = await sealedSecret(database, sealing, 'code-key', make);
  const hashOf = ({ purpose, target, customerId = 0n }: CodeFor, code: string) =>
    createHmac('sha256', key).update(`${purpose}\n${target}\n${customerId}\n${code}`).digest();
  /** A code for a profile belongs to the customer, wherever it was asked for. */
  const whose = ({ purpose, target, customerId = 0n, from }: CodeFor) => [
    purpose,
    target,
    customerId,
    customerId === 0n ? askerOf(from) : Buffer.alloc(0),
  ];

  /** Seconds until the asker may have the next code sent to this target; 0: now. */
  const secondsToWait = async (what: CodeFor): Promise<number> => {
    const [row] = await database.query<{ sent_at: Date }>(
      'SELECT sent_at FROM verification_code WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND asker = $4',
      whose(what),
    );
    return row ? Math.max(0, Math.ceil((row.sent_at.getTime() - clock.now()) / 1000) + codeEveryS) : 0;
  };

  return {
    async requireQuiet(what: CodeFor): Promise<void> {
      const seconds = await secondsToWait(what);
      if (seconds > 0) throw new Refusal('codeTooSoon', { seconds });
    },

    /**
     * Creates a code that replaces the one before. With `real` false, the row matches no code, so that known and unknown addresses cost the same
     * work. Refuses when the last code for this target was sent less than a minute ago.
     */
    async make(tx: Queryable, what: CodeFor, real: boolean): Promise<string> {
      const now = clock.now();
      const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
      const rows = await tx.query(
        `INSERT INTO verification_code AS v (purpose, target, customer_id, asker, code_hash, sent_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (purpose, target, customer_id, asker) DO UPDATE SET
           code_hash = excluded.code_hash, tries = 0, other_tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
         WHERE v.sent_at <= $8 RETURNING purpose`,
        [
          ...whose(what),
          real ? hashOf(what, code) : null,
          new Date(now),
          new Date(now + codeSeconds * 1000),
          new Date(now - codeEveryS * 1000),
        ],
      );
      if (rows.length === 0) throw new Refusal('codeTooSoon', { seconds: Math.max(1, await secondsToWait(what)) });
      return code;
    },

    /** Counts a try before judging it. A correct code stays valid until `use`, so that a later refusal does not cost a new code. */
    async require(what: CodeFor, code: string): Promise<void> {
      const rows = await database.transaction((tx) =>
        tx.query<{ code_hash: Buffer | null; own: boolean; tries: number }>(
          `UPDATE verification_code SET
             tries = CASE WHEN asker = $4 THEN least(tries + 1, 100) ELSE tries END,
             other_tries = CASE WHEN asker = $4 THEN other_tries ELSE least(other_tries + 1, 100) END
           WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND used_at IS NULL AND expires_at > $5
           RETURNING code_hash, asker = $4 AS own, CASE WHEN asker = $4 THEN tries ELSE other_tries END AS tries`,
          [...whose(what), new Date(clock.now())],
        ),
      );
      const open = rows.filter(({ tries }) => tries <= triesAtMost);
      if (open.some(({ code_hash }) => code_hash !== null && timingSafeEqual(code_hash, hashOf(what, code)))) return;
      const { customerId, purpose, from } = what;
      const own = rows.filter((row) => row.own);
      securityLog('codeFailed', { customerId, ip: from.ip, purpose, tries: Math.max(0, ...own.map(({ tries }) => tries)) });
      throw new Refusal(open.some((row) => row.own || own.length === 0) ? 'codeWrong' : 'codeExpired');
    },

    /** Uses the code inside the transaction of its purpose, and with it all others of this purpose and target. Of two concurrent uses, one succeeds. */
    async use(tx: Queryable, what: CodeFor, code: string): Promise<void> {
      const [purpose, target, customerId] = whose(what);
      const now = new Date(clock.now());
      const rows = await tx.query(
        `UPDATE verification_code SET used_at = $5
         WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND code_hash = $4 AND used_at IS NULL AND expires_at > $5 RETURNING purpose`,
        [purpose, target, customerId, hashOf(what, code), now],
      );
      if (rows.length === 0) throw new Refusal('codeExpired');
      await tx.query(
        'UPDATE verification_code SET used_at = $4 WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND used_at IS NULL',
        [purpose, target, customerId, now],
      );
    },
  };
}
export type Codes = Awaited<ReturnType<typeof createCodes>>;
