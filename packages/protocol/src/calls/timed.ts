import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { direction, receiptRef } from './positions.ts';
import { protectionErrors } from './refusals.ts';
import { assetCode, decimal, id, oneOf, pageOf, paging, period, signedDecimal, symbol, time } from './shapes.ts';

/** A timed contract. `startPrice` and `endPrice` are the index ticks that decide; null while unknown. */
export const timedOrder = z.strictObject({
  id,
  symbol,
  instrumentId: z.number().int(),
  direction,
  status: oneOf(0, 1, 2, 3, 4, 5).describe('0 waiting for its first tick, 1 running, 2 won, 3 lost, 4 equal, 5 void'),
  stake: decimal,
  asset: assetCode,
  payoutRate: decimal.describe('Percent of the stake paid on top of it when won'),
  payout: decimal.describe('That, as an amount'),
  result: signedDecimal.nullable().describe('Profit or loss once it is over'),
  durationS: z.number().int(),
  placedAt: time,
  startPrice: decimal.nullable(),
  startTime: time.nullable(),
  endPrice: decimal.nullable(),
  endTime: time.nullable(),
  endsAt: time,
  source: z.string(),
  voidReason: z.enum(['', 'stale', 'halted']),
  receipt: receiptRef.nullable(),
});
export type TimedOrder = z.output<typeof timedOrder>;

const { command, read, visit } = callsOf('contract');

export const timedContracts = {
  'POST pay/order-contract-quick/buy': call({
    ...command,
    summary: 'Buy a timed contract: the index is higher or lower at its end. The house is the counterparty',
    input: z.strictObject({ symbol, direction, durationS: z.number().int().min(1).max(86_400), stake: decimal }),
    output: z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean(), id, payout: decimal }),
    sends: ['placeTimed'],
    errors: [...protectionErrors, 'amountScale', 'marketClosed'],
  }),
  'GET pay/order-contract-quick/offers': call({
    ...visit,
    summary: 'Where timed contracts are offered, and on what terms',
    input: z.strictObject({}),
    output: z.array(
      z.strictObject({
        symbol,
        asset: assetCode,
        minStake: decimal,
        maxStake: decimal,
        offers: z.array(z.strictObject({ durationS: z.number().int(), payoutRate: decimal })),
      }),
    ),
  }),
  'GET pay/order-contract-quick/page': call({
    ...read,
    summary: 'Timed contracts, newest first: running ones live, the others from history',
    input: z.strictObject({ ...paging, state: z.enum(['open', 'finished', 'all']).default('all'), symbol: symbol.optional(), ...period }),
    output: pageOf(timedOrder),
    errors: ['instrumentUnknown'],
  }),
  'GET pay/order-contract-quick/detail': call({
    ...read,
    summary: 'One timed contract',
    input: z.strictObject({ id }),
    output: timedOrder,
    errors: ['timedUnknown'],
  }),
};
