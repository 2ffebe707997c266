import { type CaseMove, caseMoves, type OwnCase } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { Session } from '../calls/session.ts';
import type { Documents } from '../documents/documents.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { remembered } from '../platform/remembered.ts';
import { caseKinds, kindNames } from './kinds.ts';
import { addEvidence, answer, type CaseRow, caseColumns, openCase, subjectDigest } from './machine.ts';
import { medians } from './read.ts';

type Names =
  | 'GET system/case/reason-codes'
  | 'GET system/case/list'
  | 'GET system/case/get'
  | 'POST system/case/answer'
  | 'POST system/feedback/create';

/** Feedback of one customer that is not over. */
const openFeedbackAtMost = 10;

type Own = CaseRow & { asked_until: Date | null; question: string | null };
const columns = `${caseColumns}, asked_until,
  (SELECT text FROM case_event e WHERE e.case_id = case_file.id AND e.move = 'ask' ORDER BY revision DESC LIMIT 1) AS question`;

const viewOf = (row: Own): OwnCase => {
  const asked = row.step === 'asked';
  const over = row.status !== 0 && row.status !== 2;
  return {
    ...{ id: String(row.id), kind: row.kind, step: row.step, status: row.status as OwnCase['status'] },
    createdAt: row.created_at.getTime(),
    dueAt: asked || over ? null : (row.due_at?.getTime() ?? null),
    decidedAt: row.decided_at?.getTime() ?? null,
    topic: row.subject['topic'] ?? null,
    text: row.subject['text'] ?? row.subject['reason'] ?? '',
    question: asked ? row.question : null,
    answerUntil: asked ? (row.asked_until?.getTime() ?? null) : null,
    // A verdict that is not carried out yet may still change.
    reasonCode: over ? row.reason_code : null,
    remark: over ? row.remark : null,
  };
};

/** What customers see of their cases, and what they may add. */
export function customerCaseHandlers(parts: { database: Database; clock: Now; documents: Pick<Documents, 'use'> }): Handlers<Names> {
  const { database, clock, documents } = parts;

  const ownOf = async (db: Queryable, id: string, { customerId }: Session, lock = ''): Promise<Own> => {
    const [row] = await db.query<Own>(`SELECT ${columns} FROM case_file WHERE id = $1 AND customer_id = $2 ${lock}`, [id, customerId]);
    if (!row) throw new Refusal('notFound');
    return row;
  };
  const fullOf = async (id: string, session: Session) => {
    const row = await ownOf(database, id, session);
    const events = await database.query<{ at: Date; move: CaseMove; text: string }>(
      'SELECT at, move, text FROM case_event WHERE case_id = $1 AND move = ANY ($2::text[]) ORDER BY revision LIMIT 200',
      [id, caseMoves],
    );
    const said = (move: CaseMove, text: string) => (move === 'ask' || move === 'answer' ? text : '');
    return { ...viewOf(row), journey: events.map(({ at, move, text }) => ({ at: at.getTime(), move, text: said(move, text) })) };
  };
  const addPictures = async (tx: Queryable, id: bigint, { customerId }: Session, ids: readonly string[]) => {
    const used = await documents.use(tx, customerId, 'feedback', ids, `case:${id}`);
    const pictures = used.map((one) => ({
      ...{ kind: 'picture', required: false, sealed: { ref: `document:${one.id}`, digest: Buffer.from(one.sha256, 'hex') } },
    }));
    await addEvidence(tx, id, pictures, clock.now());
  };

  const recent = remembered(clock, 60_000, () => medians(database, clock.now()));
  return {
    'GET system/case/reason-codes': async () => {
      const medianOf = await recent();
      return kindNames.map((kind) => {
        const { persons, promiseMs, reasons } = caseKinds[kind];
        const ms = medianOf.get(kind);
        const medianS = ms === undefined ? null : Math.round(ms / 1000);
        return { kind, persons, promiseS: promiseMs / 1000, medianS, reasonCodes: [...reasons.pass, ...reasons.refuse] };
      });
    },

    'GET system/case/list': async ({ pageNo, pageSize, kind }, { session }) => {
      const rows = await database.query<Own & { total: bigint }>(
        `SELECT ${columns}, count(*) OVER () AS total FROM case_file WHERE customer_id = $1 AND ($2::text IS NULL OR kind = $2)
         ORDER BY id DESC LIMIT $3 OFFSET $4`,
        [session.customerId, kind ?? null, pageSize, (pageNo - 1) * pageSize],
      );
      return { list: rows.map(viewOf), total: Number(rows[0]?.total ?? 0), pageNo, pageSize };
    },

    'GET system/case/get': ({ id }, { session }) => fullOf(id, session),

    'POST system/case/answer': async ({ id, text, evidence }, { session }) => {
      await database.transaction(async (tx) => {
        const row = await ownOf(tx, id, session, 'FOR UPDATE');
        await answer(tx, { id: row.id, revision: row.revision, now: clock.now(), text });
        await addEvidence(tx, row.id, [{ kind: 'answer', text, required: true }], clock.now());
        await addPictures(tx, row.id, session, evidence);
      });
      return fullOf(id, session);
    },

    'POST system/feedback/create': async ({ topic, text, evidence }, { session }) => {
      const { customerId: customer, venue, account } = session;
      const subject = { topic, text };
      const opened = await database.transaction(async (tx) => {
        // One at a time, so that pressing twice sends once and the limit holds.
        await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`feedback:${customer}`]);
        const open = await tx.query<{ id: bigint; digest: Buffer }>(
          "SELECT id, digest FROM case_file WHERE customer_id = $1 AND kind = 'feedback' AND step NOT IN ('passed', 'refused', 'cancelled')",
          [customer],
        );
        const same = open.find(({ digest }) => digest.equals(subjectDigest('feedback', subject)));
        if (same) return same.id;
        if (open.length >= openFeedbackAtMost) throw new Refusal('casesTooMany', { max: openFeedbackAtMost });
        const row = await openCase(
          tx,
          { kind: 'feedback', venue, customer, account, subject, evidence: [{ kind: 'text', text, required: true }] },
          { kind: 'customer' },
          clock.now(),
        );
        if (!row) throw new Error('feedback is open as often as the customer likes');
        await addPictures(tx, row.id, session, evidence);
        return row.id;
      });
      return fullOf(String(opened), session);
    },
  };
}
