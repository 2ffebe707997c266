import { Refusal } from '@bourse/protocol/errors';
import type { Job } from '../jobs/jobs.ts';
import type { Now } from '../people/ports.ts';
import type { Database } from '../platform/database.ts';
import { inTurns } from '../platform/in-turns.ts';
import type { Venues } from '../sequencer/port.ts';
import { BodyRefused, stillWaits, type Waits } from './gated.ts';
import { type CaseKindName, caseKinds } from './kinds.ts';
import { type CaseRow, caseColumns, caseOf, finish, move, personsOf, proposedMs, reopened, waitsOn } from './machine.ts';
import type { SignedCheck } from './signed.ts';
import { tellLate, tellOfCase } from './told.ts';

/**
 * What a decided case does. It may be done twice. Resolves to the engine's reference, where the engine decided, or to the proposal that waits for another person;
 * rejects when it could not be done.
 */
export type Effect = (row: CaseRow) => Promise<string | null | Waits>;
export type Effects = Record<CaseKindName, Effect>;

export interface CarryOut {
  /** Carries a decided case out. A case that still waits for its second person stays as it is. */
  one(id: bigint): Promise<void>;
  /** Those that an earlier stop interrupted; verdicts and questions whose time is over. */
  job: Job;
}

const enough = (row: CaseRow) => personsOf(row) < 2 || row.confirmed_by !== null;

/** The last state of a case follows from what was done, never from a verdict alone. */
export function createCarryOut({
  database,
  clock,
  venues,
  effects,
  signed,
  unanswered = {},
  decidedAnyway = () => false,
}: {
  database: Database;
  clock: Now;
  venues: Venues;
  effects: Effects;
  /** Why the people who are said to have decided did not sign what the venue would hear; undefined: they did, or it hears nothing. */
  signed: SignedCheck;
  /** What ends with a case that its customer did not answer. It may be done twice. */
  unanswered?: Partial<Record<CaseKindName, Effect>>;
  /** Whether people decide a case also when its customer says nothing: silence ends nothing that is held against somebody. */
  decidedAnyway?: (row: CaseRow) => boolean;
}): CarryOut {
  /** Somebody else moved it at the same time. */
  const unlessMoved = (error: unknown) => {
    if (!(error instanceof Refusal && (error.refusal === 'caseChanged' || error.refusal === 'caseStep'))) throw error;
  };
  /** The verdict is void: the case waits for somebody again. */
  const reopen = ({ id, revision }: CaseRow, name: 'lapse' | 'venueRefused', text = '') =>
    database
      .transaction((tx) =>
        move(tx, {
          ...{ id, revision, name, text, now: clock.now(), by: { kind: 'machine' } },
          ...{ when: "step = 'proposed'", set: reopened },
        }),
      )
      .catch(unlessMoved);

  const carry = async (row: CaseRow): Promise<void> => {
    let done: Awaited<ReturnType<Effect>>;
    // A row that says who decided is no decision: whoever writes tables could have written it.
    const why = await signed(row);
    if (why !== undefined) {
      await reopen(row, 'venueRefused', 'signatureNeeded');
      throw new BodyRefused('signatureNeeded', { case: String(row.id), why });
    }
    try {
      done = await effects[row.kind](row);
    } catch (error) {
      if (error instanceof BodyRefused) await reopen(row, 'venueRefused', error.refusal);
      throw error;
    }
    if (done !== null && typeof done === 'object') {
      const { proposal } = done;
      if (row.proposal === null)
        await database
          .transaction((tx) =>
            move(tx, {
              ...{ id: row.id, revision: row.revision, name: 'moreNeeded', now: clock.now(), by: { kind: 'machine' } },
              ...{ when: "step = 'proposed' AND confirmed_by IS NULL", set: 'persons = 2, proposal = $5', values: [proposal] },
            }),
          )
          .catch(unlessMoved);
      return;
    }
    const ref = done;
    // Doing it twice did no harm.
    await database.transaction((tx) => finish(tx, row, ref, clock.now())).catch(unlessMoved);
  };
  /** A verdict that waits for its second person: others may have decided in the list of changes, or its day may be over. */
  const follow = async (row: CaseRow): Promise<void> => {
    const over = row.proposal !== null && !(await stillWaits(venues, row));
    if (over) await carry(row);
    const now = await caseOf(database, row.id);
    if (now.step !== 'proposed' || now.confirmed_by !== null) return;
    if (over || clock.now() - (now.proposed_at?.getTime() ?? 0) > proposedMs) await reopen(now, 'lapse');
  };

  const proposed = inTurns(
    200,
    (after, size) =>
      database.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE step = 'proposed' AND id > $1 ORDER BY id LIMIT $2`, [
        after,
        size,
      ]),
    ({ id }) => id,
  );
  const silent = inTurns(
    200,
    (after, size) =>
      database.query<CaseRow>(
        `SELECT ${caseColumns} FROM case_file WHERE step = 'asked' AND asked_until <= $1 AND id > $2 ORDER BY id LIMIT $3`,
        [new Date(clock.now()), after, size],
      ),
    ({ id }) => id,
  );
  /** The customer did not answer in time. */
  const lapse = async (row: CaseRow): Promise<void> => {
    const now = clock.now();
    // Money that waits for a verdict would wait for ever.
    const anyway = caseKinds[row.kind].power === 'money' || decidedAnyway(row);
    if (!anyway) await unanswered[row.kind]?.(row);
    await database
      .transaction(async (tx) => {
        await move(tx, {
          ...{ id: row.id, revision: row.revision, now, name: anyway ? 'release' : 'unanswered', by: { kind: 'machine' } },
          when: "step = 'asked' AND asked_until <= $3",
          set: anyway ? waitsOn : "step = 'cancelled', asked_until = NULL",
        });
        if (!anyway) await tellOfCase(tx, row, 'case.lapsed', now);
      })
      .catch(unlessMoved);
  };
  const run = async () => {
    // One that cannot be carried out holds up no other.
    const failed: unknown[] = [];
    const alone = (work: Promise<void>) => work.catch((error: unknown) => void failed.push(error));
    for (const row of await proposed()) await alone(enough(row) ? carry(row) : follow(row));
    for (const row of await silent()) await alone(lapse(row));
    await tellLate(database, clock.now());
    if (failed.length > 0) throw failed[0];
  };
  return {
    async one(id) {
      const [row] = await database.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE id = $1`, [id]);
      if (row?.step === 'proposed' && enough(row)) await carry(row);
    },
    job: { name: 'carry-out-cases', everyMs: 60_000, run },
  };
}
