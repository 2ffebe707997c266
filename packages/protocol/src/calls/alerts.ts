import { z } from 'zod';
import { call } from './define.ts';
import { decimal, id, oneOf, pageOf, paging, symbol, time } from './shapes.ts';

/** A price that a customer is told of once, when the instrument's price gets there. */
const priceAlert = z.strictObject({
  id,
  symbol,
  price: decimal,
  direction: oneOf(1, -1).describe('1: the price has to rise to it; -1: to fall to it'),
  createdAt: time,
  firedAt: time.nullable().describe('When the price got there; null: the alert waits'),
  firedPrice: decimal.nullable(),
});
export type PriceAlert = z.output<typeof priceAlert>;

export const alertCalls = {
  'GET pay/price-alert/page': call({
    area: 'market',
    summary: 'Your price alerts: those that wait, then those of the last 30 days that were told, newest first',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ ...paging, symbol: symbol.optional() }),
    output: pageOf(priceAlert),
    errors: ['instrumentUnknown'],
  }),
  'POST pay/price-alert/create': call({
    area: 'market',
    summary: 'Be told once when the price of an instrument gets there; the price now decides whether it has to rise or to fall',
    audience: 'customer',
    weight: 2,
    // Setting the alert that waits already answers with that one.
    idempotency: 'natural',
    input: z.strictObject({ symbol, price: decimal }),
    example: { symbol: 'BTC/USDT', price: '60000' },
    output: priceAlert,
    errors: ['instrumentUnknown', 'priceInvalid', 'priceOffTick', 'alertLimit', 'alertAtPrice', 'alertPriceless'],
  }),
  'POST pay/price-alert/delete': call({
    area: 'market',
    summary: 'Remove alerts that wait; those that are gone or not yours are passed over',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ ids: z.array(id).min(1).max(100) }),
    output: z.strictObject({ removed: z.number().int() }),
  }),
};
