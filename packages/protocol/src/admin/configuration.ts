import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, nothing, time } from '../calls/shapes.ts';
import { formValues } from './changes.ts';
import { act, note, read, venue } from './define.ts';

const product = z.enum(['contract', 'timed', 'stock', 'stockMargin', 'loan']);

export const configurationCalls = {
  'GET change/in-force': call({
    ...read('everyOperator'),
    summary: 'What is in force of one kind of change: every rail, instrument, asset or limit, with the values of its form',
    weight: 5,
    input: z.strictObject({ venue, kind: z.string().regex(/^[a-z][A-Za-z0-9]{0,39}$/) }),
    output: z.array(z.strictObject({ subject: z.string(), name: z.string(), values: formValues })),
  }),
  'POST rail/stop': call({
    ...act('rules'),
    summary: 'Close a rail for deposits, payouts or both, at once and alone. It opens again by a change of its rules',
    input: z.strictObject({
      venue,
      rail: z.number().int().min(1).max(2_147_483_647),
      stopIn: z.boolean(),
      stopOut: z.boolean(),
      reason: note,
    }),
    output: z.null(),
    errors: ['notFound'],
  }),
  'GET product/list': call({
    ...read('rules'),
    summary: 'Which risky products are open in which venue',
    input: nothing,
    output: z.array(
      z.strictObject({ product, real: z.boolean(), demo: z.boolean(), changedBy: z.string(), changedAt: time, reason: z.string() }),
    ),
  }),
  'POST product/close': call({
    ...act('rules'),
    summary: 'Close a product for new risk in a venue, at once and alone. Opening it again is a case that two people decide',
    input: z.strictObject({ product, venue, reason: note }),
    output: z.null(),
  }),
  'POST product/open': call({
    ...act('rules'),
    summary: 'Ask to open a product in a venue. Two people decide the case',
    input: z.strictObject({ product, venue, reason: note }),
    output: z.strictObject({ case: id }),
    errors: ['caseOpen'],
  }),
  'GET setting/list': call({
    ...read('content'),
    summary: 'Published settings: what is shown to whoever has chosen nothing',
    input: nothing,
    output: z.array(
      z.strictObject({
        key: z.string(),
        value: z.string(),
        /** What it may be; none: any text of its kind. */
        choices: z.array(z.string()),
      }),
    ),
  }),
  'POST setting/set': call({
    ...act('content'),
    summary: 'Publish a setting. Open pages follow within minutes',
    input: z.strictObject({ key: z.string().max(64), value: z.string().trim().max(200), reason: note }),
    output: z.null(),
  }),
};
