import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { channel, networkId, paymentMethod, queryRailId, railId, rechargeChannel, station, waitsFor } from './rails.ts';
import { assetCode, decimal, id, idList, oneOf, pageOf, paging, queryOneOf, queryTime, time } from './shapes.ts';

/**
 * Stations of a deposit. Over a chain: `seen`, `confirming`, `ready`, then `credited`; a deposit that a reorganisation removed is `gone`. An order of a bank, a desk
 * or a provider: `awaiting` the payment, `submitted` by the customer, `matched` with a statement line or a callback, `review`, `credited`. `refused`, `expired`
 * (72 hours without money), `sentBack` and `reversed` are ends.
 */
export const depositSteps = [
  'awaiting',
  'submitted',
  'seen',
  'confirming',
  'ready',
  'matched',
  'review',
  'credited',
  'gone',
  'refused',
  'expired',
  'sentBack',
  'reversed',
] as const;
export type DepositStep = (typeof depositSteps)[number];

/** Why people did not credit a deposit, as published. */
export const depositReasons = [
  'otherHolder',
  'amountDiffers',
  'notArrived',
  'belowMinimum',
  'sourceUnclear',
  'notAccepted',
  'other',
  'lawForbidsDetail',
] as const;
export type DepositReason = (typeof depositReasons)[number];

const { read } = callsOf('wallet');
const own = { ...read, account: 'real' } as const;
const once = { area: 'wallet', audience: 'customer', account: 'real', idempotency: 'once', weight: 5 } as const;
const step = z.enum(depositSteps);

export const deposit = z.strictObject({
  id,
  no: z.string().describe('The reference that the customer writes and quotes'),
  channel: railId,
  recharge: rechargeChannel,
  method: paymentMethod,
  asset: assetCode,
  pays: assetCode,
  network: networkId.nullable(),
  networkName: z.string().nullable(),
  amount: decimal,
  fee: decimal,
  net: decimal.describe('What is credited'),
  status: oneOf(-2, -1, 0, 1, 2).describe('-2 expired, -1 not passed, 0 on its way, 1 credited, 2 waiting for people'),
  step,
  nextStep: step.nullable(),
  waitsFor: waitsFor.nullable().describe('null: nobody, it has ended'),
  createdAt: time,
  changedAt: time,
  dueAt: time.nullable().describe('By when people have promised to decide, or an order expires'),
  txHash: z.string().nullable(),
  confirmations: z.number().int().nullable(),
  needed: z.number().int().nullable(),
  reasonCode: z.enum(depositReasons).nullable(),
  remark: z.string().nullable(),
  receipt: receiptRef.nullable(),
});
export type DepositItem = z.output<typeof deposit>;

const detail = deposit.extend({
  timeline: z.array(station(step)).describe('The stations of this way in order, those to come too'),
  address: z.string().nullable(),
  tag: z.number().int().nullable(),
});
export type DepositDetail = z.output<typeof detail>;

/** How to pay an order. What does not apply is null. */
const instructions = z.strictObject({
  reference: z.string(),
  expiresAt: time,
  bank: z.strictObject({ bank: z.string(), holder: z.string(), account: z.string(), bic: z.string() }).nullable(),
  address: z.strictObject({ network: networkId, address: z.string(), tag: z.number().int().nullable() }).nullable(),
  url: z.string().nullable().describe('The provider’s page'),
  exchange: z
    .strictObject({ pays: decimal, getsAtLeast: decimal, rate: decimal, until: time })
    .nullable()
    .describe('At desks that exchange: what is got at least until then'),
});
const placed = z.strictObject({ deposit, instructions });

const order = {
  channel: railId,
  amount: decimal.describe('In what the customer pays'),
  cardId: id.optional().describe('The account on file that the money comes from'),
  business: z.boolean().optional(),
};
const orderErrors = [
  'channelUnknown',
  'railOff',
  'depositTooSmall',
  'identityNeeded',
  'amountInvalid',
  'amountScale',
  'rateMissing',
] as const;

