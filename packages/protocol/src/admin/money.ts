import { z } from 'zod';
import { call } from '../calls/define.ts';
import { decimal, id, pageOf, queryInt, time } from '../calls/shapes.ts';
import { adminPaging, read, venue } from './define.ts';

const account = queryInt(1, 2_147_483_647).optional();
const state = z
  .string()
  .regex(/^[a-zA-Z]{1,20}$/)
  .optional();

const deposit = z.strictObject({
  deposit: id,
  account: z.number().int(),
  rail: z.number().int(),
  channel: z.number().int(),
  asset: z.string(),
  amount: decimal,
  fee: decimal,
  source: z.number().int(),
  state: z.string(),
  taken: decimal,
  lost: decimal,
  creditedAt: time,
  seq: id,
});
const payout = z.strictObject({
  payout: id,
  account: z.number().int(),
  rail: z.number().int(),
  asset: z.string(),
  amount: decimal,
  fee: decimal,
  /** In USDT; null when no price was known. */
  value: decimal.nullable(),
  state: z.string(),
  reason: z.string(),
  /** Why people look at it. */
  flags: z.array(z.string()),
  requestedAt: time,
  seq: id,
});
export type DepositRow = z.output<typeof deposit>;
export type PayoutRow = z.output<typeof payout>;

export const moneyCalls = {
  'GET deposit/list': call({
    ...read('money'),
    summary: 'Deposits of a venue as they were credited, newest first',
    input: z.strictObject({ venue, ...adminPaging, account, state }),
    output: pageOf(deposit),
  }),
  'GET payout/list': call({
    ...read('money'),
    summary: 'Payouts of a venue with their state, newest first',
    input: z.strictObject({ venue, ...adminPaging, account, state }),
    output: pageOf(payout),
  }),
  'GET house/list': call({
    ...read('house'),
    summary: 'What the accounts of the house have, as the engine has it now',
    input: z.strictObject({ venue }),
    output: z.array(
      z.strictObject({
        account: z.number().int(),
        name: z.string(),
        wallet: z.number().int(),
        asset: z.string(),
        assetId: z.number().int(),
        available: z.string(),
        frozen: decimal,
      }),
    ),
  }),
};
