import { z } from 'zod';
import { call } from '../calls/define.ts';
import { id, pageOf, time } from '../calls/shapes.ts';
import { act, adminPaging, note, read, venue } from './define.ts';

/** Over so many customers, two people decide. */
export const broadcastAlone = 1_000;
export const broadcastTitleAtMost = 80;
export const broadcastTextAtMost = 1_000;
/** Languages in which a broadcast is written, all of them each time. */
export const broadcastLanguages = ['en', 'zh-CN'] as const;

const filter = {
  venue,
  language: z.enum(['every', ...broadcastLanguages]),
  verified: z.enum(['every', 'yes', 'no']),
};
const inEach = <Text extends z.core.$ZodType>(text: Text) => z.strictObject({ en: text, 'zh-CN': text });
const title = inEach(z.string().trim().max(broadcastTitleAtMost));
const text = inEach(z.string().trim().max(broadcastTextAtMost));

const broadcastRow = z.strictObject({
  id,
  title,
  text,
  filter: z.strictObject(filter),
  /** So many fitted when it was written. */
  recipients: z.number().int(),
  /** So many have it. */
  given: z.number().int(),
  state: z.enum(['waits', 'sending', 'sent', 'refused']),
  case: id.nullable(),
  writtenBy: z.string(),
  writtenAt: time,
  sentAt: time.nullable(),
});
export type BroadcastRow = z.output<typeof broadcastRow>;

export const broadcastCalls = {
  'GET broadcast/list': call({
    ...read('content'),
    summary: 'What was told to many customers at once, newest first',
    input: z.strictObject(adminPaging),
    output: pageOf(broadcastRow),
  }),
  'GET broadcast/count': call({
    ...read('content'),
    summary: 'How many customers a choice fits, and how many people decide it',
    input: z.strictObject(filter),
    output: z.strictObject({ recipients: z.number().int(), persons: z.union([z.literal(1), z.literal(2)]) }),
  }),
  'POST broadcast/send': call({
    ...act('content'),
    summary:
      'Tell many customers something. Over 1,000 of them, counted with what one person alone sent within a day, two people decide its case first',
    input: z.strictObject({ title, text, ...filter, reason: note }),
    output: z.strictObject({ id, recipients: z.number().int(), case: id.nullable() }),
    errors: ['broadcastNobody', 'broadcastText'],
  }),
};
