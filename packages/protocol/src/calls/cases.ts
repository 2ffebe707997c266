import { z } from 'zod';
import { call } from './define.ts';
import { id, nothing, oneOf, pageOf, paging, time } from './shapes.ts';

/** `taken`: an operator has it, for half an hour. `asked`: the customer is to answer, and the clock stands. `proposed`: decided, and not yet carried out or confirmed. */
export const caseSteps = ['draft', 'waiting', 'taken', 'asked', 'proposed', 'passed', 'refused', 'cancelled'] as const;
export type CaseStep = (typeof caseSteps)[number];

/** What feedback may be about. */
export const feedbackTopics = ['trading', 'funds', 'account', 'app', 'idea', 'other'] as const;
export type FeedbackTopic = (typeof feedbackTopics)[number];
/** Characters of what a customer writes. */
export const caseTextAtMost = 4_000;
export const caseEvidenceAtMost = 5;

const written = (least: number) => z.string().trim().min(least).max(caseTextAtMost);
const evidence = z.array(z.uuid()).max(caseEvidenceAtMost).default([]).describe('Pictures uploaded for `feedback`');

/** What a customer sees of a step: operators are not named, and their notes stay theirs. */
export const caseMoves = ['open', 'take', 'ask', 'answer', 'passed', 'refused', 'unanswered', 'cancel'] as const;
export type CaseMove = (typeof caseMoves)[number];

const own = {
  id,
  kind: z.string(),
  step: z.enum(caseSteps),
  status: oneOf(-2, -1, 0, 1, 2),
  createdAt: time,
  dueAt: time.nullable().describe('When an answer is promised; null while the customer is asked, and when it is over'),
  decidedAt: time.nullable(),
  topic: z.string().nullable(),
  text: z.string().describe('What the customer wrote'),
  question: z.string().nullable().describe('What the customer is asked'),
  answerUntil: time.nullable(),
  reasonCode: z.string().nullable(),
  remark: z.string().nullable().describe('The answer'),
};
const ownCase = z.strictObject(own);
export type OwnCase = z.output<typeof ownCase>;
const fullCase = z.strictObject({
  ...own,
  journey: z.array(z.strictObject({ at: time, move: z.enum(caseMoves), text: z.string() })).describe('The oldest first'),
});

const mine = { area: 'member', audience: 'customer' } as const;

export const customerCaseCalls = {
  'GET system/case/reason-codes': call({
    area: 'member',
    summary: 'What people decide about: how many decide, how soon, for which reasons, and how long it took lately',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(
      z.strictObject({
        kind: z.string(),
        persons: z.number().int(),
        promiseS: z.number().int(),
        medianS: z.number().int().nullable(),
        reasonCodes: z.array(z.string()),
      }),
    ),
  }),
  'GET system/case/list': call({
    ...mine,
    summary: 'Own cases, newest first',
    idempotency: 'read',
    input: z.strictObject({ ...paging, kind: z.string().max(40).optional() }),
    output: pageOf(ownCase),
  }),
  'GET system/case/get': call({
    ...mine,
    summary: 'An own case with its journey',
    idempotency: 'read',
    input: z.strictObject({ id }),
    output: fullCase,
    errors: ['notFound'],
  }),
  'POST system/case/answer': call({
    ...mine,
    summary: 'Answer what an operator asked; the case goes on',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({ id, text: written(1), evidence }),
    output: fullCase,
    errors: ['notFound', 'caseStep', 'caseChanged', 'documentUnknown'],
  }),
  'POST system/feedback/create': call({
    ...mine,
    summary: 'Tell the exchange something; a person answers. The same again is the same case while it is open',
    weight: 10,
    idempotency: 'natural',
    input: z.strictObject({ topic: z.enum(feedbackTopics), text: written(10), evidence }),
    output: fullCase,
    errors: ['casesTooMany', 'documentUnknown'],
  }),
};
