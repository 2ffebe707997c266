import { z } from 'zod';
import { entryErrors } from '../calls/chat.ts';
import { call } from '../calls/define.ts';
import { id, pageOf, queryInt, time } from '../calls/shapes.ts';
import { chatLimits } from '../chat/limits.ts';
import {
  agentPayload,
  cardNow,
  chatEntry,
  chatMember,
  groupType,
  hash32,
  placedEntry,
  textPayload,
  workOrder,
  workOrderStates,
} from '../chat/shapes.ts';
import { act, adminPaging, note, read } from './define.ts';

/** A word of an agent stands in the log of its conversation, chained and signed with their name: the audit does not hold it a second time. */
const speak = { area: 'console', audience: 'operator', permission: 'support', idempotency: 'natural', weight: 2 } as const;
const uuid = z.uuid();
const order = ['workOrderUnknown', 'workOrderNotYours'] as const;
const text = z.string().trim().min(1).max(chatLimits.noteAtMost);

const inboxRow = z.strictObject({
  workOrder: id,
  groupId: id,
  groupType,
  groupSign: z.string(),
  state: z.enum(workOrderStates),
  /** Whose it is: a name that the customer chose. Who they are stands in the context. */
  owner: z.string(),
  visitor: z.boolean(),
  language: z.string(),
  agent: z.strictObject({ operator: id, name: z.string() }).nullable(),
  mine: z.boolean(),
  waitsSince: time,
  answerBy: time.nullable(),
  late: z.boolean(),
  offset: z.number().int(),
  unread: z.number().int(),
  after: id.nullable(),
});
export type ChatInboxRow = z.output<typeof inboxRow>;

const chatNote = z.strictObject({ id, at: time, by: z.string(), text: z.string() });
const thread = z.strictObject({
  groupId: id,
  groupType,
  groupSign: z.string(),
  offset: z.number().int(),
  head: hash32,
  workOrder,
  mine: z.boolean(),
  members: z.array(chatMember),
  notes: z.array(chatNote).describe('Of operators; no customer ever reads them'),
  entries: z.array(chatEntry),
  /** How far the customer has read. */
  seenOffset: z.number().int(),
});
export type ChatThread = z.output<typeof thread>;

const context = z.strictObject({
  customer: id.nullable().describe('null: a visitor'),
  name: z.string(),
  language: z.string(),
  realnameStatus: z.number().int().nullable(),
  identityTier: z.number().int().nullable(),
  since: time,
  deposits: z.array(z.strictObject({ id, status: z.string(), amount: z.string(), asset: z.string(), ageS: z.number().int() })),
  withdrawals: z.array(z.strictObject({ id, status: z.string(), amount: z.string(), asset: z.string(), ageS: z.number().int() })),
});
export type ChatContext = z.output<typeof context>;

const clock = z.strictObject({
  answered: z.number().int(),
  medianS: z.number().int().nullable(),
  slowestTenthS: z.number().int().nullable(),
  withinPromise: z.number().int().describe('So many of them'),
});

