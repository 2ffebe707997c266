import { holds } from '@bourse/protocol';
import type { Database } from '../../platform/database.ts';
import { verifyAudit } from '../audit/verify.ts';
import type { AdminHandlers } from '../handlers.ts';

interface Row extends Record<string, unknown> {
  number: bigint;
  at: bigint;
  operator_id: number | null;
  name: string | null;
  call: string;
  subject: string;
  reason: string;
  changes: { field: string; digest: string }[];
  hash: Buffer;
  total: bigint;
}

/** One verification at a time, for all who ask together. */
export function auditHandlers(database: Database): AdminHandlers<'GET audit/list' | 'GET audit/verify'> {
  let running: ReturnType<typeof verifyAudit> | undefined;
  return {
    'GET audit/list': async ({ pageNo, pageSize, operator, call, subject, from, to }, context) => {
      const rows = await database.query<Row>(
        `SELECT a.number, a.at, a.operator_id, o.name, a.call, a.subject, a.reason, a.changes, a.hash, count(*) OVER () AS total
         FROM operator_audit a LEFT JOIN operator o ON o.id = a.operator_id
         WHERE ($3::text IS NULL OR a.operator_id::text = $3) AND ($4::text IS NULL OR a.call = $4) AND ($5::text IS NULL OR a.subject = $5)
           AND ($6::bigint IS NULL OR a.at >= $6) AND ($7::bigint IS NULL OR a.at < $7)
         ORDER BY a.number DESC LIMIT $1 OFFSET $2`,
        [pageSize, (pageNo - 1) * pageSize, operator ?? null, call ?? null, subject ?? null, from ?? null, to ?? null],
      );
      const values = await database.query<{ number: bigint; field: string; before: string | null; after: string | null }>(
        'SELECT number, field, before, after FROM operator_audit_value WHERE number = ANY ($1::bigint[])',
        [rows.map(({ number }) => number)],
      );
      // A row about a customer may hold what only those who see customers may read.
      const sees = (about: string) => !about.startsWith('customer ') || holds(context.operator.permissions, 'see');
      const list = rows.map((row) => ({
        number: String(row.number),
        at: Number(row.at),
        operator: row.operator_id === null ? null : String(row.operator_id),
        operatorName: row.name ?? '',
        call: row.call,
        subject: row.subject,
        reason: row.reason,
        changes: row.changes.map(({ field, digest }) => {
          const value = values.find((one) => one.number === row.number && one.field === field);
          const shown = value !== undefined && sees(row.subject);
          return { field, digest, before: shown ? value.before : null, after: shown ? value.after : null, erased: value === undefined };
        }),
        hash: row.hash.toString('hex'),
      }));
      return { list, total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },
    'GET audit/verify': async () => {
      const before = performance.now();
      running ??= verifyAudit(database).finally(() => {
        running = undefined;
      });
      return { ...(await running), ms: Math.round(performance.now() - before) };
    },
  };
}
