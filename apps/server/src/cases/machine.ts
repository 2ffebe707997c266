import { createHash } from 'node:crypto';
import type { CaseStep } from '@bourse/protocol/admin';
import { canonicalJson } from '@bourse/protocol/canonical';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import type { Queryable } from '../platform/database.ts';
import { type CaseKindName, caseKinds } from './kinds.ts';

/** How long an operator has a case that they took. */
export const leaseMs = 30 * 60_000;
/** How long the customer has to answer. Then the case is cancelled. */
export const answerMs = 14 * 24 * 3_600_000;
/** How long a proposed verdict waits for the second person. */
export const proposedMs = 24 * 3_600_000;

export interface CaseRow extends Record<string, unknown> {
  id: bigint;
  kind: CaseKindName;
  venue: Venue;
  customer_id: bigint | null;
  account: number | null;
  step: CaseStep;
  status: number;
  revision: number;
  owner: number | null;
  lease_until: Date | null;
  created_at: Date;
  due_at: Date | null;
  subject: Record<string, string>;
  digest: Buffer;
  verdict: boolean | null;
  reason_code: string | null;
  remark: string | null;
  proposed_by: number | null;
  proposed_at: Date | null;
  decided_at: Date | null;
  engine_ref: string | null;
  confirmed_by: number | null;
  /** The command id under which the venue hears of the decision, and the hashes of what both people signed. */
  decide_command: string | null;
  decide_proof: string;
  confirm_proof: string;
  /** How many people it takes, where the venue said so; null: as many as its kind. */
  persons: number | null;
  /** The venue's proposal that waits for the second person. */
  proposal: bigint | null;
}
/** How many different people decide this case. */
export const personsOf = ({ kind, persons }: Pick<CaseRow, 'kind' | 'persons'>): number => Math.max(caseKinds[kind].persons, persons ?? 0);
export const caseColumns =
  'id, kind, venue, customer_id, account, step, status, revision, owner, lease_until, created_at, due_at, subject, digest, verdict, reason_code, remark, proposed_by, proposed_at, decided_at, engine_ref, confirmed_by, decide_command, decide_proof, confirm_proof, persons, proposal';

/** Who makes a move. */
export type By = { kind: 'customer' | 'machine' } | { kind: 'operator'; operator: number };

export const caseOf = async (db: Queryable, id: string | bigint): Promise<CaseRow> => {
  const [row] = await db.query<CaseRow>(`SELECT ${caseColumns} FROM case_file WHERE id = $1`, [id]);
  if (!row) throw new Refusal('notFound');
  return row;
};

/** The digest of what is decided on: a verdict is about these bytes. */
export const subjectDigest = (kind: string, subject: Record<string, string>): Buffer =>
  createHash('sha256')
    .update(canonicalJson([kind, subject]))
    .digest();

export interface NewCase {
  kind: CaseKindName;
  venue: Venue;
  customer: bigint | string | null;
  account: number | null;
  subject: Record<string, string>;
  evidence: readonly NewEvidence[];
  /** Where more people decide than its kind says. */
  persons?: number;
}

/** `required`: whoever decides must have opened it. What is sealed elsewhere is named, and opened there for whoever looks. */
export type NewEvidence = { kind: string; required: boolean } & ({ text: string } | { sealed: { ref: string; digest: Buffer } });

/** Opens a case, which begins to wait at once. Undefined when the customer already has one of a kind that is open once. */
export async function openCase(tx: Queryable, one: NewCase, by: By, now: number): Promise<CaseRow | undefined> {
  const at = new Date(now);
  const [row] = await tx.query<CaseRow>(
    `INSERT INTO case_file (kind, venue, customer_id, account, step, created_at, due_at, subject, digest, persons)
     VALUES ($1, $2, $3, $4, 'waiting', $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING RETURNING ${caseColumns}`,
    [
      one.kind,
      one.venue,
      one.customer,
      one.account,
      at,
      new Date(now + caseKinds[one.kind].promiseMs),
      JSON.stringify(one.subject),
      subjectDigest(one.kind, one.subject),
      one.persons ?? null,
    ],
  );
  if (!row) return undefined;
  await addEvidence(tx, row.id, one.evidence, now);
  await writeEvent(tx, row, by, 'open', '', now);
  return row;
}

