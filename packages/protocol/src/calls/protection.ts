import { z } from 'zod';
import { call } from './define.ts';
import { decimal, nothing, oneOf, time } from './shapes.ts';

/** What protects a customer from risky products: switches by jurisdiction, suitability, own limits, pause and exclusion. */
const question = z.strictObject({
  id: z.string(),
  text: z.string(),
  options: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});

export const protection = z.strictObject({
  /** Whether the product is open to this account, and why not. */
  products: z.array(
    z.strictObject({
      product: z.enum(['contract', 'timed', 'stock', 'stockMargin', 'loan']),
      enabled: z.boolean(),
      reason: z.enum(['', 'jurisdiction', 'suitability', 'coolingOff', 'selfExcluded', 'lossLimit']),
    }),
  ),
  suitability: z.strictObject({
    state: z.enum(['needed', 'passed', 'failed']),
    asks: z.enum(['questions', 'acknowledgement']).describe('A demo account confirms the risks; a real account answers the questions'),
    answeredAt: time.nullable(),
    againAt: time.nullable(),
  }),
  lossLimit: z.strictObject({
    daily: decimal.nullable().describe('USDT of realised loss a UTC day; null: none'),
    used: decimal,
    pending: decimal.nullable().describe('A raised or removed limit waits a day'),
    pendingFrom: time.nullable(),
    resetsAt: time,
  }),
  coolingOffUntil: time.nullable(),
  selfExcludedUntil: time.nullable(),
});
export type Protection = z.output<typeof protection>;

export const protections = {
  'GET system/protection/get': call({
    area: 'member',
    summary: 'Which risky products are open to you, and your own limits',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: protection,
  }),
  'GET system/protection/questions': call({
    area: 'member',
    summary: 'The suitability questions, in the language of the request',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.array(question),
  }),
  'POST system/protection/answer': call({
    area: 'member',
    summary: 'Answer the suitability questions, once before the first leveraged order',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({
      answers: z
        .array(z.strictObject({ id: z.string().max(40), option: z.string().max(40) }))
        .min(1)
        .max(20),
    }),
    output: protection,
    errors: ['suitabilityTooSoon'],
  }),
  'POST system/protection/acknowledge': call({
    area: 'member',
    summary: 'Confirm on a demo account that you have read the risks, once before the first leveraged order',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: nothing,
    output: protection,
    errors: ['suitabilityNeeded', 'suitabilityTooSoon'],
  }),
  'PUT system/protection/loss-limit': call({
    area: 'member',
    summary: 'Set a daily loss limit: lowering holds at once, raising or removing after a day',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({ daily: decimal.nullable() }),
    output: protection,
    errors: ['amountInvalid', 'amountScale'],
  }),
  'POST system/protection/pause': call({
    area: 'member',
    summary: 'Pause leveraged and timed products (cooling off, hours) or exclude yourself (days); neither can be shortened',
    audience: 'customer',
    weight: 5,
    idempotency: 'natural',
    input: z.strictObject({
      kind: z.enum(['coolingOff', 'selfExclusion']),
      length: oneOf(24, 72, 168, 720, 2160, 4320, 8760).describe('Hours'),
    }),
    output: protection,
  }),
};
