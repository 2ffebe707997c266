import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { assetCode, decimal, pageOf, paging, time, wallet } from './shapes.ts';

const percent = decimal.describe('Percent of the fees');
/** Letters and digits that nobody takes for one another; in any case. */
const inviteCode = z.string().trim().min(1).max(32);
const note = z.string().trim().max(40);
/** What the customer who came by a code gets back. The code's owner gets the rest. */
const friendPart = z
  .string()
  .regex(/^(?:0|[1-9][0-9]?)(?:\.[0-9]{1,4})?$/)
  .describe('Percent of the fees');

const code = z.strictObject({
  code: z.string(),
  friendPart: percent,
  ownPart: percent,
  note: z.string(),
  isDefault: z.boolean(),
  friends: z.number().int(),
  createdAt: time,
});
export type InviteCode = z.output<typeof code>;

const friend = z.strictObject({
  friend: z.string().describe('Masked'),
  joinedAt: time,
  code: z.string(),
  friendPart: percent,
  ownPart: percent,
});
export type InvitedFriend = z.output<typeof friend>;

const rebate = z.strictObject({
  day: time.describe('When the UTC day began'),
  friend: z.string().describe('Masked; empty for one’s own fees'),
  own: z.boolean().describe('Of one’s own fees, because one was invited'),
  wallet,
  asset: assetCode,
  fees: decimal,
  part: percent,
  amount: decimal.describe('Rounded down; a day’s rebates are added up exactly before they are paid'),
  status: z.enum(['due', 'paid']),
  receipt: receiptRef.nullable(),
});
export type RebateRow = z.output<typeof rebate>;

const rewarded = z.strictObject({
  asset: assetCode,
  total: decimal.describe('Paid so far'),
  recent: decimal.describe('Paid in the last 30 days'),
  due: decimal.describe('Of today, rounded down; paid at the next 00:00 UTC'),
});
export type RebateTotal = z.output<typeof rewarded>;

const ranked = z.strictObject({ place: z.number().int(), name: z.string().describe('Masked'), worth: decimal, mine: z.boolean() });
export type RankedInviter = z.output<typeof ranked>;

const { read } = callsOf('member');
const natural = { area: 'member', audience: 'customer', idempotency: 'natural' } as const;

/** Invitations and rebates. */
export const invitations = {
  'GET pay/common-rebate/page': call({
    ...read,
    summary: 'What one gets of fees, by day and friend, newest first; today’s first, which is not paid yet',
    input: z.strictObject(paging),
    output: pageOf(rebate),
  }),
  'GET pay/common-rebate/invitees-statistics': call({
    ...read,
    summary: 'How many friends came by one’s codes',
    input: z.strictObject({}),
    output: z.strictObject({
      friends: z.number().int(),
      today: z.number().int(),
      recent: z.number().int().describe('In the last 30 days'),
      trading: z.number().int().describe('Whose fees brought a rebate in the last 30 days'),
    }),
  }),
  'GET pay/common-rebate/reward': call({
    ...read,
    summary: 'What one has got of fees, by asset',
    input: z.strictObject({}),
    output: z.strictObject({ list: z.array(rewarded), worth: decimal.describe('All that was paid, in USDT at the rates of now') }),
  }),
  'GET pay/common-rebate/rank': call({
    ...read,
    summary: 'Who got most of rebates in the last 30 days, of those who let themselves be shown',
    input: z.strictObject({}),
    output: z.strictObject({ list: z.array(ranked), shown: z.boolean().describe('Whether one is shown oneself') }),
  }),
  'PUT pay/common-rebate/rank': call({
    ...natural,
    summary: 'Let oneself be shown in the ranking, or not',
    input: z.strictObject({ shown: z.boolean() }),
    output: z.strictObject({ shown: z.boolean() }),
  }),
  'GET system/invite-code/page': call({
    ...read,
    summary: 'One’s codes, oldest first',
    input: z.strictObject(paging),
    output: pageOf(code),
  }),
  'GET system/invite-code/default': call({
    ...natural,
    summary: 'The code that one’s invitation shows; the first time, it is made',
    input: z.strictObject({}),
    output: code,
  }),
  'POST system/invite-code/create': call({
    ...natural,
    summary: 'Make a code. One with the same note and split answers with itself',
    weight: 2,
    input: z.strictObject({ friendPart, note: note.default(''), isDefault: z.boolean().default(false) }),
    example: { friendPart: '5', note: 'For the club', isDefault: false },
    output: code,
    errors: ['inviteCodesTooMany'],
  }),
  'PUT system/invite-code/update': call({
    ...natural,
    summary: 'Change a code for friends who come from now on',
    input: z.strictObject({
      code: inviteCode,
      friendPart: friendPart.optional(),
      note: note.optional(),
      isDefault: z.literal(true).optional(),
    }),
    output: code,
    errors: ['inviteCodeMissing'],
  }),
  'GET system/invite-code/friends': call({
    ...read,
    summary: 'Friends who came by one’s codes, newest first',
    input: z.strictObject({ ...paging, code: inviteCode.optional() }),
    output: pageOf(friend),
  }),
  'GET pay/rebate-config/member': call({
    ...read,
    summary: 'Which part of fees one’s codes have to share out, and what one gets back oneself',
    input: z.strictObject({}),
    output: z.strictObject({ total: percent, invited: z.boolean(), back: percent.describe('Of one’s own fees') }),
  }),
  'GET pay/rebate-config/all': call({
    ...callsOf('member').open,
    summary: 'The rules of invitations and rebates',
    input: z.strictObject({}),
    output: z.strictObject({ total: percent, most: percent, codes: z.number().int(), rankingDays: z.number().int() }),
  }),
};