export const depositCalls = {
  'POST pay/recharge/verify': call({
    area: 'wallet',
    audience: 'customer',
    account: 'real',
    idempotency: 'natural',
    summary: 'What a deposit would cost and what is missing for it. Changes nothing',
    input: z.strictObject(order),
    example: { channel: 7, amount: '100' },
    output: z.strictObject({
      fee: decimal,
      net: decimal,
      needs: z.array(z.enum(['identity', 'card', 'evidence'])).describe('What has to be there before the order'),
    }),
    errors: ['channelUnknown', 'railOff', 'depositTooSmall', 'amountInvalid', 'amountScale', 'rateMissing', 'destinationUnknown'],
  }),
  'POST pay/recharge': call({
    ...once,
    summary: 'Announce a deposit: a reference, and how to pay',
    input: z.strictObject(order),
    example: { channel: 7, amount: '100' },
    output: placed,
    errors: [...orderErrors, 'destinationUnknown', 'depositOrdersTooMany', 'depositsInReview'],
  }),
  'POST pay/recharge/submit': call({
    ...once,
    summary: '"I have paid": the transaction or pictures of the payment',
    input: z.strictObject({
      id,
      txHash: z
        .string()
        .regex(/^(?:0x)?[0-9a-fA-F]{64}$/)
        .optional(),
      evidence: z.array(z.uuid()).max(5).default([]),
    }),
    output: deposit,
    errors: ['depositUnknown', 'depositOrderOver', 'documentUnknown', 'transactionTaken', 'identityEvidenceMissing'],
  }),
  'POST pay/recharge/claim': call({
    ...once,
    summary: 'Coins that were sent without a tag or below the minimum: claim them by their transaction',
    input: z.strictObject({
      channel: railId,
      txHash: z.string().regex(/^(?:0x)?[0-9a-fA-F]{64}$/),
      remark: z.string().trim().max(500).optional(),
    }),
    output: deposit,
    errors: ['channelUnknown', 'transactionUnknown', 'transactionTaken', 'tooManyAttempts'],
  }),
  'GET pay/recharge/udun-address': call({
    ...own,
    weight: 5,
    summary: 'The customer’s own address on a network, signed by the vault',
    input: z.strictObject({ asset: assetCode, network: networkId }),
    output: z.strictObject({
      channel,
      address: z.string(),
      tag: z.number().int().nullable(),
      xAddress: z.string().nullable().describe('XRP: address and tag in one word'),
      account: z.number().int(),
      index: z.number().int(),
      attestation: z
        .string()
        .nullable()
        .describe('The vault’s Ed25519 signature, base64; null: the gateway’s address, which no vault of ours signs'),
      vaultKey: z.string().nullable(),
      fingerprint: z.string().describe('Twelve letters and digits in groups of four, to compare by eye'),
    }),
    errors: ['channelUnknown', 'railOff', 'identityNeeded', 'vaultAway'],
  }),
  'GET pay/recharge/get': call({
    ...own,
    summary: 'One deposit',
    input: z.strictObject({ id }),
    output: deposit,
    errors: ['depositUnknown'],
  }),
  'GET pay/recharge/page': call({
    ...own,
    summary: 'The customer’s deposits, newest first',
    input: z.strictObject({
      ...paging,
      status: queryOneOf(-2, -1, 0, 1, 2).optional(),
      channel: queryRailId.optional(),
      asset: assetCode.optional(),
      from: queryTime.optional(),
      to: queryTime.optional(),
    }),
    output: pageOf(deposit),
  }),
  'GET pay/recharge/detail': call({
    ...own,
    summary: 'One deposit with its journey, and how to pay it while it waits for the money',
    input: z.strictObject({ id }),
    output: detail.extend({ instructions: instructions.nullable() }),
    errors: ['depositUnknown'],
  }),
  'GET pay/recharge/detail-list': call({
    ...own,
    summary: 'Several deposits with their journeys; unknown ids are left out',
    input: z.strictObject({ ids: idList(50) }),
    output: z.array(detail),
  }),
  'POST pay/recharge/test-coins': call({
    ...once,
    summary: 'Development only: the world outside sends a deposit',
    input: z.strictObject({
      channel: railId,
      amount: decimal,
      id: id.optional().describe('The order that is paid, where the way has orders'),
    }),
    example: { channel: 1, amount: '100' },
    output: z.strictObject({ sent: z.literal(true), txHash: z.string().nullable() }),
    errors: ['notFound', 'channelUnknown', 'depositUnknown', 'amountInvalid', 'amountScale', 'vaultAway', 'outsideAway'],
  }),
};
