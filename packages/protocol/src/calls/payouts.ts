import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { networkId, paymentMethod, queryRailId, railId, station, waitsFor } from './rails.ts';
import { assetCode, decimal, id, idList, nothing, oneOf, pageOf, paging, queryOneOf, queryTime, time } from './shapes.ts';

/** Stations of a payout. `errored`: nobody knows yet whether it was sent. The last five are ends. */
export const payoutSteps = [
  'requested',
  'review',
  'approved',
  'sending',
  'confirming',
  'errored',
  'completed',
  'cancelled',
  'notPassed',
  'notSent',
  'returned',
] as const;
export type PayoutStep = (typeof payoutSteps)[number];

/** Why people look at a payout before it is sent. */
export const payoutReviews = [
  'firstPayout',
  'youngDestination',
  'manyAtOnce',
  'aboveReview',
  'aboveSecond',
  'noPrice',
  'railCap',
  'restricted',
  'screening',
  'device',
  'travelRule',
  'other',
] as const;
export type PayoutReview = (typeof payoutReviews)[number];

/** Why people refused a payout, as published. */
export const payoutReasonCodes = [
  'destinationUnclear',
  'holderDiffers',
  'sourceUnclear',
  'travelRuleOpen',
  'askedByCustomer',
  'lawForbidsDetail',
  'other',
] as const;

const { read } = callsOf('wallet');
const own = { ...read, account: 'real' } as const;
const command = { area: 'wallet', audience: 'customer', account: 'real', idempotency: 'command' } as const;
const step = z.enum(payoutSteps);
const label = z.string().trim().min(1).max(40);
const address = z.string().trim().min(1).max(120);
const tag = z.number().int().min(0).max(4_294_967_295);

/** Whose the receiving wallet is: the customer's own, or one at another provider. */
const travelRule = z.strictObject({
  owner: z.enum(['self', 'provider']),
  provider: z.string().trim().min(2).max(80).optional().describe('The other exchange’s name'),
  beneficiary: z.string().trim().min(2).max(120).optional().describe('Who receives it, when it is somebody else'),
});

export const payout = z.strictObject({
  id,
  no: z.string(),
  channel: railId,
  method: paymentMethod,
  asset: assetCode,
  network: networkId.nullable(),
  networkName: z.string().nullable(),
  amount: decimal.describe('Taken from the wallet'),
  fee: decimal,
  net: decimal.describe('What the receiver gets'),
  status: oneOf(-2, -1, 0, 1, 2).describe('-2 cancelled, -1 not passed or not sent, 0 on its way, 1 completed, 2 waiting for people'),
  step,
  nextStep: step.nullable(),
  waitsFor: waitsFor.nullable(),
  createdAt: time,
  changedAt: time,
  dueAt: time.nullable(),
  destinationId: id,
  destination: z.string().describe('Masked, with its label'),
  txHash: z.string().nullable(),
  confirmations: z.number().int().nullable(),
  needed: z.number().int().nullable(),
  reviewReasons: z.array(z.enum(payoutReviews)),
  reasonCode: z.enum(payoutReasonCodes).nullable(),
  remark: z.string().nullable(),
  mayCancel: z.boolean(),
  receipt: receiptRef.nullable(),
});
export type PayoutItem = z.output<typeof payout>;
const detail = payout.extend({ timeline: z.array(station(step)), address: z.string(), tag: tag.nullable() });
export type PayoutDetail = z.output<typeof detail>;

/** What is the same of a bank account and of an address: when it may be used first. */
const entry = {
  id,
  channel: railId,
  asset: assetCode,
  label: z.string(),
  masked: z.string(),
  fingerprint: z.string().describe('Twelve letters and digits in groups of four, to compare by eye'),
  addedAt: time,
  usableFrom: time,
  usable: z.boolean(),
};
const card = z.strictObject({
  ...entry,
  bank: z.string(),
  bic: z.string().nullable(),
  holder: z.string(),
  account: z.string(),
  currency: assetCode,
});
export type Card = z.output<typeof card>;
const walletAddress = z.strictObject({
  ...entry,
  network: networkId,
  networkName: z.string(),
  address: z.string(),
  tag: tag.nullable(),
  owner: z.enum(['self', 'provider']),
});
export type WalletAddress = z.output<typeof walletAddress>;

