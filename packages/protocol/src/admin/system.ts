import { z } from 'zod';
import { call } from '../calls/define.ts';
import { heldPrice } from '../calls/market.ts';
import { decimal, id, nothing, queryInt, signedDecimal, symbol, time } from '../calls/shapes.ts';
import { act, note, read, venue } from './define.ts';

/** A lamp is on, or says why it is off. */
const lamp = z.strictObject({ name: z.string(), on: z.boolean(), text: z.string() });
const venueState = z.strictObject({
  venue,
  state: z.enum(['recovering', 'running', 'unavailable', 'stopped']),
  mode: z.string(),
  seq: id,
  projected: id,
  /** Commands that the histories are behind. */
  lag: z.number().int(),
});
const switchState = z.strictObject({
  name: z.enum(['withdrawalsOff', 'cancelOnly', 'readOnly']),
  scope: z.enum(['real', 'demo', 'all']),
  active: z.boolean(),
  reason: z.string(),
  changedBy: z.string(),
  changedAt: time,
});
const rule = z.strictObject({
  instrument: z.number().int(),
  symbol: z.string(),
  kind: z.number().int(),
  status: z.number().int(),
  reference: z.string().nullable(),
  source: z.string(),
  ageMs: z.number().int().nullable(),
});

export const systemCalls = {
  'GET overview/get': call({
    ...read('everyOperator'),
    summary: 'What waits and what is wrong, at one look',
    input: nothing,
    output: z.strictObject({
      at: time,
      customers: z.strictObject({ real: z.number().int(), demo: z.number().int(), today: z.number().int(), held: z.number().int() }),
      cases: z.array(
        z.strictObject({
          kind: z.string(),
          waiting: z.number().int(),
          taken: z.number().int(),
          late: z.number().int(),
          medianMs: z.number().int().nullable(),
        }),
      ),
      switches: z.array(switchState),
      lamps: z.array(lamp),
    }),
  }),
  'GET system/get': call({
    ...read('everyOperator'),
    summary: 'Venues, feeds, lag, invariants and switches',
    weight: 5,
    input: nothing,
    output: z.strictObject({
      at: time,
      version: z.string(),
      uptimeS: z.number().int(),
      status: z.string(),
      reasons: z.array(z.string()),
      warnings: z.array(z.string()),
      venues: z.array(venueState),
      prices: z.strictObject({ open: z.number().int(), stale: z.number().int() }),
      lamps: z.array(lamp),
      /** Every asset over all accounts and wallets, customers and house: zero. */
      sums: z.array(z.strictObject({ venue, asset: z.string(), sum: signedDecimal, accounts: z.number().int() })),
      switches: z.array(switchState),
    }),
  }),
  'GET search/find': call({
    ...read('everyOperator'),
    summary: 'Everything that has this number and that the operator may see: customers, cases, changes, orders, deposits, payouts',
    input: z.strictObject({ number: z.string().regex(/^\d{1,15}$/) }),
    output: z.array(
      z.strictObject({
        kind: z.enum(['customer', 'case', 'change', 'order', 'deposit', 'payout']),
        id,
        venue,
        /** What it is: a name, a kind or a state. */
        text: z.string(),
        customer: id.nullable(),
      }),
    ),
  }),
  'GET rule/list': call({
    ...read('rules'),
    summary: 'Instruments of a venue with their status and the age of their price',
    input: z.strictObject({ venue }),
    output: z.array(rule),
  }),
  'GET rule/get': call({
    ...read('rules'),
    summary: 'The rules of an instrument that are in force, as the engine has them',
    input: z.strictObject({ venue, instrument: queryInt(1, 1_000_000) }),
    output: z.strictObject({ instrument: z.number().int(), facts: z.array(z.strictObject({ name: z.string(), value: z.string() })) }),
    errors: ['notFound'],
  }),
  'GET price/held': call({
    ...read('everyOperator'),
    summary: 'Prices that are too far from the last one to be believed yet. Meanwhile nothing opens, fires or is liquidated by them',
    input: nothing,
    output: z.array(heldPrice.extend({ source: z.string() })),
  }),
  'POST price/confirm': call({
    ...act('rules'),
    summary: 'Confirm exactly this price, after it was looked up elsewhere. The feed’s next price is then compared with it',
    input: z.strictObject({ symbol, price: decimal, reason: note }),
    output: z.strictObject({ confirmed: z.literal(true) }),
    errors: ['priceNotHeld'],
  }),
  'POST price/discard': call({
    ...act('rules'),
    summary: 'Discard exactly this price: three further prints have to agree anew. The last price stays',
    input: z.strictObject({ symbol, price: decimal, reason: note }),
    output: z.strictObject({ discarded: z.literal(true) }),
    errors: ['priceNotHeld'],
  }),
  'POST stop/throw': call({
    ...act('rules'),
    summary: 'Stop trading of a venue, payouts, or one instrument, at once and alone. Opening again takes two people',
    input: z.strictObject({
      what: z.enum(['cancelOnly', 'readOnly', 'withdrawalsOff', 'instrument']),
      scope: z.enum(['real', 'demo', 'all']),
      instrument: z.number().int().min(1).max(1_000_000).optional(),
      /** Of an instrument. */
      status: z.enum(['halted', 'cancelOnly']).default('halted'),
      reason: note,
    }),
    output: z.strictObject({ inForce: z.boolean() }),
    errors: ['notFound', 'instrumentUnknown'],
  }),
  'POST stop/end': call({
    ...act('rules'),
    summary: 'Ask to let payouts begin again. Two people decide the case',
    input: z.strictObject({ what: z.literal('withdrawalsOff'), scope: z.enum(['real', 'demo', 'all']), reason: note }),
    output: z.strictObject({ case: id }),
    errors: ['notFound', 'caseOpen'],
  }),
};
