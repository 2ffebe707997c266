import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, pageOf, queryInt, time } from '../calls/shapes.ts';
import { assertion, role } from './auth.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

const account = z.number().int().min(1).max(2_147_483_647);
const instrument = z.number().int().min(1).max(1_000_000);

/** What an operator may raise. Each becomes one command of the engine, which two people decide. */
export const changeBodies = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('openTrading') }),
  z.strictObject({ kind: z.literal('resumeInstrument'), instrument }),
  z.strictObject({ kind: z.literal('setFeeClass'), account, feeClass: z.number().int().min(0).max(63) }),
  z.strictObject({ kind: z.literal('setDayTrade'), account, allowed: z.boolean() }),
  z.strictObject({ kind: z.literal('defineOperator'), operator: id, roles: z.array(role).max(6) }),
  z.strictObject({ kind: z.literal('sealVenue') }),
]);
export type ChangeBody = z.output<typeof changeBodies>;
export type ChangeKind = ChangeBody['kind'];
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
    summary: 'What can be raised, with the fields of its form and the power that it needs',
    input: nothing,
    output: z.array(
      z.strictObject({
        kind: z.string(),
        power: z.string(),
        fields: z.array(z.strictObject({ name: z.string(), type: z.enum(['number', 'flag', 'id', 'roles']) })),
      }),
    ),
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
      fields: z.array(z.strictObject({ name: z.string(), before: z.string().nullable(), after: z.string() })),
    }),
    errors: ['notFound'],
  }),
  'POST change/prepare': call({
    ...read('everyOperator'),
    summary: 'The digest that the proposer signs, for this command id and exactly this change. It changes nothing',
    input: z.strictObject({ venue, commandId: z.uuid(), body: changeBodies, reason: note }),
    output: z.strictObject({ digest: z.string(), rpId: z.string() }),
    errors: ['notFound', 'rolesExclude'],
  }),
  'POST change/propose': call({
    ...act('everyOperator'),
    summary: 'Raise a change, signed by the proposer, who is the first of the people who decide it',
    input: z.strictObject({ venue, body: changeBodies, reason: note, assertion }),
    output: outcome,
    errors: ['notFound', 'rolesExclude', ...signing, ...engineRefusals],
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
