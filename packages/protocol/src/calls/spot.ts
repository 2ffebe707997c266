import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { figureErrors, protectionErrors } from './refusals.ts';
import {
  assetCode,
  decimal,
  id,
  nothing,
  oneOf,
  pageOf,
  paging,
  period,
  placedOrder,
  queryBoolean,
  queryInt,
  queryOneOf,
  symbol,
  time,
} from './shapes.ts';
import { evidenceOrNull } from './transparency.ts';

export const coin = z.strictObject({
  id: z.number().int(),
  code: assetCode,
  name: z.string(),
  kind: oneOf(1, 2, 3, 4),
  scale: z.number().int(),
  icon: z.string().nullable(),
  /** USD for one, from the venue's reference prices; null when there is none. */
  rate: decimal.nullable(),
  stale: z.boolean(),
});

const priceType = oneOf(1, 2, 3, 4, 5, 6);
export const order = z.strictObject({
  id,
  symbol,
  instrumentId: z.number().int(),
  side: oneOf(0, 1),
  priceType: priceType.describe('1 market, 2 limit, 3 stop-limit, 4 stop-market, 5 take-profit limit, 6 take-profit market'),
  timeInForce: oneOf(1, 2, 3).describe('1 GTC, 2 IOC, 3 FOK'),
  postOnly: z.boolean(),
  price: decimal.nullable(),
  triggerPrice: decimal.nullable(),
  quantity: decimal.nullable(),
  amount: decimal.nullable().describe('Quote amount of a market order by value'),
  filledQuantity: decimal,
  filledAmount: decimal,
  averagePrice: decimal.nullable(),
  reserved: decimal,
  reservedAsset: assetCode,
  status: oneOf(0, 1, 2, 3, 4, 5, 6).describe('0 untriggered, 1 open, 2 partly filled, 3 filled, 4 cancelled, 5 rejected, 6 expired'),
  reason: z.string(),
  createdAt: time,
  updatedAt: time,
});
export type Order = z.output<typeof order>;

/** A customer's side of a trade. */
export const fill = z.strictObject({
  id,
  orderId: id,
  symbol,
  side: oneOf(0, 1),
  role: z.enum(['taker', 'maker']),
  price: decimal,
  quantity: decimal,
  amount: decimal,
  fee: decimal,
  feeAsset: assetCode,
  time,
  seq: id,
  receiptHash: z.string(),
});
export type Fill = z.output<typeof fill>;

const newOrder = z.strictObject({
  symbol,
  side: oneOf(0, 1).describe('0 buy, 1 sell'),
  priceType,
  price: decimal.optional(),
  triggerPrice: decimal.optional(),
  quantity: decimal.optional().describe('Base quantity'),
  amount: decimal.optional().describe('Market orders by value: quote amount'),
  timeInForce: oneOf(1, 2, 3).default(1),
  postOnly: z.boolean().default(false),
});
const changed = z.strictObject({ commandId: z.uuid(), seq: id, orderIds: z.array(id), repeated: z.boolean() });
const refused = z.strictObject({ code: z.number().int(), msg: z.string() });

const { command, open, read, visit } = callsOf('coin');

