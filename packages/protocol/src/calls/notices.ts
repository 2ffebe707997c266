import { z } from 'zod';
import { noticeTopics } from '../notice-topics.ts';
import { call } from './define.ts';
import { id, nothing, pageOf, paging, queryBoolean, time } from './shapes.ts';

/** A stored notice. `kind` is a key of the notice catalogue, which names its parameters. */
const storedNotice = z.strictObject({
  id,
  kind: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  t: time,
  shown: z.boolean().describe('A page of the customer has shown it'),
  read: z.boolean().describe('The customer has opened it in the list'),
});
const ids = z.array(id).min(1).max(100);
const done = z.strictObject({ done: z.literal(true) });

export const noticeCalls = {
  'GET system/notice-msg/page': call({
    area: 'member',
    summary: 'Stored notices, newest first',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({
      ...paging,
      unshown: queryBoolean.optional().describe('Only those that no page has shown'),
      unread: queryBoolean.optional().describe('Only those that the customer has not opened'),
      topic: z.enum(noticeTopics).optional(),
    }),
    output: pageOf(storedNotice),
  }),
  'GET system/notice-msg/get': call({
    area: 'member',
    summary: 'One stored notice',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ id }),
    output: z.strictObject({
      ...storedNotice.shape,
      lines: z.array(id).describe('Lines of the customer’s statement that the same event wrote; their receipts prove it'),
    }),
    errors: ['notFound'],
  }),
  'GET system/notice-msg/total-read': call({
    area: 'member',
    summary: 'How many notices there are, and how many are unread',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      total: z.number().int(),
      unread: z.number().int(),
      newest: id.nullable().describe('The newest notice that is counted here; ids grow'),
      topics: z.array(z.strictObject({ topic: z.enum(noticeTopics), total: z.number().int(), unread: z.number().int() })),
    }),
  }),
  'PUT system/notice-msg/shown': call({
    area: 'member',
    summary: 'Says that a page has shown these notices; until then each sign-in of the socket sends them again',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ ids }),
    output: done,
  }),
  'PUT system/notice-msg/read': call({
    area: 'member',
    summary: 'Marks notices as read',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ ids }),
    output: done,
  }),
  'POST system/notice-msg/read': call({
    area: 'member',
    summary: 'Marks a notice and all before it as read, of one topic or of all',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ upTo: id, topic: z.enum(noticeTopics).optional() }),
    output: done,
  }),
};
