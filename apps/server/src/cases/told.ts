import { leaveNotices } from '../notices/left.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Effect } from './carry-out.ts';
import { caseKinds, kindNames } from './kinds.ts';
import { type CaseRow, caseColumns } from './machine.ts';

/** Tells the customer of a case that they are asked, that they were answered, or that it ended without their answer. */
export async function tellOfCase(
  db: Queryable,
  row: CaseRow,
  kind: 'case.asked' | 'case.answered' | 'case.lapsed' | 'case.late',
  now: number,
): Promise<void> {
  if (row.account === null) return;
  const subject = kind === 'case.asked' ? `case:${row.id}:${row.revision}` : `case:${row.id}`;
  await leaveNotices(db, row.venue, [{ account: row.account, kind, params: { no: String(row.id) }, subject, time: now }]);
}

/** Kinds that customers opened themselves: they were promised an answer. */
const promised = kindNames.filter((kind) => caseKinds[kind].opens === 'customer');

/** A promise that was missed is told at once, once for each case. */
export async function tellLate(database: Database, now: number): Promise<void> {
  const rows = await database.query<{ id: bigint }>(
    `SELECT id FROM case_file WHERE due_at < $1 AND late_told_at IS NULL AND account IS NOT NULL AND kind = ANY ($2)
     AND step IN ('waiting', 'taken', 'proposed') ORDER BY due_at LIMIT 500`,
    [new Date(now), promised],
  );
  for (const { id } of rows)
    await database.transaction(async (tx) => {
      const [row] = await tx.query<CaseRow>(
        `UPDATE case_file SET late_told_at = $2 WHERE id = $1 AND late_told_at IS NULL AND step IN ('waiting', 'taken', 'proposed') RETURNING ${caseColumns}`,
        [id, new Date(now)],
      );
      if (row) await tellOfCase(tx, row, 'case.late', now);
    });
}

/** Feedback that was answered: its customer is told. */
export const feedbackEffect =
  ({ database, clock }: { database: Database; clock: Now }): Effect =>
  async (row) => {
    if (row.verdict) await tellOfCase(database, row, 'case.answered', clock.now());
    return null;
  };
