import { storeNotices } from '../notices/store.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import type { Effect } from './carry-out.ts';
import type { CaseRow } from './machine.ts';

/** Tells the customer of a case that they are asked, that they were answered, or that it ended without their answer. */
export async function tellOfCase(
  db: Queryable,
  row: CaseRow,
  kind: 'case.asked' | 'case.answered' | 'case.lapsed',
  now: number,
): Promise<void> {
  if (row.account === null) return;
  const subject = kind === 'case.asked' ? `case:${row.id}:${row.revision}` : `case:${row.id}`;
  await storeNotices(db, row.venue, [{ account: row.account, kind, params: { no: String(row.id) }, subject, time: now }]);
}

/** Feedback that was answered: its customer is told. */
export const feedbackEffect =
  ({ database, clock }: { database: Database; clock: Now }): Effect =>
  async (row) => {
    if (row.verdict) await tellOfCase(database, row, 'case.answered', clock.now());
    return null;
  };
