import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { assetCode, decimal, id, pageOf, paging, time } from './shapes.ts';

const terms = {
  asset: assetCode,
  days: z.number().int().describe('Of a fixed term; 0: flexible, taken out at any time'),
  rate: decimal.describe('Percent of the principal in a year of 365 days'),
  earlyPart: decimal.describe('Percent of the interest so far that is paid when a fixed term is redeemed early'),
};

const product = z.strictObject({
  id,
  version: z.number().int(),
  ...terms,
  todayRate: decimal.describe('Flexible: of today. 0 while the house cannot set the interest aside'),
  nextRate: decimal.describe('Flexible: of tomorrow; its interest is set aside already'),
  min: decimal.describe('Of one holding'),
  max: decimal,
  left: decimal.describe('What may still be subscribed, by everybody together'),
  open: z.boolean().describe('Whether it is sold now: there is room, and the house can set the interest aside'),
});
export type EarnProduct = z.output<typeof product>;

const holding = z.strictObject({
  id,
  productId: id,
  version: z.number().int(),
  ...terms,
  deposited: decimal.describe('What it began with'),
  principal: decimal.describe('What is left of it; 0 when it ended'),
  earned: decimal.describe('Interest up to the end of yesterday (UTC) that was not paid yet'),
  paid: decimal.describe('Interest that was paid'),
  openedAt: time,
  firstDay: time.describe('00:00 UTC of the first day that earns'),
  endsAt: time.nullable().describe('00:00 UTC of the day that earns no more; null: flexible, and not redeemed'),
  renew: z.boolean(),
  state: z.enum(['earning', 'matured', 'redeemed']),
  renewedBy: id.nullable().describe('The holding that continues it'),
});
export type EarnHolding = z.output<typeof holding>;

/** An amount on the terms of one version. The price of everything is in it, so signing it says what is bought. */
const wish = { productId: id, version: z.number().int().min(1), amount: decimal, renew: z.boolean() };
const draft = z.strictObject({
  id: z.uuid(),
  ...wish,
  asset: assetCode,
  interest: decimal.nullable().describe('Of the whole term; null: flexible'),
  firstDay: time,
  endsAt: time.nullable(),
  /** Until when `pay` takes it. */
  expiresAt: time,
});
export type EarnDraft = z.output<typeof draft>;

const payment = z.strictObject({ time, interest: decimal, cause: z.enum(['extract', 'redeem', 'maturity']), receipt: receiptRef });

const { command, read, visit } = callsOf('wallet');
const sent = { commandId: z.uuid(), seq: id, repeated: z.boolean(), id };
const natural = { ...read, idempotency: 'natural', weight: 5 } as const;
const example = { productId: '2', version: 1, amount: '100', renew: true };

/** Funds: money that earns interest, for a fixed term or until it is taken out. */
export const earnCalls = {
  'GET pay/foundation-config/page': call({
    ...visit,
    summary: 'What earns interest, and on what terms',
    input: z.strictObject(paging),
    output: pageOf(product),
  }),
  'GET pay/foundation-config/get': call({
    ...visit,
    summary: 'One product, with the rates of the last days of a flexible one, newest first',
    input: z.strictObject({ id }),
    output: z.strictObject({ product, rates: z.array(z.strictObject({ day: time, rate: decimal })) }),
    errors: ['earnProductUnknown'],
  }),
  'POST pay/foundation-log/create': call({
    ...natural,
    summary: 'The terms of a version were read. `pay` needs it',
    input: z.strictObject({ productId: id, version: wish.version }),
    output: z.strictObject({ readAt: time }),
    errors: ['earnProductUnknown', 'termsChanged'],
  }),
  'POST pay/foundation-order/create': call({
    ...natural,
    summary: 'What a subscription would bring. Nothing is bought; `pay` takes it within 15 minutes',
    input: z.strictObject(wish),
    example,
    output: draft,
    errors: ['earnProductUnknown', 'termsChanged', 'amountInvalid', 'amountScale', 'earnTooSmall', 'earnTooLarge'],
  }),
  'POST pay/foundation-order/pay': call({
    ...command,
    summary: 'Subscribe: the amount is frozen in the wealth wallet and earns from the next day',
    input: z.strictObject({ id: z.uuid().describe('The draft, whose terms are repeated here'), ...wish }),
    example: { id: '00000000-0000-4000-8000-000000000001', ...example },
    output: z.strictObject(sent),
    sends: ['subscribeEarn'],
    errors: ['amountScale', 'draftUnknown', 'draftDiffers', 'termsUnread'],
  }),
  'POST pay/foundation-order/redeem': call({
    ...command,
    summary: 'Take principal out: of a fixed term all of it, with the stated part of the interest',
    input: z.strictObject({ id, amount: decimal }),
    output: z.strictObject({ ...sent, interest: decimal.describe('Paid with it') }),
    sends: ['redeemEarn'],
    errors: ['amountScale'],
  }),
  'POST pay/foundation-order/extract': call({
    ...command,
    summary: 'Take out the interest of a flexible holding',
    input: z.strictObject({ id }),
    output: z.strictObject({ ...sent, interest: decimal }),
    sends: ['extractEarn'],
  }),
  'POST pay/foundation-order/renew': call({
    ...command,
    summary: 'Whether a fixed term starts again when it is over',
    input: z.strictObject({ id, renew: z.boolean() }),
    output: z.strictObject(sent),
    sends: ['renewEarn'],
  }),
  'GET pay/foundation-order/status-page': call({
    ...read,
    summary: 'Own holdings that earn, or that ended, newest first',
    input: z.strictObject({ ...paging, status: z.enum(['earning', 'ended']) }),
    output: pageOf(holding),
  }),
  'GET pay/foundation-order/page': call({
    ...read,
    summary: 'Own holdings, newest first',
    input: z.strictObject(paging),
    output: pageOf(holding),
  }),
  'GET pay/foundation-order/get': call({
    ...read,
    summary: 'One holding of one’s own, with the interest that was paid, newest first',
    input: z.strictObject({ id }),
    output: z.strictObject({ holding, payments: z.array(payment) }),
    errors: ['holdingUnknown'],
  }),
};
