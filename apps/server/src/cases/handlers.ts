import { holds } from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { OperatorContext } from '../calls/handlers.ts';
import type { Catalogue } from '../market/port.ts';
import type { MakeAct } from '../operators/acts.ts';
import { changesOf, innerOf } from '../operators/calls/change-bodies.ts';
import type { AdminHandlers } from '../operators/handlers.ts';
import type { Place } from '../operators/sign-in/keys.ts';
import { createSigned } from '../operators/signed.ts';
import type { Now } from '../people/ports.ts';
import type { Database, Queryable } from '../platform/database.ts';
import { utcText } from '../platform/utc-text.ts';
import type { Venues } from '../sequencer/port.ts';
import type { CarryOut } from './carry-out.ts';
import { type BodyOf, digestToSign, type Said, takeBack } from './gated.ts';
import { type CaseKind, type CaseKindName, caseKinds, kindNames, kindOf } from './kinds.ts';
import {
  ask,
  type CaseRow,
  caseOf,
  confirm,
  openCase,
  personsOf,
  propose,
  proposedMs,
  release,
  retract,
  type Step,
  take,
  writeNote,
} from './machine.ts';
import { fullCase, listCases, medians, type Reveal } from './read.ts';
import { tellOfCase } from './told.ts';

type Names =
  | 'GET case/kinds'
  | 'GET case/list'
  | 'GET case/get'
  | 'POST case/take'
  | 'POST case/release'
  | 'POST case/note'
  | 'POST case/ask'
  | 'POST case/evidence'
  | 'POST case/open'
  | 'GET case/prepare'
  | 'POST case/match'
  | 'POST case/decide';

/** Says whose the money of a case is. */
export type Match = (tx: Queryable, one: CaseRow, to: string, step: Step) => Promise<CaseRow>;