export const coins = {
  'GET pay/coin/coin-list': call({
    ...open,
    summary: 'Assets that trade on spot',
    input: nothing,
    output: z.array(coin),
  }),
  'GET pay/coin/coin-list-all': call({
    ...open,
    summary: 'Every asset',
    input: nothing,
    output: z.array(coin),
  }),
  'GET pay/coin/coin-list-rate': call({
    ...open,
    summary: 'USD rate of every asset',
    input: nothing,
    output: z.array(z.strictObject({ code: assetCode, rate: decimal.nullable(), time: time.nullable(), stale: z.boolean() })),
  }),
  'GET pay/coin/coin-list-by-name': call({
    ...open,
    summary: 'Assets whose code or name contains a text',
    input: z.strictObject({ name: z.string().min(1).max(32) }),
    output: z.array(coin),
  }),
  'GET pay/coin/contract-list': call({
    ...open,
    summary: 'Assets that margin contracts',
    input: nothing,
    output: z.array(coin),
  }),
  'GET pay/coin/fait-list': call({
    ...open,
    summary: 'Fiat currencies',
    input: nothing,
    output: z.array(coin),
  }),
  'GET pay/coin/page': call({
    ...open,
    summary: 'Assets, page by page',
    input: z.strictObject({ ...paging, kind: queryOneOf(1, 2, 3, 4).optional() }),
    output: pageOf(coin),
  }),
  'GET pay/coin/detail': call({
    ...open,
    summary: 'One asset by id or code',
    input: z.strictObject({ id: queryInt(1, 2_147_483_647).optional(), code: assetCode.optional() }),
    output: coin,
    errors: ['assetUnknown'],
  }),
  'GET pay/coin/symbol-by-coin': call({
    ...open,
    summary: 'Instruments in which an asset trades',
    input: z.strictObject({ coin: assetCode }),
    output: z.array(z.strictObject({ id: z.number().int(), symbol, kind: oneOf(1, 2, 3) })),
  }),

  'POST pay/order-coin/purchase-actual-commodities': call({
    ...command,
    summary: 'Place a spot order',
    weight: 1,
    input: newOrder,
    output: placedOrder,
    sends: ['placeOrder'],
    errors: [...figureErrors, 'amountInvalid', 'amountScale'],
  }),
  'POST pay/order-coin/batch': call({
    ...command,
    summary: 'Up to 64 spot orders, and amendments and cancellations of any product’s, in one command, each with its own outcome',
    weight: 8,
    input: z.strictObject({
      items: z
        .array(
          z.discriminatedUnion('do', [
            newOrder.extend({ do: z.literal('place') }),
            z.strictObject({ do: z.literal('amend'), orderId: id, quantity: decimal.optional(), price: decimal.optional() }),
            z.strictObject({ do: z.literal('cancel'), orderId: id }),
          ]),
        )
        .min(1)
        .max(64),
    }),
    output: z.strictObject({
      commandId: z.uuid(),
      seq: id,
      repeated: z.boolean(),
      items: z.array(
        z.union([
          z.strictObject({ ok: z.literal(true), orderId: id.nullable(), status: oneOf(0, 1, 2, 3, 4, 5, 6).nullable() }),
          refused.extend({ ok: z.literal(false) }),
        ]),
      ),
    }),
    // Items are refused one by one, inside the answer.
    sends: ['orderBatch', 'placeOrder', 'amendOrder', 'cancelOrder'],
    errors: [...figureErrors, ...protectionErrors, 'marketClosed', 'amountInvalid', 'amountScale'],
  }),
  'POST pay/order-coin/amend': call({
    ...command,
    summary: 'Change quantity or price of an order of any product; reducing the quantity alone keeps priority',
    input: z.strictObject({ orderId: id, quantity: decimal.optional(), price: decimal.optional() }),
    output: placedOrder,
    sends: ['amendOrder'],
    errors: [...figureErrors, ...protectionErrors, 'marketClosed'],
  }),
  'GET pay/order-coin/revoke/{id}': call({
    ...command,
    summary: 'Cancel one order (the specification’s verb; needs a bearer token, never a cookie)',
    input: z.strictObject({ id }),
    output: changed,
    sends: ['cancelOrder'],
  }),
  'POST pay/order-coin/cancel-all': call({
    ...command,
    summary: 'Cancel every open spot order, or those of one instrument',
    weight: 2,
    input: z.strictObject({ symbol: symbol.optional() }),
    output: changed,
    sends: ['cancelAllOrders'],
  }),
  'POST pay/order-coin/cancel-all-after': call({
    ...command,
    summary:
      'Dead-man’s switch: cancel what opens or rests, of every product, unless renewed in time; what protects a position stays; 0 disarms',
    input: z.strictObject({ timeoutMs: z.number().int().min(0).max(86_400_000) }),
    output: z.strictObject({ commandId: z.uuid(), seq: id, dueAt: time.nullable() }),
    sends: ['cancelAllAfter'],
  }),
  'GET pay/order-coin/order-page': call({
    ...read,
    summary: 'Spot orders, newest first: open ones live, finished ones from history',
    input: z.strictObject({
      ...paging,
      state: z.enum(['open', 'finished', 'all']).default('all'),
      symbol: symbol.optional(),
      side: queryOneOf(0, 1).optional(),
      ...period,
    }),
    output: pageOf(order),
    errors: ['instrumentUnknown'],
  }),
  'GET pay/order-coin/order-detail': call({
    ...read,
    summary: 'One order with its fills',
    input: z.strictObject({ id }),
    output: order.extend({ fills: z.array(fill) }),
    errors: ['orderUnknown'],
  }),
  'GET pay/order-coin/fill-page': call({
    ...read,
    summary: 'Trades, newest first',
    input: z.strictObject({ ...paging, symbol: symbol.optional(), orderId: id.optional(), ...period }),
    output: pageOf(fill),
    errors: ['instrumentUnknown'],
  }),
  'GET pay/order-coin/outcome': call({
    ...read,
    summary: 'What became of a command id',
    input: z.strictObject({ commandId: z.uuid() }),
    output: z.strictObject({
      known: z.boolean(),
      seq: id.nullable(),
      accepted: z.boolean().nullable(),
      orderId: id.nullable(),
      refusal: refused.nullable(),
    }),
    errors: ['commandIdInvalid'],
  }),
  'GET pay/receipt/get': call({
    ...visit,
    summary: 'The receipt of a trade: facts anyone can recompute, and where it stands in the journal chain',
    input: z.strictObject({
      fillId: id,
      venue: z.enum(['real', 'demo']).optional(),
      role: z.enum(['taker', 'maker']).optional().describe('Whose side; without it your own, or the taker’s'),
      published: queryBoolean.optional(),
    }),
    output: z.strictObject({
      document: z.string().describe('Canonical JSON text of the facts; the hash is SHA-256 of exactly these bytes'),
      hash: z.string(),
      chain: z.strictObject({ firstSeq: id, lastSeq: id, hash: z.string() }).nullable(),
      evidence: evidenceOrNull,
    }),
    errors: ['notFound'],
  }),
};
