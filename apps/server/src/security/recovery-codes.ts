import { randomInt } from 'node:crypto';
import type { SecurityLog } from '../people/security-log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { FactorKeys } from './keys.ts';
import type { Tries, Verdict } from './tries.ts';

export const recoveryCodes = 8;
/** 32 signs that nobody mistakes for each other: ten of them are 50 bits. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const half = 5;

const newCode = (): string => {
  const part = () => Array.from({ length: half }, () => signs[randomInt(signs.length)]).join('');
  return `${part()}-${part()}`;
};

/** Codes on paper for the day on which a factor is lost. Each is used once; the server can recognise them, not read them. */
export function createRecoveryCodes({
  database,
  clock,
  keys,
  tries,
  securityLog,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  keys: Pick<FactorKeys, 'sign'>;
  tries: Tries;
  securityLog: SecurityLog;
}) {
  const hashOf = (customerId: string, code: string) =>
    keys.sign(`${customerId}\n${code.toUpperCase().replace(/[- ]/g, '')}`, 'recovery code');
  const take = async (customerId: string, code: string): Promise<Verdict> => {
    const taken = await database.query(
      'UPDATE recovery_code SET used_at = $3 WHERE customer_id = $1 AND hash = $2 AND used_at IS NULL RETURNING customer_id',
      [customerId, hashOf(customerId, code), new Date(clock.now())],
    );
    if (taken.length === 0) return 'wrong';
    securityLog('recoveryCodeUsed', { customerId });
    return 'right';
  };
  return {
    /** Uses a code up. The caller counts tries. */
    take,

    /** Makes new codes. The earlier ones end. This is the only time that they are readable. */
    async renew(tx: Queryable, customerId: string): Promise<string[]> {
      const codes = new Set<string>();
      while (codes.size < recoveryCodes) codes.add(newCode());
      const made = [...codes];
      await tx.query('DELETE FROM recovery_code WHERE customer_id = $1', [customerId]);
      await tx.query('INSERT INTO recovery_code (customer_id, hash) SELECT $1, unnest($2::bytea[])', [
        customerId,
        made.map((code) => hashOf(customerId, code)),
      ]);
      await tx.query(
        `INSERT INTO customer_security (customer_id, recovery_made_at) VALUES ($1, $2)
         ON CONFLICT (customer_id) DO UPDATE SET recovery_made_at = excluded.recovery_made_at`,
        [customerId, new Date(clock.now())],
      );
      return made;
    },

    /** Checks a code and uses it up. */
    check: (customerId: string, code: string): Promise<void> => tries.judge(customerId, 'recovery', () => take(customerId, code)),

    async left(db: Queryable, customerId: string): Promise<number> {
      const rows = await db.query('SELECT 1 FROM recovery_code WHERE customer_id = $1 AND used_at IS NULL', [customerId]);
      return rows.length;
    },
  };
}
export type RecoveryCodes = ReturnType<typeof createRecoveryCodes>;
