import { z } from 'zod';
import { caseSteps } from '../calls/cases.ts';
import { call } from '../calls/define.ts';
import { id, nothing, pageOf, time } from '../calls/shapes.ts';
import { assertion } from './auth.ts';
import { difference } from './changes.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

export { type CaseStep, caseSteps } from '../calls/cases.ts';

const caseRow = z.strictObject({
  id,
  kind: z.string(),
  venue,
  customer: id.nullable(),
  step: z.enum(caseSteps),
  /** As customers' pages show it: 2, 0, 1, -1, -2. */
  status: z.number().int(),
  revision: z.number().int(),
  owner: z.strictObject({ operator: id, name: z.string(), until: time }).nullable(),
  waitsFor: z.enum(['operator', 'customer', 'secondOperator', 'engine', 'nobody']),
  createdAt: time,
  /** When it is late; null while the clock stands or it is over. */
  dueAt: time.nullable(),
  ageS: z.number().int(),
  mine: z.boolean(),
});
export type CaseRow = z.output<typeof caseRow>;
const evidence = z.strictObject({
  id,
  kind: z.string(),
  text: z.string().nullable(),
  digest: z.string(),
  openedByMe: z.boolean(),
  required: z.boolean(),
  addedAt: time,
});
const caseEvent = z.strictObject({
  at: time,
  by: z.enum(['customer', 'operator', 'machine']),
  name: z.string(),
  move: z.string(),
  text: z.string(),
});

const caseFull = z.strictObject({
  case: caseRow,
  power: z.string(),
  persons: z.number().int(),
  promiseS: z.number().int(),
  reasonCodes: z.array(z.string()),
  /** So many of them, the first, are of a yes. */
  passCodes: z.number().int(),
  panels: z.array(z.string()),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  evidence: z.array(evidence),
  events: z.array(caseEvent),
  verdict: z.strictObject({ pass: z.boolean(), reasonCode: z.string(), by: id, byName: z.string() }).nullable(),
  /** What a yes and a no will do. */
  effects: z.strictObject({ pass: z.string(), refuse: z.string() }),
  mayDecide: z.boolean(),
});
export type CaseFull = z.output<typeof caseFull>;

const at = { id, revision: z.number().int().min(1) };
const signing = ['operatorKeyUnknown', 'operatorKeyWrong', 'digestDiffers'] as const;
/** What the case is about is not there, or not on its chain. */
const subjects = ['depositUnknown', 'transactionUnknown'] as const;
/** The venue did not carry out what was decided: the case is open again. Or it does not hear of it yet: it is told again. */
const venueRefusals = [
  ...(['samePerson', 'proposalOver', 'overloaded', 'referenceBooked', 'accountUnknown', 'amountInvalid', 'insufficientBalance'] as const),
  ...(['depositBooked', 'depositTooSmall', 'railOff', 'payoutUnknown', 'payoutState', 'payoutDiffers'] as const),
] as const;
const moves = ['notFound', 'permissionMissing', 'caseChanged', 'caseStep'] as const;

export const caseCalls = {
  'GET case/kinds': call({
    ...read('everyOperator'),
    summary: 'Kinds of cases: who decides them, how many people, how soon, with which reasons',
    input: nothing,
    output: z.array(
      z.strictObject({
        kind: z.string(),
        power: z.string(),
        persons: z.number().int(),
        promiseS: z.number().int(),
        reasonCodes: z.array(z.string()),
        panels: z.array(z.string()),
        opens: z.enum(['customer', 'operator', 'machine']),
        medianS: z.number().int().nullable(),
      }),
    ),
  }),
  'GET case/list': call({
    ...read('everyOperator'),
    summary: 'Cases of the kinds that the operator may decide: the one that is due first comes first',
    input: z.strictObject({
      ...adminPaging,
      kind: z.string().max(40).optional(),
      step: z.enum(caseSteps).optional(),
      mine: z.enum(['true', 'false']).optional(),
    }),
    output: pageOf(caseRow),
  }),
  'GET case/get': call({
    ...read('everyOperator'),
    summary: 'One case with its facts, evidence and history',
    input: z.strictObject({ id }),
    output: caseFull,
    errors: ['notFound', 'permissionMissing'],
  }),
  'POST case/take': call({
    ...act('everyOperator'),
    summary: 'Take a case that nobody has, for half an hour',
    input: z.strictObject(at),
    output: caseFull,
    errors: moves,
  }),
  'POST case/release': call({
    ...act('everyOperator'),
    summary: 'Give a case back to the queue',
    input: z.strictObject(at),
    output: caseFull,
    errors: [...moves, 'caseNotYours'],
  }),
  'POST case/note': call({
    ...act('everyOperator'),
    summary: 'Write a note that operators see',
    input: z.strictObject({ ...at, text: note }),
    output: caseFull,
    errors: moves,
  }),
  'POST case/ask': call({
    ...act('everyOperator'),
    summary: 'Ask the customer. The clock stands until the answer, for at most 14 days',
    input: z.strictObject({ ...at, text: note }),
    output: caseFull,
    errors: [...moves, 'caseNotYours'],
  }),
  'POST case/evidence': call({
    ...act('everyOperator'),
    summary: 'Open a piece of evidence. It stands in the history who looked',
    input: z.strictObject({ id, evidence: id }),
    output: caseFull,
    errors: ['notFound', 'permissionMissing'],
  }),
  'POST case/open': call({
    ...act('everyOperator'),
    summary: 'Open a case of a kind that operators open',
    input: z.strictObject({ kind: z.string().max(40), customer: id, text: note }),
    output: caseFull,
    errors: ['notFound', 'permissionMissing', 'caseKind', 'caseOpen'],
  }),
  'POST case/match': call({
    ...act('everyOperator'),
    summary: 'Say whose money it is that nobody announced: the number of the order that a line pays, or of the customer to whom coins came',
    input: z.strictObject({ ...at, to: id }),
    output: caseFull,
    errors: [...moves, 'caseNotYours', 'caseKind', 'depositUnknown', 'depositOrderOver'],
  }),
  'GET case/prepare': call({
    ...read('everyOperator'),
    summary: 'What the operator signs with this decision: the venue’s proposal. The same command id is sent with the decision',
    input: z.strictObject({ id, pass: z.enum(['true', 'false']), reasonCode: z.string().max(60), commandId: z.uuid() }),
    output: z.strictObject({
      digest: z.string().nullable().describe('null: there is nothing to sign'),
      rpId: z.string(),
      /** How many different people decide it now. */
      persons: z.number().int(),
      /** The command that is signed, value by value; null where the venue hears nothing that people sign. */
      body: z.strictObject({ kind: z.string(), fields: z.array(difference) }).nullable(),
    }),
    errors: ['notFound', 'permissionMissing', 'caseReason', 'caseUnmatched', 'depositOrderOver', ...subjects],
  }),
  'POST case/decide': call({
    ...act('everyOperator'),
    summary: 'Decide a case that the operator has taken; where two people decide, the second one confirms with the same verdict',
    input: z.strictObject({
      ...at,
      pass: z.boolean(),
      reasonCode: z.string().max(60),
      remark: z.string().trim().max(2_000).default(''),
      assertion: assertion.optional(),
    }),
    output: caseFull,
    errors: [
      ...signing,
      ...(['operatorUnknown', 'powerMissing', ...moves, 'caseNotYours', 'caseReason', 'caseEvidence'] as const),
      ...(['decidedByYou', 'caseAnswerMissing', 'caseTooEarly', 'signatureNeeded', 'caseUnmatched', 'depositOrderOver'] as const),
      ...venueRefusals,
      ...subjects,
    ],
  }),
};
