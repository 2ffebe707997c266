import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { VerificationPurpose } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Database, Queryable } from '../../platform/database.ts';
import type { Now } from '../ports.ts';
import { sharedSecret } from '../secrets.ts';
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
}

/** Six digits by mail or text message. They are hashed with a key, because all plain hashes of six digits can be computed in a moment. */
export async function createCodes(database: Database, clock: Now, securityLog: SecurityLog) {
  const { key } = await sharedSecret<{ key: string }>(database, 'code-key', async () => ({ key: randomBytes(32).toString('base64') }));
  const hashOf = ({ purpose, target, customerId = 0n }: CodeFor, code: string) =>
    createHmac('sha256', key).update(`${purpose}\n${target}\n${customerId}\n${code}`).digest();
  const whose = ({ purpose, target, customerId = 0n }: CodeFor) => [purpose, target, customerId];

  /** Seconds until the next code may be sent to this target; 0: now. */
  const secondsToWait = async (what: CodeFor): Promise<number> => {
    const [row] = await database.query<{ sent_at: Date }>(
      'SELECT sent_at FROM verification_code WHERE purpose = $1 AND target = $2 AND customer_id = $3',
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
        `INSERT INTO verification_code AS v (purpose, target, customer_id, code_hash, sent_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (purpose, target, customer_id) DO UPDATE SET
           code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at, used_at = NULL
         WHERE v.sent_at <= $7 RETURNING purpose`,
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
      const now = new Date(clock.now());
      const [row] = await database.query<{ code_hash: Buffer | null; tries: number }>(
        `UPDATE verification_code SET tries = least(tries + 1, 100)
         WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND used_at IS NULL AND expires_at > $4 RETURNING code_hash, tries`,
        [...whose(what), now],
      );
      if (row && row.tries <= triesAtMost && row.code_hash && timingSafeEqual(row.code_hash, hashOf(what, code))) return;
      securityLog('codeFailed', { customerId: what.customerId, purpose: what.purpose, tries: row?.tries ?? 0 });
      throw new Refusal(!row || row.tries > triesAtMost ? 'codeExpired' : 'codeWrong');
    },

    /** Uses the code inside the transaction of its purpose. Of two concurrent uses, one succeeds. */
    async use(tx: Queryable, what: CodeFor, code: string): Promise<void> {
      const rows = await tx.query(
        `UPDATE verification_code SET used_at = $5
         WHERE purpose = $1 AND target = $2 AND customer_id = $3 AND code_hash = $4 AND used_at IS NULL AND expires_at > $5 RETURNING purpose`,
        [...whose(what), hashOf(what, code), new Date(clock.now())],
      );
      if (rows.length === 0) throw new Refusal('codeExpired');
    },
  };
}
export type Codes = Awaited<ReturnType<typeof createCodes>>;