export const chatAdminCalls = {
  'GET chat/inbox': call({
    ...read('support'),
    summary: 'Work orders of the chat: the one whose answer is due first comes first',
    input: z.strictObject({
      ...adminPaging,
      state: z.enum(workOrderStates).optional(),
      mine: z.enum(['true', 'false']).optional(),
      language: z.string().max(12).optional(),
      groupType: queryInt(1, 6).optional(),
    }),
    output: pageOf(inboxRow),
  }),
  'GET chat/thread': call({
    ...read('support'),
    summary: 'A conversation by its work order: entries after an offset or the newest before one, members and notes',
    input: z.strictObject({
      workOrder: id,
      after: queryInt(0, 1_000_000_000).optional(),
      before: queryInt(1, 1_000_000_000).optional(),
      limit: queryInt(1, chatLimits.pageAtMost).default(50),
    }),
    output: thread,
    errors: ['workOrderUnknown'],
  }),
  'GET chat/file': call({
    ...read('support'),
    summary: 'A picture of a conversation',
    input: z.strictObject({ workOrder: id, file: z.uuid() }),
    output: z.strictObject({ url: z.string(), width: z.number().int(), height: z.number().int() }),
    errors: ['workOrderUnknown', 'fileNotReady'],
  }),
  'GET chat/card': call({
    ...read('support'),
    summary: 'The card of a message, as it was sent and as it is now',
    input: z.strictObject({ workOrder: id, id }),
    output: cardNow,
    errors: ['workOrderUnknown', 'chatMessageUnknown'],
  }),
  'GET chat/phrase': call({
    ...read('support'),
    summary: 'Phrases that agents send: a key and the names of its values. The words have the sentences',
    input: z.strictObject({}),
    output: z.array(z.strictObject({ phraseKey: z.string(), params: z.array(z.string()) })),
  }),
  'POST chat/send': call({
    ...speak,
    summary: 'Say something to the customer of one’s own work order: text, a card or a phrase',
    input: z.strictObject({ workOrder: id, uuid, payload: agentPayload }),
    output: placedEntry,
    errors: [...entryErrors, ...order, 'chatFinished', 'chatAddressRefused', 'chatCardRefused', 'chatPhraseUnknown'],
  }),
  'POST chat/edit': call({
    ...speak,
    summary: 'Replace the text of one’s own message. The log keeps both',
    input: z.strictObject({ workOrder: id, id, uuid, payload: textPayload }),
    output: placedEntry,
    errors: [...entryErrors, ...order, 'chatFinished', 'chatAddressRefused', 'chatMessageUnknown', 'chatEditTooLate'],
  }),
  'POST chat/read': call({
    ...speak,
    summary: 'Say how far one has read. It never goes back',
    input: z.strictObject({ workOrder: id, offset: z.number().int().min(0) }),
    output: z.strictObject({ readOffset: z.number().int() }),
    errors: ['workOrderUnknown', 'workOrderNotYours'],
  }),
  'POST chat/assign': call({
    ...act('support'),
    summary: 'Take a work order that waits, or without one the next: by wait, language and type',
    input: z.strictObject({ workOrder: id.optional(), language: z.string().max(12).optional(), groupType: groupType.optional() }),
    output: workOrder,
    errors: ['workOrderUnknown', 'workOrderTaken', 'workOrderFull', 'chatFinished'],
  }),
  'POST chat/hand-over': call({
    ...act('support'),
    summary: 'Give one’s own work order to another agent, or back to the queue, with a note. The wait of the customer counts on',
    input: z.strictObject({ workOrder: id, to: id.optional().describe('An operator; without one: the queue'), text }),
    output: workOrder,
    errors: [...order, 'chatFinished', 'workOrderFull', 'operatorUnknown'],
  }),
  'POST chat/note': call({
    ...act('support'),
    summary: 'Write a note that operators see and customers never do',
    input: z.strictObject({ workOrder: id, text }),
    output: chatNote,
    errors: ['workOrderUnknown'],
  }),
  'POST chat/finish': call({
    ...act('support'),
    summary: 'End one’s own work order, with a reason. An agent who has not answered cannot',
    input: z.strictObject({ workOrder: id, reason: note }),
    output: workOrder,
    errors: [...order, 'chatFinished', 'workOrderUnanswered', 'chatAddressRefused'],
  }),
  'POST chat/context': call({
    ...act('support'),
    summary: 'See who the customer of one’s own work order is and what they have open. The audit says who looked, and for which work order',
    input: z.strictObject({ workOrder: id }),
    output: context,
    errors: order,
  }),
  'POST chat/join': call({
    ...act('compliance'),
    summary: 'Join a conversation as a supervisor. The customer sees it',
    input: z.strictObject({ workOrder: id, reason: note }),
    output: workOrder,
    errors: ['workOrderUnknown', 'chatFinished'],
  }),
  'POST chat/reassign': call({
    ...act('compliance'),
    summary: 'Give anybody’s work order to another agent, or to the queue',
    input: z.strictObject({ workOrder: id, to: id.optional(), reason: note }),
    output: workOrder,
    errors: ['workOrderUnknown', 'chatFinished', 'workOrderFull', 'operatorUnknown'],
  }),
  'POST chat/withdraw': call({
    ...act('compliance'),
    summary: 'Withdraw anybody’s message, with a reason that the customer reads. The log says so for ever',
    input: z.strictObject({ workOrder: id, id, reason: note }),
    output: placedEntry,
    errors: ['workOrderUnknown', 'chatMessageUnknown', 'chatAddressRefused'],
  }),
  'GET chat/metrics': call({
    ...read('support'),
    summary: 'Measured answers of some days: computed from the logs each time',
    input: z.strictObject({ days: queryInt(1, 90).default(7) }),
    output: z.strictObject({
      waiting: z.number().int(),
      active: z.number().int(),
      answered: z.number().int(),
      types: z.array(z.strictObject({ groupType, promiseS: z.number().int(), first: clock, next: clock, nextPromiseS: z.number().int() })),
      ratings: z.strictObject({ count: z.number().int(), average: z.number().nullable() }),
    }),
  }),
};
