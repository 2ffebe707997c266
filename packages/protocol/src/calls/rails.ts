import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { assetCode, decimal, nothing, oneOf, pageOf, paging, queryInt, queryOneOf, time } from './shapes.ts';

/** The ways of money in and out. A rail moves one asset in one way; customers see it as a channel. */

const { read } = callsOf('wallet');
const own = { ...read, account: 'real' } as const;

/** A rail's number, which the journal knows it by. */
export const railId = z.number().int().min(1).max(65_535);
export const queryRailId = queryInt(1, 65_535);
export const paymentMethod = oneOf(0, 3, 4);
export const rechargeChannel = oneOf(0, 1, 2, 3, 4, 5, 6, 7);
export const networkId = z.string().regex(/^[a-z][a-z0-9-]{1,29}$/);

/** Who the customer waits for. */
export const waitsFor = z.enum(['you', 'network', 'bank', 'provider', 'vault', 'operators', 'exchange']);
export type WaitsFor = z.output<typeof waitsFor>;

/** People who open a deposit in a conversation: when they answer, and in which languages. */
const desk = z.strictObject({
  languages: z.array(z.string()),
  opens: z.string().describe('HH:MM of the desk’s time zone'),
  closes: z.string(),
  timeZone: z.string(),
  isOpen: z.boolean(),
});

export const channel = z.strictObject({
  id: railId,
  code: z.string().describe('Short and fixed, like usdt-ethereum'),
  channel: rechargeChannel,
  method: paymentMethod.describe('0 bank card, 3 C2C, 4 virtual currency'),
  asset: assetCode.describe('What is credited and paid out'),
  assetName: z.string(),
  scale: z.number().int().describe('Decimals of amounts'),
  pays: assetCode.describe('What the customer sends: a currency at desks that exchange, otherwise the asset'),
  network: networkId.nullable().describe('Of a chain; null for banks, desks and providers'),
  networkName: z.string().nullable(),
  provider: z.string().nullable().describe('Name of the third party whose page takes the money'),
  in: z
    .strictObject({
      min: decimal,
      reviewAbove: decimal.describe('A larger deposit is credited by people'),
      feePpm: z.number().int().describe('Share of the amount in millionths, rounded up'),
      confirmations: z.number().int().nullable().describe('Blocks before the money is credited'),
      typicalSeconds: z.number().int().nullable().describe('Median of the last thirty days; null: not enough deposits yet'),
      holdSeconds: z.number().int().describe('Payouts wait this long after a deposit'),
    })
    .nullable()
    .describe('null: takes no deposits'),
  out: z
    .strictObject({
      min: decimal,
      feeFixed: decimal,
      feePpm: z.number().int().describe('Share of the amount in millionths, rounded up'),
      typicalSeconds: z.number().int().nullable(),
    })
    .nullable()
    .describe('null: pays nothing out'),
  openIn: z.boolean(),
  openOut: z.boolean(),
  desk: desk.nullable(),
});
export type Channel = z.output<typeof channel>;

const network = z.strictObject({
  network: networkId,
  name: z.string(),
  assets: z.array(assetCode),
  pattern: z.string().describe('Regular expression of an address, for a first look while it is typed'),
  example: z.string(),
  tag: z.enum(['none', 'optional', 'required']),
});
export type NetworkInfo = z.output<typeof network>;

const filters = { method: queryOneOf(0, 3, 4).optional(), channel: queryOneOf(0, 1, 2, 3, 4, 5, 6, 7).optional() };

export const railCalls = {
  'GET pay/recharge-channel/get': call({
    ...own,
    summary: 'One way of paying in',
    input: z.strictObject({ id: queryRailId }),
    output: channel,
    errors: ['channelUnknown'],
  }),
  'GET pay/recharge-channel/list': call({
    ...own,
    summary: 'Every way of paying in',
    input: z.strictObject(filters),
    output: z.array(channel),
  }),
  'GET pay/recharge-channel/page': call({
    ...own,
    summary: 'Ways of paying in, page by page',
    input: z.strictObject({ ...paging, ...filters }),
    output: pageOf(channel),
  }),
  'GET pay/recharge-channel/group-list': call({
    ...own,
    summary: 'Ways of paying in by method',
    input: nothing,
    output: z.array(z.strictObject({ method: paymentMethod, channels: z.array(channel) })),
  }),
  'GET pay/recharge-channel/coin': call({
    ...own,
    summary: 'Ways of paying in coins, by asset and network',
    input: nothing,
    output: z.array(z.strictObject({ asset: assetCode, assetName: z.string(), channels: z.array(channel) })),
  }),
  'GET pay/recharge-channel/virtual-list': call({
    ...own,
    summary: 'Ways of paying in over a chain',
    input: z.strictObject({ asset: assetCode.optional() }),
    output: z.array(channel),
  }),
  'GET pay/recharge-channel/bank-card-list': call({
    ...own,
    summary: 'Bank accounts that take transfers',
    input: z.strictObject({ currency: assetCode.optional() }),
    output: z.array(
      z.strictObject({ channel, bank: z.string(), holder: z.string(), account: z.string(), bic: z.string(), currency: assetCode }),
    ),
  }),
  'GET pay/withdrawal-channel/list': call({
    ...own,
    summary: 'Every way of paying out',
    input: z.strictObject(filters),
    output: z.array(channel),
  }),
  'GET pay/virtual-network/list': call({
    ...own,
    summary: 'Networks of coins, and how their addresses look',
    input: nothing,
    output: z.array(network),
  }),
};

/** A place on money's way. `at` is null before it gets there. */
export const station = <Step extends z.core.$ZodType>(step: Step) => z.strictObject({ step, at: time.nullable(), by: waitsFor });