export function caseHandlers(parts: {
  database: Database;
  clock: Now;
  act: MakeAct;
  carryOut: CarryOut;
  reveal: Reveal;
  place: Place;
  venues: Venues;
  catalogue: Catalogue;
  /** What the venue hears of a verdict, by kind. Of kinds that are not here it hears nothing that people decide together, and nothing is signed. */
  bodies: Partial<Record<CaseKindName, BodyOf>>;
  match: Match;
}): AdminHandlers<Names> {
  const { database, clock, act, carryOut, reveal, place, venues, catalogue, bodies, match } = parts;
  const signed = createSigned({ clock, place });
  const mustBeReason = ({ kind }: CaseRow, { pass, reasonCode }: Said): void => {
    const { reasons } = caseKinds[kind];
    if (!(pass ? reasons.pass : reasons.refuse).some((one) => one === reasonCode)) throw new Refusal('caseReason');
  };
  /** What this operator signs with this verdict. The second person signs the proposal of the first; whoever says otherwise than the first posts nothing. */
  const toSign = async (row: CaseRow, verdict: Said, operator: number, commandId: string) => {
    const first = row.step === 'proposed' ? row : undefined;
    if (first && first.verdict !== verdict.pass) return undefined;
    const said = first ? { pass: verdict.pass, reasonCode: first.reason_code ?? '' } : verdict;
    const body = await bodies[row.kind]?.(row, said);
    if (!body) return undefined;
    return { body, digest: digestToSign(row, body, first?.proposed_by ?? operator, first?.decide_command ?? commandId) };
  };
  const readerOf = ({ operator }: OperatorContext) => ({
    reveal,
    operator: Number(operator.operatorId),
    permissions: operator.permissions,
    now: clock.now(),
  });
  /** The case, if its kind is one that the operator may decide. */
  const mayHave = async (db: Queryable, id: string, { operator }: OperatorContext): Promise<CaseRow> => {
    const row = await caseOf(db, id);
    const { power } = caseKinds[row.kind];
    if (!holds(operator.permissions, power)) throw new Refusal('permissionMissing', { permission: power });
    return row;
  };
  const stepOf = (id: string, revision: number, context: OperatorContext) => ({
    id,
    revision,
    now: clock.now(),
    operator: Number(context.operator.operatorId),
  });
  const told = async (tx: Queryable, before: CaseRow, after: CaseRow, context: OperatorContext, reason: string) => ({
    subject: `case ${after.id}`,
    reason,
    changes: before.step === after.step ? [] : [{ field: 'step', before: before.step, after: after.step }],
    answer: await fullCase(tx, after.id, readerOf(context)),
  });

  return {
    'GET case/kinds': async () => {
      const medianOf = await medians(database, clock.now());
      return kindNames.map((kind) => {
        const { power, persons, promiseMs, reasons, panels, opens } = caseKinds[kind];
        const ms = medianOf.get(kind);
        const facts = { kind, power, persons, promiseS: promiseMs / 1000, opens, medianS: ms === undefined ? null : Math.round(ms / 1000) };
        return { ...facts, reasonCodes: [...reasons.pass, ...reasons.refuse], panels: [...panels] };
      });
    },
    'GET case/list': ({ mine, ...query }, context) => listCases(database, { ...query, mine: mine === 'true' }, readerOf(context)),
    'GET case/get': async ({ id }, context) => {
      await mayHave(database, id, context);
      return fullCase(database, id, readerOf(context));
    },
    'POST case/take': act('POST case/take', async (tx, { id, revision }, context) => {
      const before = await mayHave(tx, id, context);
      return told(tx, before, await take(tx, stepOf(id, revision, context)), context, '');
    }),
    'POST case/release': act('POST case/release', async (tx, { id, revision }, context) => {
      const before = await mayHave(tx, id, context);
      return told(tx, before, await release(tx, stepOf(id, revision, context)), context, '');
    }),
    'POST case/note': act('POST case/note', async (tx, { id, revision, text }, context) => {
      const before = await mayHave(tx, id, context);
      return told(tx, before, await writeNote(tx, { ...stepOf(id, revision, context), text }), context, text);
    }),
    'POST case/ask': act('POST case/ask', async (tx, { id, revision, text }, context) => {
      const before = await mayHave(tx, id, context);
      const after = await ask(tx, { ...stepOf(id, revision, context), text });
      await tellOfCase(tx, after, 'case.asked', clock.now());
      return told(tx, before, after, context, text);
    }),
    'POST case/evidence': act('POST case/evidence', async (tx, { id, evidence }, context) => {
      const before = await mayHave(tx, id, context);
      const opened = await tx.query(
        `INSERT INTO case_opened (evidence_id, operator_id, at) SELECT id, $3, $4 FROM case_evidence WHERE id = $1 AND case_id = $2
         ON CONFLICT (evidence_id, operator_id) DO UPDATE SET at = case_opened.at RETURNING evidence_id`,
        [evidence, id, Number(context.operator.operatorId), new Date(clock.now())],
      );
      if (opened.length === 0) throw new Refusal('notFound');
      const answer = await fullCase(tx, before.id, readerOf(context));
      return { subject: `case ${id}`, reason: `evidence ${evidence}`, changes: [], answer };
    }),
    'POST case/open': act('POST case/open', async (tx, { kind, customer, text }, context) => {
      const declared = kindOf(kind);
      if (declared?.opens !== 'operator') throw new Refusal('caseKind');
      // Whoever sees customers may ask for it; two people with the power decide.
      if (!holds(context.operator.permissions, 'see')) throw new Refusal('permissionMissing', { permission: 'see' });
      const [found] = await tx.query<{ id: bigint; venue: 'real' | 'demo'; account: number | null }>(
        'SELECT id, venue, account FROM customer WHERE id = $1',
        [customer],
      );
      if (!found) throw new Refusal('notFound');
      const opened = await openCase(
        tx,
        {
          ...{ kind: kind as (typeof kindNames)[number], venue: found.venue, customer: found.id, account: found.account },
          subject: { reason: text },
          evidence: [{ kind: 'reason', text, required: true }],
        },
        { kind: 'operator', operator: Number(context.operator.operatorId) },
        clock.now(),
      );
      if (!opened) throw new Refusal('caseOpen');
      return {
        subject: `customer ${customer}`,
        reason: text,
        changes: [{ field: 'case', before: null, after: `${kind} ${opened.id}` }],
        answer: await fullCase(tx, opened.id, readerOf(context)),
      };
    }),
    'POST case/match': act('POST case/match', async (tx, { id, revision, to }, context) => {
      const before = await mayHave(tx, id, context);
      const done = await told(tx, before, await match(tx, before, to, stepOf(id, revision, context)), context, '');
      return { ...done, changes: [{ field: 'match', before: before.customer_id === null ? null : String(before.customer_id), after: to }] };
    }),
    'GET case/prepare': async ({ id, pass, reasonCode, commandId }, context) => {
      const row = await mayHave(database, id, context);
      const said = { pass: pass === 'true', reasonCode };
      mustBeReason(row, said);
      const signs = await toSign(row, said, Number(context.operator.operatorId), commandId);
      if (!signs) return { digest: null, rpId: place.rpId, persons: personsOf(row), body: null };
      const { body, digest } = signs;
      const { value } = await venues[row.venue].read((engine) => ({
        fields: changesOf(engine, catalogue, body),
        needed: engine.approvalOf(body).persons,
      }));
      return {
        ...{ digest, rpId: place.rpId, persons: Math.max(personsOf(row), value.needed) },
        body: { kind: innerOf(body).kind, fields: value.fields },
      };
    },
    'POST case/decide': act('POST case/decide', async (tx, { id, revision, pass, reasonCode, remark, assertion }, context) => {
      const before = await mayHave(tx, id, context);
      mustBeReason(before, { pass, reasonCode });
      const at = stepOf(id, revision, context);
      const { persons, notBeforeMs = 0 }: CaseKind = caseKinds[before.kind];
      const from = before.created_at.getTime() + notBeforeMs;
      if (pass && notBeforeMs > 0 && at.now < from) throw new Refusal('caseTooEarly', { until: utcText(from) });
      if (pass && persons === 0 && remark === '') throw new Refusal('caseAnswerMissing');
      const [unread] = await tx.query(
        `SELECT 1 FROM case_evidence e WHERE e.case_id = $1 AND e.required
         AND NOT EXISTS (SELECT 1 FROM case_opened x WHERE x.evidence_id = e.id AND x.operator_id = $2)`,
        [id, at.operator],
      );
      if (unread) throw new Refusal('caseEvidence');
      const second = before.step === 'proposed';
      if (second && before.proposed_by === at.operator) throw new Refusal('decidedByYou');
      // A verdict is worth a day, whether or not the job that ends it has run.
      if (second && at.now - (before.proposed_at?.getTime() ?? 0) > proposedMs) throw new Refusal('proposalOver');
      const { commandId } = context;
      const signs = before.revision === revision ? await toSign(before, { pass, reasonCode }, at.operator, commandId) : undefined;
      if (signs && !assertion) throw new Refusal('signatureNeeded');
      // They signed what would have been posted, and nothing would be any more.
      if (!signs && assertion && before.revision === revision) throw new Refusal('digestDiffers');
      const proof = signs && assertion ? await signed(tx, context.operator, signs.digest, assertion) : '';
      const after = !second
        ? await propose(tx, { ...at, pass, reasonCode, remark, proof, commandId })
        : before.verdict === pass
          ? await confirm(tx, { ...at, pass, proof })
          : await retract(tx, { ...at, text: reasonCode });
      const done = await told(tx, before, after, context, [reasonCode, remark].filter(Boolean).join(': '));
      return {
        ...done,
        after: async () => {
          if (after.step === 'waiting') await takeBack(venues, before, at.operator);
          await carryOut.one(after.id);
          return fullCase(database, after.id, readerOf(context));
        },
      };
    }),
  };
}