/** Adds what whoever decides looks at. */
export async function addEvidence(tx: Queryable, id: bigint, evidence: readonly NewEvidence[], now: number): Promise<void> {
  for (const each of evidence) {
    const text = 'text' in each ? each.text : null;
    const digest = 'text' in each ? createHash('sha256').update(each.text).digest() : each.sealed.digest;
    await tx.query(
      'INSERT INTO case_evidence (case_id, kind, text, sealed_ref, digest, required, added_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [id, each.kind, text, 'sealed' in each ? each.sealed.ref : null, digest, each.required, new Date(now)],
    );
  }
}

interface Move {
  name: string;
  id: string | bigint;
  revision: number;
  /** SQL conditions on the row, beside id and revision; `$3` is the time, `$4` the operator. */
  when: string;
  /** SQL assignments. */
  set: string;
  by: By;
  text?: string;
  now: number;
  /** From `$5` on. */
  values?: readonly unknown[];
}

/**
 * Every move is one UPDATE that names the revision it was decided on: of two at once, one happens. The other learns `caseChanged`, or `caseNotYours` or `caseStep` where
 * the case is as it was and the move is not allowed.
 */
export async function move(tx: Queryable, { name, id, revision, when, set, by, text = '', now, values = [] }: Move): Promise<CaseRow> {
  const operator = by.kind === 'operator' ? by.operator : null;
  const [row] = await tx.query<CaseRow>(
    `UPDATE case_file SET revision = revision + 1, ${set}
     WHERE id = $1 AND revision = $2 AND $3::timestamptz IS NOT NULL AND ($4::integer IS NULL OR $4 > 0) AND (${when}) RETURNING ${caseColumns}`,
    [id, revision, new Date(now), operator, ...values],
  );
  if (!row) {
    const found = await caseOf(tx, id);
    if (found.revision !== revision) throw new Refusal('caseChanged');
    const held = found.step === 'taken' && found.lease_until !== null && found.lease_until.getTime() > now;
    throw new Refusal(
      when.includes('owner = $4') && found.step === 'taken' && !(held && found.owner === operator) ? 'caseNotYours' : 'caseStep',
    );
  }
  await writeEvent(tx, row, by, name, text, now);
  return row;
}

const writeEvent = (tx: Queryable, row: CaseRow, by: By, name: string, text: string, now: number) =>
  tx.query('INSERT INTO case_event (case_id, revision, at, by_kind, operator_id, move, text) VALUES ($1, $2, $3, $4, $5, $6, $7)', [
    row.id,
    row.revision,
    new Date(now),
    by.kind,
    by.kind === 'operator' ? by.operator : null,
    name,
    text,
  ]);

const mine = "step = 'taken' AND owner = $4 AND lease_until > $3";
const free = "step = 'waiting' OR (step = 'taken' AND lease_until <= $3)";

export type Step = Pick<Move, 'id' | 'revision' | 'now'> & { operator: number };
const byOperator = (operator: number): By => ({ kind: 'operator', operator });

export const take = (tx: Queryable, { operator, ...at }: Step) =>
  move(tx, {
    ...at,
    name: 'take',
    when: free,
    set: "step = 'taken', owner = $4, lease_until = $5",
    by: byOperator(operator),
    values: [new Date(at.now + leaseMs)],
  });

export const release = (tx: Queryable, { operator, ...at }: Step) =>
  move(tx, { ...at, name: 'release', when: mine, set: "step = 'waiting', owner = NULL, lease_until = NULL", by: byOperator(operator) });

export const writeNote = (tx: Queryable, { operator, text, ...at }: Step & { text: string }) =>
  move(tx, {
    ...at,
    name: 'note',
    when: "step NOT IN ('passed', 'refused', 'cancelled')",
    set: 'owner = owner',
    by: byOperator(operator),
    text,
  });

