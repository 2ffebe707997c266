import type { Database } from '../../platform/database.ts';
import { type AuditRow, rowHash, type ValueRow, valueDigest } from './chain.ts';

export interface Broken {
  number: string;
  /** `missing`: a row is gone. `hash`: the row says something else than it did. `chain`: it does not follow the one before. `value`: a value was changed. */
  what: 'missing' | 'hash' | 'chain' | 'value';
}

export interface Verified {
  rows: number;
  head: string;
  broken: Broken | null;
}

const pageRows = 1_000;

/** Recomputes the whole chain, and every value that was not erased. Names the first row that does not fit. `each` is told the hash of each row that does. */
export async function verifyAudit(
  database: Pick<Database, 'query'>,
  each: (number: number, hash: Buffer) => void = () => {},
): Promise<Verified> {
  let previous: Buffer = Buffer.alloc(32);
  let number = 0n;
  const result = (broken: Broken | null): Verified => ({ rows: Number(number), head: previous.toString('hex'), broken });
  for (;;) {
    const rows = await database.query<AuditRow & Record<string, unknown>>(
      `SELECT number, at, operator_id, call, subject, reason, changes, previous, hash FROM operator_audit WHERE number > $1 ORDER BY number LIMIT ${pageRows}`,
      [number],
    );
    if (rows.length === 0) break;
    const values = await database.query<ValueRow & Record<string, unknown>>(
      'SELECT number, field, salt, before, after FROM operator_audit_value WHERE number BETWEEN $1 AND $2',
      [rows[0]!.number, rows.at(-1)!.number],
    );
    for (const row of rows) {
      const named = (what: Broken['what']) => result({ number: String(row.number), what });
      if (row.number !== number + 1n) return result({ number: String(number + 1n), what: 'missing' });
      if (!row.previous.equals(previous)) return named('chain');
      if (!rowHash(row).equals(row.hash)) return named('hash');
      if (values.some((value) => value.number === row.number && !said(row, value))) return named('value');
      previous = row.hash;
      number = row.number;
      each(Number(number), row.hash);
    }
  }
  const [head] = await database.query<{ number: bigint; hash: Buffer }>('SELECT number, hash FROM operator_audit_head');
  // Rows that were cut off at the end.
  if (!head || head.number > number) return result({ number: String(number + 1n), what: 'missing' });
  if (head.number < number || !head.hash.equals(previous)) return result({ number: String(number), what: 'chain' });
  return result(null);
}

const said = (row: AuditRow, value: ValueRow) =>
  row.changes.some(({ field, digest }) => field === value.field && digest === valueDigest(value));
