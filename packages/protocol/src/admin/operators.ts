import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, pageOf, period, queryInt, time } from '../calls/shapes.ts';
import { role } from './auth.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

/** `acts`: the venue takes decisions of the operator. `ends`: a change that ends this waits for people who appoint. `none`: the venue never knew the operator. */
const inVenue = z.strictObject({ venue, state: z.enum(['none', 'acts', 'ends', 'ended']), proposal: id.nullable() });
export type OperatorInVenue = z.output<typeof inVenue>;

const operator = z.strictObject({
  id,
  name: z.string(),
  roles: z.array(role),
  /** `invited`: has no passkey yet. */
  status: z.enum(['invited', 'active', 'ended']),
  createdAt: time,
  createdBy: id.nullable(),
  lastSeenAt: time.nullable(),
  venues: z.array(inVenue).describe('Venues that can be read now'),
  keys: z.array(z.strictObject({ label: z.string(), software: z.boolean(), createdAt: time, lastUsedAt: time.nullable() })),
});
export type OperatorRow = z.output<typeof operator>;

const auditRow = z.strictObject({
  number: id,
  at: time,
  operator: id.nullable(),
  operatorName: z.string(),
  call: z.string(),
  subject: z.string(),
  reason: z.string(),
  /** What changed. `value` is null when it was erased; its digest stays. */
  changes: z.array(
    z.strictObject({
      field: z.string(),
      before: z.string().nullable(),
      after: z.string().nullable(),
      digest: z.string(),
      erased: z.boolean(),
    }),
  ),
  hash: z.string(),
});
export type AuditRow = z.output<typeof auditRow>;

export const operatorCalls = {
  'GET operator/list': call({
    ...read('people'),
    summary: 'Operators with their roles and passkeys',
    input: z.strictObject(adminPaging),
    output: pageOf(operator),
  }),
  'POST operator/invite': call({
    ...act('people'),
    summary: 'Invite an operator: the answer has a link of enrolment that works once, for 24 hours',
    input: z.strictObject({ name: z.string().trim().min(2).max(60), roles: z.array(role).min(1).max(6), reason: note }),
    output: z.strictObject({ id, link: z.string(), expiresAt: time }),
    errors: ['rolesExclude'],
  }),
  'POST operator/end': call({
    ...act('people'),
    summary:
      'End an operator: signed out everywhere, passkeys and links void, at once and for good. Venues end the operator when two who appoint have decided so',
    input: z.strictObject({ operator: id, reason: note }),
    output: z.null(),
    errors: ['notFound', 'operatorSelf', 'operatorEnded'],
  }),
  'GET audit/list': call({
    ...read('everyOperator'),
    summary: 'What operators did, newest first. Values of changes are only for those who may see customers',
    input: z.strictObject({
      ...adminPaging,
      ...period,
      operator: id.optional(),
      call: z.string().max(80).optional(),
      subject: z.string().max(80).optional(),
    }),
    output: pageOf(auditRow),
  }),
  'GET audit/verify': call({
    ...read('everyOperator'),
    summary: 'Recompute the chain of the audit. Names the first row that does not fit',
    weight: 20,
    input: nothing,
    output: z.strictObject({
      rows: z.number().int(),
      head: z.string(),
      /** The first row that differs from what was written. */
      broken: z.strictObject({ number: id, what: z.enum(['missing', 'hash', 'chain', 'value']) }).nullable(),
      ms: queryInt(0, 1_000_000_000),
    }),
  }),
};
