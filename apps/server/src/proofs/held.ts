import type { Queryable } from '../platform/database.ts';

/** The factors of a customer. */
export interface Held {
  pay: boolean;
  totp: boolean;
  /** Ids of credentials, the oldest first. */
  passkeys: string[];
  /** Recovery codes that are not used. */
  codes: number;
}

export async function heldBy(db: Queryable, customerId: string): Promise<Held> {
  const [row] = await db.query<Omit<Held, 'codes'> & { codes: bigint }>(
    `SELECT EXISTS (SELECT 1 FROM pay_password WHERE customer_id = $1) AS pay, EXISTS (SELECT 1 FROM totp WHERE customer_id = $1) AS totp,
       (SELECT coalesce(array_agg(id ORDER BY made_at), '{}') FROM passkey WHERE customer_id = $1) AS passkeys,
       (SELECT count(*) FROM recovery_code WHERE customer_id = $1 AND used_at IS NULL) AS codes`,
    [customerId],
  );
  return { pay: row?.pay === true, totp: row?.totp === true, passkeys: row?.passkeys ?? [], codes: Number(row?.codes ?? 0) };
}
