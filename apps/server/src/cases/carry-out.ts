import { Refusal } from '@bourse/protocol/errors';
import type { Job } from '../jobs/jobs.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { type CaseKindName, caseKinds } from './kinds.ts';
import { type CaseRow, caseColumns, finish, move, proposedMs } from './machine.ts';
import { tellOfCase } from './told.ts';

/**
 * What an operator signs with their key when they decide such a case: the digest of the venue's proposal, base64url. Null: there is nothing to sign. `commandId`: under which the
 * first of them proposes.
 */
export type ToSign = (
  row: CaseRow,
  verdict: { pass: boolean; reasonCode: string },
  by: { operator: number; commandId: string },
) => Promise<string | null>;

/** What a decided case does. It may be done twice. Resolves to the engine's reference, where the engine decided; rejects when it could not be done. */
export type Effect = (row: CaseRow) => Promise<string | null>;
export type Effects = Record<CaseKindName, Effect>;

export interface CarryOut {
  /** Carries a decided case out. A case that still waits for its second person stays as it is. */
  one(id: bigint): Promise<void>;
  /** Those that an earlier stop interrupted; verdicts and questions whose time is over. */
  job: Job;
}

const enough = (row: CaseRow) => caseKinds[row.kind].persons < 2 || row.confirmed_by !== null;

/** The last state of a case follows from what was done, never from a verdict alone. */
export function createCarryOut({
  database,
  clock,
  effects,
  unanswered = {},
}: {
  database: Database;
  clock: Now;
  effects: Effects;
  /** What ends with a case that its customer did not answer. It may be done twice. */
  unanswered?: Partial<Record<CaseKindName, Effect>>;
}): CarryOut {
  const carry = async (row: CaseRow) => {
    if (row.step !== 'proposed' || !enough(row)) return;
    const ref = await effects[row.kind](row);
    await database
      .transaction((tx) => finish(tx, row, ref, clock.now()))
      .catch((error: unknown) => {
        // Somebody else carried it out at the same time; doing it twice did no harm.
        if (!(error instanceof Refusal && (error.refusal === 'caseChanged' || error.refusal === 'caseStep'))) throw error;
      });
  };
  const run = async () => {
    const now = clock.now();
    const rows = await database.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE step = 'proposed' ORDER BY id LIMIT 200`);
    for (const row of rows) {
      if (enough(row)) await carry(row);
      else if (now - (row.proposed_at?.getTime() ?? now) > proposedMs)
        await database.transaction((tx) =>
          move(tx, {
            ...{ id: row.id, revision: row.revision, now },
            ...{ name: 'lapse', when: "step = 'proposed' AND confirmed_by IS NULL", by: { kind: 'machine' } },
            set: "step = 'waiting', owner = NULL, verdict = NULL, reason_code = NULL, remark = NULL, proposed_by = NULL, proposed_at = NULL",
          }),
        );
    }
    const silent = await database.query<CaseRow>(
      `SELECT ${caseColumns} FROM case_file WHERE step = 'asked' AND asked_until <= $1 LIMIT 200`,
      [new Date(now)],
    );
    for (const row of silent) {
      await unanswered[row.kind]?.(row);
      await database.transaction(async (tx) => {
        await move(tx, {
          ...{ id: row.id, revision: row.revision, now, name: 'unanswered', by: { kind: 'machine' } },
          when: "step = 'asked' AND asked_until <= $3",
          set: "step = 'cancelled', asked_until = NULL",
        });
        await tellOfCase(tx, row, 'case.lapsed', now);
      });
    }
  };
  return {
    async one(id) {
      const [row] = await database.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE id = $1`, [id]);
      if (row) await carry(row);
    },
    job: { name: 'carry-out-cases', everyMs: 60_000, run },
  };
}
