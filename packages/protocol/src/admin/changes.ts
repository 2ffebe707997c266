import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, pageOf, queryInt, time } from '../calls/shapes.ts';
import { assertion } from './auth.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

/** One value of a form: numbers and amounts are decimal strings, choices are named by their value. */
const leaf = z.union([z.string().max(300), z.boolean()]);
const fieldName = z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/);
const formValue = z.union([leaf, z.array(z.union([leaf, z.record(fieldName, leaf)])).max(4096)]);
export const formValues = z.record(fieldName, formValue);
const values = formValues;
export type FormLeaf = z.output<typeof leaf>;
export type FormValue = z.output<typeof formValue>;
export type FormValues = z.output<typeof values>;

/** What an operator raises: a command of the engine by its name, with its values. The engine's declaration of the command says which they are. */
export const changeBody = z.strictObject({ kind: fieldName, values });
export type ChangeBody = z.output<typeof changeBody>;

const leafField = z.strictObject({
  name: z.string(),
  type: z.enum(['amount', 'number', 'id', 'flag', 'choice', 'text', 'digest']),
  /** Of an amount: the field that names its asset, or the asset. */
  amountOf: z.string(),
  /** Of a choice. */
  choices: z.array(z.string()),
});
const formField = leafField.extend({
  /** A list of values, or with `parts` of rows. */
  list: z.boolean(),
  parts: z.array(leafField),
  /** The server fills it in when it is left out. */
  optional: z.boolean(),
});
export type LeafField = z.output<typeof leafField>;
export type FormField = z.output<typeof formField>;

export const difference = z.strictObject({
  field: z.string(),
  /** Which one of a list: its place from 1, or its own number; '': no list. */
  at: z.string(),
  /** Of a row; '' otherwise. */
  part: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The asset of an amount; '' otherwise. */
  asset: z.string(),
  /** Of a choice: its sentence has the value. */
  choice: z.boolean(),
});
export type Difference = z.output<typeof difference>;
export const changeStates = ['waits', 'applied', 'refused', 'retracted', 'expired'] as const;

const change = z.strictObject({
  venue,
  proposal: id,
  /** Of the engine's command. */
  kind: z.string(),
  power: z.string(),
  state: z.enum(changeStates),
  error: z.string(),
  reason: z.string(),
  proposer: id,
  proposerName: z.string(),
  proposedAt: time,
  expiresAt: time,
  needed: z.number().int(),
  /** What each person signs: base64url of SHA-256. */
  digest: z.string(),
  approvals: z.array(z.strictObject({ operator: id, name: z.string(), at: time, signed: z.boolean() })),
  mayApprove: z.boolean(),
  mayRetract: z.boolean(),
});
export type ChangeRow = z.output<typeof change>;
/** How long it waits for its notice once it is decided, as things are now; 0: it acts at once. */
const noticeMs = z.number().int().nonnegative();
const outcome = z.strictObject({ proposal: id, state: z.enum(changeStates), refused: z.string() });
const signing = ['operatorKeyUnknown', 'operatorKeyWrong', 'digestDiffers'] as const;
const engineRefusals = [
  'operatorUnknown',
  'powerMissing',
  'samePerson',
  'proposalOver',
  'digestDiffers',
  'overloaded',
  'referenceBooked',
] as const;

export const changeCalls = {
  'GET change/kinds': call({
    ...read('everyOperator'),
    summary:
      'What can be raised: every command of the engine that people decide together, with the fields of its form and the power that it needs',
    input: nothing,
    output: z.array(
      z.strictObject({
        kind: z.string(),
        power: z.string(),
        /** It is announced to customers, and for the worse it waits for its notice. */
        announced: z.boolean(),
        fields: z.array(formField),
      }),
    ),
  }),
  'POST change/form': call({
    ...read('everyOperator'),
    summary:
      'The values that a form begins with: those in force of what its first field names, or the next free number. It changes nothing',
    input: z.strictObject({ venue, kind: fieldName, subject: z.string().max(20).optional() }),
    output: z.strictObject({ values }),
  }),
  'GET change/list': call({
    ...read('everyOperator'),
    summary: 'Changes that wait for another person, and those that are over, newest first',
    input: z.strictObject({ venue, ...adminPaging }),
    output: pageOf(change),
  }),
  'GET change/get': call({
    ...read('everyOperator'),
    summary: 'One change: what is in force and what would be',
    input: z.strictObject({ venue, proposal: queryInt(1, Number.MAX_SAFE_INTEGER) }),
    output: z.strictObject({
      change,
      fields: z.array(difference),
      noticeMs,
    }),
    errors: ['notFound'],
  }),
  'POST change/prepare': call({
    ...read('everyOperator'),
    summary:
      'What a change would do, who decides it, and the digest that the proposer signs for this command id and exactly this change. It changes nothing',
    input: z.strictObject({ venue, commandId: z.uuid(), body: changeBody, reason: note }),
    output: z.strictObject({
      digest: z.string(),
      rpId: z.string(),
      power: z.string(),
      /** How many different people decide it now, the proposer among them. */
      persons: z.number().int(),
      fields: z.array(difference),
      noticeMs,
    }),
  }),
  'POST change/propose': call({
    ...act('everyOperator'),
    summary: 'Raise a change, signed by the proposer, who is the first of the people who decide it',
    input: z.strictObject({ venue, body: changeBody, reason: note, assertion }),
    output: outcome,
    errors: [...signing, ...engineRefusals],
  }),
  'POST change/approve': call({
    ...act('everyOperator'),
    summary: 'Approve exactly this change with a signature over its digest. The last approval carries it out',
    input: z.strictObject({ venue, proposal: id, digest: z.string().max(60), assertion }),
    output: outcome,
    errors: ['notFound', ...signing, ...engineRefusals],
  }),
  'POST change/retract': call({
    ...act('everyOperator'),
    summary: 'Take a change back that waits',
    input: z.strictObject({ venue, proposal: id, reason: note }),
    output: outcome,
    errors: ['notFound', ...engineRefusals],
  }),
};
