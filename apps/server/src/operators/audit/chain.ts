import { createHash, randomBytes } from 'node:crypto';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { Queryable } from '../../platform/database.ts';

/** One field that an act changed, in words; null: there was, or is, nothing. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

export interface AuditEntry {
  at: number;
  /** Null: the server itself. */
  operator: number | null;
  call: string;
  /** What it was about, as `customer 1000001` or `case 12`. */
  subject: string;
  reason: string;
  changes: readonly FieldChange[];
}

interface Link {
  field: string;
  /** SHA-256 of salt, field and values, hex. */
  digest: string;
}

export interface AuditRow {
  number: bigint;
  at: bigint;
  operator_id: number | null;
  call: string;
  subject: string;
  reason: string;
  changes: Link[];
  previous: Buffer;
  hash: Buffer;
}

export interface ValueRow {
  number: bigint;
  field: string;
  salt: Buffer;
  before: string | null;
  after: string | null;
}

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const valueDigest = ({ salt, field, before, after }: Pick<ValueRow, 'salt' | 'field' | 'before' | 'after'>): string =>
  sha256(salt, canonicalJson([field, before, after])).toString('hex');

/** Of everything that a row says, and of the row before it. */
export const rowHash = (row: Omit<AuditRow, 'hash'>): Buffer => {
  const { previous, number, at, operator_id, call, subject, reason, changes } = row;
  return sha256(previous, canonicalJson([String(number), String(at), operator_id, call, subject, reason, changes]));
};

/** Appends to the chain. The transaction that does the act also writes its row: an act without a row cannot be. */
export async function writeAudit(tx: Queryable, entry: AuditEntry): Promise<bigint> {
  const values = entry.changes.map((change) => ({ ...change, salt: randomBytes(16) }));
  const changes = values.map((value): Link => ({ field: value.field, digest: valueDigest(value) }));
  // The head is one row: whoever writes next waits here.
  const [head] = await tx.query<{ number: bigint; hash: Buffer }>('SELECT number, hash FROM operator_audit_head FOR UPDATE');
  if (!head) throw new Error('the audit has no head');
  const number = head.number + 1n;
  const { at, operator: operator_id, call, subject, reason } = entry;
  const row = { number, at: BigInt(at), operator_id, call, subject, reason, changes, previous: head.hash };
  const hash = rowHash(row);
  await tx.query(
    `INSERT INTO operator_audit (number, at, operator_id, call, subject, reason, changes, previous, hash)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [number, at, operator_id, call, subject, reason, JSON.stringify(changes), head.hash, hash],
  );
  for (const { field, salt, before, after } of values)
    await tx.query('INSERT INTO operator_audit_value (number, field, salt, before, after) VALUES ($1, $2, $3, $4, $5)', [
      number,
      field,
      salt,
      before,
      after,
    ]);
  await tx.query('UPDATE operator_audit_head SET number = $1, hash = $2', [number, hash]);
  return number;
}

/** The salt and the values of a row are removed. Its digests stay, and so does the chain. */
export async function eraseValues(tx: Queryable, subject: string): Promise<number> {
  const rows = await tx.query(
    `DELETE FROM operator_audit_value v USING operator_audit a WHERE a.number = v.number AND a.subject = $1 RETURNING v.number`,
    [subject],
  );
  return rows.length;
}