/** The clock stands: what is left of the promise is kept. */
export const ask = (tx: Queryable, { operator, text, ...at }: Step & { text: string }) =>
  move(tx, {
    ...at,
    name: 'ask',
    when: mine,
    set: "step = 'asked', lease_until = NULL, left_ms = greatest(0, extract(epoch FROM due_at - $3) * 1000)::bigint, due_at = NULL, asked_until = $5",
    by: byOperator(operator),
    text,
    values: [new Date(at.now + answerMs)],
  });

/** Assignments with which a case that was asked waits again, with what was left of its promise. */
export const waitsOn =
  "step = 'waiting', owner = NULL, asked_until = NULL, due_at = $3::timestamptz + left_ms * interval '1 millisecond', left_ms = NULL";

/** The customer's answer: the case waits again. */
export const answer = (tx: Queryable, at: Pick<Move, 'id' | 'revision' | 'now'> & { text: string }) =>
  move(tx, {
    ...at,
    name: 'answer',
    when: "step = 'asked' AND asked_until > $3",
    set: waitsOn,
    by: { kind: 'customer' },
  });

/** By the customer, until two have decided. */
export const cancel = (tx: Queryable, at: Pick<Move, 'id' | 'revision' | 'now'>) =>
  move(tx, {
    ...at,
    name: 'cancel',
    when: "step IN ('waiting', 'taken', 'asked', 'proposed') AND confirmed_by IS NULL",
    set: "step = 'cancelled', owner = NULL, lease_until = NULL, asked_until = NULL",
    by: { kind: 'customer' },
  });

export interface Verdict {
  pass: boolean;
  reasonCode: string;
  remark: string;
}

/** What the person who decides has signed; '' where they signed nothing. */
interface Proven {
  proof?: string;
}

/** The verdict of whoever has taken the case. It is not carried out yet. `commandId`: under which the venue will hear of it. */
export const propose = (
  tx: Queryable,
  { operator, pass, reasonCode, remark, proof = '', commandId, ...at }: Step & Verdict & Proven & { commandId?: string },
) =>
  move(tx, {
    ...at,
    name: pass ? 'proposePass' : 'proposeRefuse',
    when: mine,
    set: "step = 'proposed', lease_until = NULL, verdict = $5, reason_code = $6, remark = $7, proposed_by = $4, proposed_at = $3, decide_command = $8, decide_proof = $9",
    by: byOperator(operator),
    text: reasonCode,
    values: [pass, reasonCode, remark === '' ? null : remark, commandId ?? null, proof],
  });

/** The second person says the same. */
export const confirm = (tx: Queryable, { operator, pass, proof = '', ...at }: Step & Proven & { pass: boolean }) =>
  move(tx, {
    ...at,
    name: 'confirm',
    when: "step = 'proposed' AND proposed_by <> $4 AND verdict = $5 AND confirmed_by IS NULL",
    set: 'confirmed_by = $4, confirm_proof = $6',
    by: byOperator(operator),
    values: [pass, proof],
  });

/** Assignments with which a verdict is void and the case waits again. */
export const reopened =
  "step = 'waiting', owner = NULL, verdict = NULL, reason_code = NULL, remark = NULL, proposed_by = NULL, proposed_at = NULL, confirmed_by = NULL, decide_command = NULL, decide_proof = '', confirm_proof = '', proposal = NULL";

/** The second person says otherwise: the verdict is void, and the case waits again. */
export const retract = (tx: Queryable, { operator, text, ...at }: Step & { text: string }) =>
  move(tx, {
    ...at,
    name: 'retract',
    when: "step = 'proposed' AND confirmed_by IS NULL",
    set: reopened,
    by: byOperator(operator),
    text,
  });

/** It was carried out: the last state. `engineRef` names the command of the journal that did it, where one did. */
export const finish = (tx: Queryable, row: CaseRow, engineRef: string | null, now: number) =>
  move(tx, {
    ...{ id: row.id, revision: row.revision, now },
    name: row.verdict ? 'passed' : 'refused',
    when: "step = 'proposed'",
    set: "step = CASE WHEN verdict THEN 'passed' ELSE 'refused' END, decided_at = $3, told_at = $3, engine_ref = $5",
    by: { kind: 'machine' },
    values: [engineRef],
  });
