import { Secret, TOTP } from 'otpauth';
import { productName } from '../content/product.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { FactorKeys } from './keys.ts';
import type { Tries, Verdict } from './tries.ts';

/** RFC 6238 as every app knows it: SHA-1, six digits, half a minute. */
const periodS = 30;
const secretBytes = 20;
/** Steps to either side that count too: a phone's clock may be off, and people type slowly. */
const window = 1;

const appOf = (secret: Buffer, label: string) =>
  new TOTP({
    issuer: productName,
    label,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: periodS,
  });

export const newTotpSecret = (): Buffer => Buffer.from(new Secret({ size: secretBytes }).bytes);

/** The secret as text and as the link that an app reads from a QR code. */
export function totpLink(secret: Buffer, label: string): { secret: string; uri: string } {
  const app = appOf(secret, label);
  return { secret: app.secret.base32, uri: app.toString() };
}

/** The step that a code is of; undefined: of none that counts now. */
export function totpStep(secret: Buffer, code: string, nowMs: number): number | undefined {
  const delta = appOf(secret, '').validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodS) + delta;
}

/** Codes of authenticator apps. A code counts once: its step must be later than the last one that counted, also when the clock was set back. */
export function createTotps({
  database,
  clock,
  keys,
  tries,
}: {
  database: Database;
  clock: Pick<Clock, 'now'>;
  keys: Pick<FactorKeys, 'seal' | 'unseal'>;
  tries: Tries;
}) {
  const take = async (customerId: string, code: string): Promise<Verdict> => {
    const [row] = await database.query<{ secret: Buffer }>('SELECT secret FROM totp WHERE customer_id = $1', [customerId]);
    if (!row) return 'wrong';
    const step = totpStep(keys.unseal(row.secret, customerId), code, clock.now());
    if (step === undefined) return 'wrong';
    // Of requests that come at once with one code, the first takes its step.
    const taken = await database.query(
      'UPDATE totp SET last_step = $3 WHERE customer_id = $1 AND secret = $2 AND last_step < $3 RETURNING customer_id',
      [customerId, row.secret, step],
    );
    return taken.length === 1 ? 'right' : 'used';
  };
  return {
    /** Uses a code up. The caller counts tries. */
    take,

    /** Checks a code and uses it up. */
    check: (customerId: string, code: string): Promise<void> => tries.judge(customerId, 'totp', () => take(customerId, code)),

    /** Keeps the app, in place of an earlier one. `step` is that of the code which confirmed it. */
    async keep(tx: Queryable, customerId: string, sealed: Buffer, step: number): Promise<void> {
      await tx.query(
        `INSERT INTO totp (customer_id, secret, last_step, set_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (customer_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step, set_at = excluded.set_at`,
        [customerId, sealed, step, new Date(clock.now())],
      );
    },

    remove: async (tx: Queryable, customerId: string): Promise<boolean> =>
      (await tx.query('DELETE FROM totp WHERE customer_id = $1 RETURNING customer_id', [customerId])).length > 0,
  };
}
export type Totps = ReturnType<typeof createTotps>;
