import { z } from 'zod';
import { changeProducts } from '../enums.ts';
import { call } from './define.ts';
import { rechargeChannel } from './rails.ts';
import { assetCode, id, pageOf, paging, symbol, time } from './shapes.ts';

const subjects = [
  ...(['setRules', 'setTradingMode', 'defineInstrument', 'setInstrumentStatus', 'setFeeClass'] as const),
  ...([
    'defineContract',
    'defineStock',
    'setDayTrade',
    'defineTimed',
    'corporateAction',
    'defineSwap',
    'defineEarn',
    'defineLoan',
  ] as const),
  ...(['defineRail', 'stopRail', 'definePayoutRules'] as const),
  'defineLevels',
] as const;
const origins = ['file', 'operator', 'release', 'server', 'company'] as const;
const states = ['waits', 'inForce', 'withdrawn', 'replaced', 'failed'] as const;
/** How a figure is read. `percent`, `amount` of a coin, `quantity`, `duration` in milliseconds, `times` of leverage, `onOff` 1 or 0. */
export const changeUnits = ['percent', 'amount', 'quantity', 'duration', 'times', 'onOff', 'number', 'word'] as const;
export type ChangeUnit = (typeof changeUnits)[number];

const value = z.string().max(80).nullable();
const difference = z.strictObject({
  field: z.string().describe('Name of the term'),
  at: z.number().int().describe('Which item of a list: its place from 1, or its duration in milliseconds; 0: no list'),
  unit: z.enum(changeUnits),
  coin: assetCode.nullable().describe('What an amount or a quantity is of'),
  before: value.describe('Null: there was none'),
  after: value.describe('Null: there is none any more'),
});
const rail = z.strictObject({
  id: z.number().int(),
  asset: assetCode,
  channel: rechargeChannel,
  networkName: z.string().nullable(),
  provider: z.string().nullable(),
});
const change = z.strictObject({
  id,
  subject: z.enum(subjects),
  state: z.enum(states),
  symbol: symbol.nullable().describe('Null: the whole exchange, or a rail'),
  rail: rail.nullable().describe('The way of money in and out whose terms change; null: none'),
  origin: z.enum(origins).describe('Whose decision it was'),
  reason: z.string().describe('In the words of who decided; empty when the origin says it all'),
  announcedAt: time,
  from: time.describe('When it takes effect, or took effect'),
  endedAt: time.nullable().describe('When it was withdrawn, replaced or given up'),
  endReason: z.string(),
  worse: z.boolean().describe('For the worse for anybody: it waits at least 24 hours'),
  first: z.boolean().describe('First terms of something new'),
  differences: z.array(difference),
});
export type Change = z.output<typeof change>;
export type ChangeRail = z.output<typeof rail>;
export type ChangeDifference = Change['differences'][number];

export const changes = {
  'GET exchange/change/page': call({
    area: 'market',
    summary:
      'Announced changes of terms, fees, limits and switches, newest first: before and after, who, why, and from when. Those of money in and out (`money`) are real money’s for every caller',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ ...paging, symbol: symbol.optional(), product: z.enum(changeProducts).optional() }),
    output: pageOf(change),
    errors: ['instrumentUnknown'],
  }),
};
