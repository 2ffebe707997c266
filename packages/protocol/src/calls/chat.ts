import { z } from 'zod';
import { chatLimits } from '../chat/limits.ts';
import {
  cardNow,
  chatEntry,
  chatGroup,
  chatMember,
  groupSign,
  groupType,
  ownPayload,
  placedEntry,
  rating,
  ratingReasons,
  textPayload,
  transcript,
  workOrder,
} from '../chat/shapes.ts';
import { tokens, visitorWork, workGiven } from './auth.ts';
import { call } from './define.ts';
import { id, idList, nothing, pageOf, paging } from './shapes.ts';

/** Customers, and visitors with a temporary login. */
const reads = { area: 'chat', audience: 'chat', idempotency: 'read' } as const;
const writes = { area: 'chat', audience: 'chat', idempotency: 'natural' } as const;
const uuid = z.uuid().describe('Made by the client for this message. The same uuid with the same content is the same message');
const inGroup = ['chatGroupUnknown'] as const;

/** What may refuse an entry, whoever sends it. */
export const entryErrors = ['chatGroupUnknown', 'commandIdReused'] as const;

export const chatCalls = {
  'GET im/limits': call({
    area: 'chat',
    summary: 'The limits of the chat, and how soon an agent answers, by group type',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.strictObject({
      textAtMost: z.number().int(),
      customer: z.strictObject({ per10S: z.number().int(), perMinute: z.number().int() }),
      visitor: z.strictObject({ perMinute: z.number().int(), beforeAnswer: z.number().int() }),
      editWithinS: z.number().int(),
      withdrawWithinS: z.number().int(),
      openGroups: z.number().int(),
      visitorGroups: z.number().int(),
      picture: z.strictObject({ bytes: z.number().int(), perHour: z.number().int() }),
      attachments: z.strictObject({
        kinds: z.array(z.enum(['IMAGE'])),
        scanned: z.boolean().describe('false: no scanner is configured'),
      }),
      resume: z.strictObject({ groups: z.number().int(), entries: z.number().int() }),
      pageAtMost: z.number().int(),
      silentS: z.number().int(),
      reopenS: z.number().int(),
      rateAgainS: z.number().int(),
      evaluationAtMost: z.number().int(),
      promises: z.array(
        z.strictObject({
          groupType,
          firstS: z.number().int(),
          nextS: z.number().int(),
          measuredS: z.number().int().nullable().describe('The median first answer of the last seven days; null: too few to say'),
        }),
      ),
    }),
  }),
  'GET im/group/group-list': call({
    ...reads,
    summary: 'Own groups with their head and how far they are read',
    input: nothing,
    output: z.array(chatGroup),
  }),
  'GET im/group/chat-list': call({
    ...reads,
    summary: 'Own groups with their last message, finished ones too; the one that spoke last comes first',
    input: z.strictObject(paging),
    output: pageOf(z.strictObject({ ...chatGroup.shape, last: chatEntry.nullable() })),
  }),
  'GET im/group/avatar-list': call({
    ...reads,
    summary: 'Who is in a group',
    input: z.strictObject({ groupId: id }),
    output: z.array(chatMember),
    errors: inGroup,
  }),
  'POST im/message/send': call({
    ...writes,
    summary:
      'Send a message to a group, or to the group of a type and subject, which the first message opens. The same uuid with the same content gives the first answer',
    weight: 2,
    input: z
      .strictObject({
        groupId: id.optional(),
        groupType: groupType.optional(),
        subject: groupSign.optional().describe('`recharge:1234` or `withdrawal:1234`, for the types 3 to 6'),
        uuid,
        payload: ownPayload,
      })
      .refine(({ groupId, groupType: type }) => (groupId === undefined) !== (type === undefined)),
    example: { groupType: 1, uuid: '6f9619ff-8b86-4d01-8b42-00c04fc964ff', payload: { kind: 'TEXT', text: 'Hello' } },
    output: placedEntry,
    errors: [
      ...entryErrors,
      ...([
        'chatTooFast',
        'chatGroupsTooMany',
        'chatAwaitsAnswer',
        'chatQueueFull',
        'chatCardRefused',
        'fileNotReady',
        'fileChecking',
        'fileInfected',
      ] as const),
    ],
  }),
  'POST im/message/edit': call({
    ...writes,
    summary: 'Replace the text of an own message. The log keeps both',
    weight: 2,
    input: z.strictObject({ groupId: id, id, uuid, payload: textPayload }),
    output: placedEntry,
    errors: [...entryErrors, 'chatTooFast', 'chatMessageUnknown', 'chatEditTooLate', 'chatFinished'],
  }),
  'POST im/message/revoke': call({
    ...writes,
    summary: 'Withdraw an own message: nobody is shown it any more',
    weight: 2,
    input: z.strictObject({ groupId: id, id, uuid }),
    output: placedEntry,
    errors: [...entryErrors, 'chatTooFast', 'chatMessageUnknown', 'chatEditTooLate', 'chatFinished'],
  }),
  'POST im/message/list': call({
    area: 'chat',
    audience: 'chat',
    idempotency: 'read',
    summary: 'Entries of a group after an offset, or the newest before one, in the order of the log',
    input: z
      .strictObject({
        groupId: id,
        after: z.number().int().min(0).optional(),
        before: z.number().int().min(1).optional(),
        limit: z.number().int().min(1).max(chatLimits.pageAtMost).default(50),
      })
      .refine(({ after, before }) => after === undefined || before === undefined),
    output: z.array(chatEntry),
    errors: inGroup,
  }),
  'POST im/message/read': call({
    ...writes,
    summary: 'Say how far a group is read. It never goes back',
    input: z.strictObject({ groupId: id, offset: z.number().int().min(0) }),
    output: z.strictObject({ readOffset: z.number().int() }),
    errors: inGroup,
  }),
  'GET im/message/card': call({
    ...reads,
    summary: 'The card of a message, as it was sent and as it is now',
    input: z.strictObject({ groupId: id, id }),
    output: cardNow,
    errors: [...inGroup, 'chatMessageUnknown'],
  }),
  'POST im/file/upload': call({
    ...writes,
    summary:
      'Upload a picture for a message. It is scanned where there is a scanner, and encoded anew: what a camera wrote into it is gone. Videos are not taken',
    weight: 10,
    input: nothing,
    body: 'multipart',
    output: z.strictObject({
      id: z.uuid(),
      state: z.enum(['ready', 'checking']).describe('checking: the scanner has not looked at it yet; it can be sent when it has'),
      width: z.number().int().nullable().describe('null: it was not opened yet'),
      height: z.number().int().nullable(),
      bytes: z.number().int(),
    }),
    errors: ['fileTooLarge', 'fileTypeRefused', 'fileUnreadable', 'fileInfected', 'tooManyAttempts'],
  }),
  'GET im/file/get': call({
    ...reads,
    summary: 'A picture of a group, to those who are in it',
    weight: 5,
    input: z.strictObject({ groupId: id, file: z.uuid() }),
    output: z.strictObject({ url: z.string().describe('data:image/…;base64'), width: z.number().int(), height: z.number().int() }),
    errors: [...inGroup, 'fileNotReady'],
  }),
  'GET im/work-order/get': call({
    ...reads,
    summary: 'A work order, or the newest one of a group',
    input: z
      .strictObject({ id: id.optional(), groupId: id.optional() })
      .refine(({ id: one, groupId }) => (one === undefined) !== (groupId === undefined)),
    output: workOrder,
    errors: [...inGroup, 'workOrderUnknown'],
  }),
  'POST im/work-order/finish': call({
    ...writes,
    summary: 'End an own work order',
    input: z.strictObject({ id, uuid }),
    output: workOrder,
    errors: ['workOrderUnknown', 'commandIdReused'],
  }),
  'GET im/work-order/evaluation': call({
    ...reads,
    summary: 'The rating of a finished work order; null: none yet',
    input: z.strictObject({ id }),
    output: rating.nullable(),
    errors: ['workOrderUnknown'],
  }),
  'POST im/work-order/evaluation': call({
    ...writes,
    summary: 'Rate a finished work order. The rating may be changed for a day',
    input: z.strictObject({
      id,
      score: z.number().int().min(1).max(5),
      reasons: z.array(z.enum(ratingReasons)).max(ratingReasons.length).default([]),
      text: z.string().trim().max(chatLimits.evaluationAtMost).default(''),
    }),
    output: rating,
    errors: ['workOrderUnknown', 'workOrderOpen', 'chatEditTooLate'],
  }),
  'GET im/customer-service/user-info': call({
    ...reads,
    summary: 'Names and pictures of members of a group',
    input: z.strictObject({ groupId: id, userMemberIds: idList(50) }),
    output: z.array(chatMember),
    errors: inGroup,
  }),
  'GET im/auth/work': call({
    area: 'chat',
    summary: 'Work for a browser whose visitor wants to begin a conversation: about a third of a second on a phone',
    audience: 'anyone',
    weight: 5,
    idempotency: 'once',
    input: nothing,
    output: workGiven,
  }),
  'POST im/auth/temporary-token': call({
    area: 'chat',
    summary: 'Tokens of a visitor, good for the chat only: of the visitor who asks, or of a new one',
    audience: 'visitor',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject(visitorWork),
    output: tokens,
    errors: ['proofOfWorkWrong', 'tooManyAttempts', 'forbidden'],
  }),
  'POST im/group/claim': call({
    area: 'chat',
    summary: 'Take over the thread that one had as a visitor, with that visitor’s refresh token. The visitor’s tokens end',
    audience: 'customer',
    account: 'real',
    weight: 10,
    idempotency: 'once',
    input: z.strictObject({ refreshToken: z.string().min(1).max(512) }),
    output: z.array(chatGroup),
    errors: ['claimRefused'],
  }),
  'GET im/group/transcript': call({
    ...reads,
    summary: 'The whole log of a group with its salts: it verifies without the exchange',
    weight: 20,
    input: z.strictObject({ groupId: id }),
    output: transcript,
    errors: inGroup,
  }),
};