const changed = z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean() });
/** What a request says, and what its proof covers: amount and receiver as the customer saw them. */
const request = {
  channel: railId,
  amount: decimal,
  destinationId: id,
  address: address.describe('As the address book shows it: the customer confirms it, and it must be the same'),
  tag: tag.optional(),
  travelRule: travelRule.optional(),
};

export const payoutCalls = {
  'POST pay/withdrawal': call({
    ...command,
    summary: 'Take money out. The amount is frozen until it has arrived or is given back',
    weight: 20,
    proof: 'strong',
    sends: ['requestPayout'],
    input: z.strictObject(request),
    example: { channel: 1, amount: '50', destinationId: '1', address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94' },
    output: z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean(), payout }),
    errors: ['channelUnknown', 'amountScale', 'destinationDiffers', 'travelRuleNeeded', 'addressInvalid', 'withdrawalsOff'],
  }),
  'GET pay/withdrawal/fee': call({
    ...own,
    summary: 'What a payout costs, how it is bounded, and what will happen to it. Changes nothing',
    input: z.strictObject({ channel: queryRailId, amount: decimal, destinationId: id.optional() }),
    example: { channel: 1, amount: '50' },
    output: z.strictObject({
      asset: assetCode,
      fee: decimal,
      net: decimal,
      min: decimal,
      available: decimal,
      limit24h: decimal.describe('In USDT'),
      left24h: decimal.describe('In USDT'),
      level: oneOf(0, 1, 2),
      value: decimal.nullable().describe('In USDT; null: no price is known'),
      usableFrom: time.nullable().describe('Before that the destination or a changed factor holds it; null: now'),
      reviewReasons: z.array(z.enum(payoutReviews)),
      persons: oneOf(0, 1, 2).describe('How many people look at it'),
      travelRule: z.boolean().describe('Whose the receiving wallet is has to be said'),
      typicalSeconds: z.number().int().nullable(),
      arrivesAt: time.nullable().describe('About; null: not known yet'),
      problem: z.strictObject({ code: z.number().int(), msg: z.string() }).nullable().describe('Why it would be refused now'),
    }),
    errors: ['channelUnknown', 'amountInvalid', 'amountScale', 'destinationUnknown'],
  }),
  'GET pay/withdrawal/page': call({
    ...own,
    summary: 'The customer’s payouts, newest first',
    input: z.strictObject({
      ...paging,
      status: queryOneOf(-2, -1, 0, 1, 2).optional(),
      channel: queryRailId.optional(),
      asset: assetCode.optional(),
      from: queryTime.optional(),
      to: queryTime.optional(),
    }),
    output: pageOf(payout),
  }),
  'GET pay/withdrawal/detail': call({
    ...own,
    summary: 'One payout with its journey',
    input: z.strictObject({ id }),
    output: detail,
    errors: ['payoutUnknown'],
  }),
  'GET pay/withdrawal/detail-list': call({
    ...own,
    summary: 'Several payouts with their journeys; unknown ids are left out',
    input: z.strictObject({ ids: idList(50) }),
    output: z.array(detail),
  }),
  'PUT pay/withdrawal/cancel/{id}': call({
    ...command,
    summary: 'Call a payout back before it is sent',
    weight: 5,
    sends: ['cancelPayout'],
    input: z.strictObject({ id }),
    output: changed,
  }),
  'GET pay/bank/list': call({
    ...own,
    summary: 'Banks of a country that payouts reach',
    input: z.strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    output: z.array(z.strictObject({ code: z.string(), name: z.string(), bic: z.string(), country: z.string() })),
  }),
  'POST pay/bank-card/create': call({
    ...command,
    summary: 'Add a bank account that money may be paid to. It waits before its first use',
    weight: 5,
    proof: 'strong',
    sends: ['addDestination'],
    input: z.strictObject({
      channel: railId,
      bank: z.string().trim().min(2).max(80),
      bic: z.string().trim().max(11).optional(),
      iban: z.string().trim().min(5).max(42).describe('With or without spaces'),
      holder: z.string().trim().min(2).max(120),
      label,
    }),
    example: { channel: 7, bank: 'Deutsche Bank', iban: 'DE89370400440532013000', holder: 'Anna Eriksson', label: 'Salary' },
    output: changed.extend({ card }),
    errors: ['channelUnknown', 'accountNumberInvalid', 'holderDiffers', 'identityNeeded'],
  }),
  'POST pay/bank-card/update': call({
    area: 'wallet',
    audience: 'customer',
    account: 'real',
    idempotency: 'natural',
    summary: 'Give a bank account another label',
    input: z.strictObject({ id, label }),
    output: card,
    errors: ['destinationUnknown'],
  }),
  'POST pay/bank-card/remove': call({
    ...command,
    summary: 'Remove a bank account',
    sends: ['dropDestination'],
    input: z.strictObject({ id }),
    output: changed,
  }),
  'GET pay/bank-card/get': call({
    ...own,
    summary: 'One bank account of the customer',
    input: z.strictObject({ id }),
    output: card,
    errors: ['destinationUnknown'],
  }),
  'GET pay/bank-card/list': call({
    ...own,
    summary: 'The customer’s bank accounts',
    input: z.strictObject({ currency: assetCode.optional() }),
    output: z.array(card),
  }),
  'POST pay/virtual-wallet/create': call({
    ...command,
    summary: 'Add an address that coins may be paid to. It waits before its first use',
    weight: 5,
    proof: 'strong',
    sends: ['addDestination'],
    input: z.strictObject({ channel: railId, address, tag: tag.optional(), label, whose: z.enum(['self', 'provider']) }),
    example: { channel: 1, address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94', label: 'Ledger', whose: 'self' },
    output: changed.extend({ address: walletAddress }),
    errors: ['channelUnknown', 'addressInvalid', 'tagMissing', 'addressOurs', 'identityNeeded'],
  }),
  'POST pay/virtual-wallet/update': call({
    area: 'wallet',
    audience: 'customer',
    account: 'real',
    idempotency: 'natural',
    summary: 'Give an address another label',
    input: z.strictObject({ id, label }),
    output: walletAddress,
    errors: ['destinationUnknown'],
  }),
  'POST pay/virtual-wallet/remove': call({
    ...command,
    summary: 'Remove an address',
    sends: ['dropDestination'],
    input: z.strictObject({ id }),
    output: changed,
  }),
  'GET pay/virtual-wallet/get': call({
    ...own,
    summary: 'One address of the customer',
    input: z.strictObject({ id }),
    output: walletAddress,
    errors: ['destinationUnknown'],
  }),
  'GET pay/virtual-wallet/list': call({
    ...own,
    summary: 'The customer’s address book',
    input: z.strictObject({ network: networkId.optional(), asset: assetCode.optional() }),
    output: z.array(walletAddress),
  }),
  'GET pay/virtual-wallet/curent-member-list': call({
    ...own,
    summary: 'Addresses that may be paid to, now or after their wait, on open ways out',
    input: z.strictObject({ channel: queryRailId.optional() }),
    output: z.array(walletAddress),
  }),
  'GET pay/virtual-wallet/list-simple-all': call({
    ...own,
    summary: 'Labels of the address book',
    input: nothing,
    output: z.array(z.strictObject({ id, label: z.string(), network: networkId })),
  }),
};
