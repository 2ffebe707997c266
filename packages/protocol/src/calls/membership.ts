import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { assetCode, decimal, id, oneOf, time } from './shapes.ts';

/** Levels are 1 to this; 0 is that of everybody. */
export const mostVipLevels = 6;
/** Pictures that an application for a level may have. */
export const levelEvidenceAtMost = 5;

/** Wallets whose money backs no position: coins (1) and wealth (5). */
const payingWallet = oneOf(1, 5);
const level = z.number().int().min(0).max(63);
const version = z.number().int().min(1).describe('Of the levels that were looked at; their prices follow from it');

const rates = z.strictObject({
  taker: decimal.describe('Percent of the value'),
  maker: decimal,
});
const vipLevel = z.strictObject({
  level,
  volume: decimal.describe('USDT traded in the 30 days before today; 0 for level 0'),
  price: decimal.nullable().describe('Of 30 days; null: it is not sold'),
  fees: z.strictObject({ spot: rates.nullable(), contract: rates.nullable(), stock: rates.nullable() }).describe('Null: nothing is traded'),
});
export type VipLevel = z.output<typeof vipLevel>;

const config = z.strictObject({
  version: z.number().int().describe('0: this venue has no levels'),
  asset: assetCode.describe('In which prices are paid'),
  levels: z.array(vipLevel).describe('From level 0 up'),
  plus: z.strictObject({ level, price: decimal.nullable().describe('Paid once; null: it is not sold') }),
  matchDays: z.number().int().describe('How long a level holds that was given because it is held elsewhere'),
});
export type VipConfig = z.output<typeof config>;

/** What gives the level in use. */
export const levelSources = ['none', 'volume', 'bought', 'given', 'plus', 'set'] as const;
export type LevelSource = (typeof levelSources)[number];

const application = z.strictObject({
  id,
  level,
  status: oneOf(-2, -1, 0, 1, 2).describe('-2 cancelled, -1 not passed, 0 under review, 1 completed, 2 waiting for review'),
  remark: z.string().nullable().describe('Why it was not passed'),
  createdAt: time,
  decidedAt: time.nullable(),
});
export type LevelApplication = z.output<typeof application>;

const event = z.strictObject({
  time,
  what: z.enum(['bought', 'ended', 'granted', 'plusApplied', 'plusApproved', 'plusRefused', 'volume']),
  level,
  amount: decimal.nullable(),
  asset: assetCode.nullable(),
  until: time.nullable(),
  receipt: receiptRef.nullable(),
});
export type MembershipRow = z.output<typeof event>;

const detail = z.strictObject({
  level: level.describe('In use: the highest of the others'),
  source: z.enum(levelSources),
  until: time.nullable().describe('When it ends by itself; null: it does not, or it depends on the volume'),
  volumeLevel: level,
  volume: decimal.describe('USDT of the 30 days before today'),
  volumeByDay: z.array(z.strictObject({ day: time, volume: decimal })).describe('The 30 days before today, oldest first, and today'),
  tomorrow: z.strictObject({
    level: level.describe('By volume, if nothing more is traded today'),
    volume: decimal,
    dropsOut: decimal.describe('Of the oldest day, which counts today for the last time'),
  }),
  bought: z
    .strictObject({ level, until: time, credit: decimal.describe('What its rest is worth when a higher level is bought now') })
    .nullable(),
  given: z.strictObject({ level, until: time }).nullable(),
  plus: z.strictObject({ state: z.enum(['none', 'waits', 'holds']), frozen: decimal }),
  applications: z.array(application).describe('For a level held elsewhere, newest first'),
  history: z.array(event).describe('The last of it, newest first'),
});
export type VipDetail = z.output<typeof detail>;

const { command, read, visit } = callsOf('wallet');
const sent = z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean() });

/** VIP levels and PLUS. */
export const membershipCalls = {
  'GET pay/vip-config/list': call({
    ...visit,
    summary: 'The levels: their volumes, prices and fees',
    input: z.strictObject({}),
    output: config,
  }),
  'GET pay/vip-purchase/detail': call({
    ...read,
    summary: 'One’s own level, what gives it, and the volume of each day that counts',
    input: z.strictObject({}),
    output: detail,
  }),
  'POST pay/vip-purchase/buy': call({
    ...command,
    summary: 'Buy a level for 30 days. The rest of a lower one is credited; the same level goes on for 30 days more',
    weight: 2,
    input: z.strictObject({ wallet: payingWallet, level: z.number().int().min(1).max(mostVipLevels), version }),
    example: { wallet: 1, level: 1, version: 1 },
    output: sent,
    sends: ['buyLevel'],
  }),
  'POST system/sys-member-vip/create': call({
    area: 'wallet',
    audience: 'customer',
    idempotency: 'natural',
    summary: 'Ask for a level that one holds elsewhere; an operator reviews it. An application that waits is answered again',
    weight: 10,
    input: z.strictObject({
      level: z.number().int().min(1).max(mostVipLevels),
      text: z.string().trim().min(10).max(500),
      evidence: z.array(z.uuid()).min(1).max(levelEvidenceAtMost).describe('Pictures uploaded for `membership`'),
    }),
    output: application,
    errors: ['levelUnknown', 'documentUnknown'],
  }),
  'POST system/sys-member-vip/apply-plus': call({
    ...command,
    summary: 'Ask for PLUS. Its price is frozen until operators have decided; then it is paid, or free again',
    weight: 2,
    input: z.strictObject({ wallet: payingWallet, version }),
    example: { wallet: 1, version: 1 },
    output: sent,
    sends: ['applyPlus'],
  }),
};
