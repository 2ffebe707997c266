import { z } from 'zod';
import { call, callsOf } from './define.ts';
import {
  direction,
  orderFunds,
  pageQuery,
  position,
  positionOrder,
  positionPage,
  preview,
  priceType,
  revoked,
  settlement,
  stops,
  stopsSet,
} from './positions.ts';
import { figureErrors, openingOnly, previewErrors, protectionErrors } from './refusals.ts';
import {
  assetCode,
  decimal,
  id,
  nothing,
  oneOf,
  pageOf,
  paging,
  placedOrder,
  queryInt,
  queryOneOf,
  queryWallet,
  symbol,
  time,
} from './shapes.ts';

const lever = z.number().int().min(1).max(20);
const openErrors = [...figureErrors, ...protectionErrors] as const;

/** A day order queued at the upper price limit. */
export const upperCircuitOrder = positionOrder.extend({
  limitPrice: decimal.nullable().describe('The day’s upper limit; null before the session opens'),
  queueBefore: decimal.nullable().describe('Quantity that stands before it in the queue'),
});
export type UpperCircuitOrder = z.output<typeof upperCircuitOrder>;

const dayTrade = z.strictObject({
  id,
  status: oneOf(-2, -1, 0, 1, 2).describe('-2 cancelled, -1 not passed, 0 under review, 1 completed, 2 waiting for review'),
  reason: z.string(),
  remark: z.string().nullable().describe('Why it was not passed'),
  createdAt: time,
  decidedAt: time.nullable(),
});
export type DayTrade = z.output<typeof dayTrade>;

const { command, read, visit } = callsOf('stock');

export const stocks = {
  'POST stock/order/create': call({
    ...command,
    summary: 'Open or add to a stock position; outside a session the order waits for the open',
    input: z.strictObject({
      symbol,
      direction: direction.default(1),
      lever: lever.default(1).describe('1: cash'),
      priceType,
      price: decimal.optional(),
      triggerPrice: decimal.optional(),
      quantity: decimal,
      timeInForce: oneOf(1, 2, 3).default(1),
      postOnly: z.boolean().default(false),
      ...stops,
      funds: orderFunds.optional(),
    }),
    output: placedOrder,
    sends: ['placeStockOrder', 'placeFundedStockOrder'],
    cannot: ['dayTradeNeeded', 'upperCircuitUnavailable'],
    errors: [...openErrors, 'amountScale'],
  }),
  'POST stock/order/complete': call({
    ...command,
    summary: 'Close a stock position, or part of it, at market or at a limit price',
    input: z.strictObject({
      id: id.describe('Position'),
      quantity: decimal.optional().describe('Without it: all'),
      price: decimal.optional().describe('Without it: at market'),
      timeInForce: oneOf(1, 2, 3).default(1),
    }),
    output: placedOrder,
    sends: ['placeStockOrder'],
    cannot: [
      ...openingOnly,
      'triggerWrongSide',
      'wouldTake',
      'insufficientBalance',
      'shortNotAllowed',
      'lendingExhausted',
      'upperCircuitUnavailable',
    ],
    errors: figureErrors,
  }),
  'POST stock/order/update-profit-loss': call({
    ...command,
    summary: 'Set take-profit and stop-loss of the whole position, or add them for a part; an empty price removes the whole’s',
    input: z.strictObject({ id, ...stops, quantity: decimal.optional() }),
    output: stopsSet,
    sends: ['setPositionStops'],
    cannot: ['priceStale'],
    errors: [...figureErrors, 'quantityTooLarge'],
  }),
  'GET stock/order/detail': call({
    ...read,
    summary: 'One stock position with its orders and settlements',
    input: z.strictObject({ id }),
    output: z.strictObject({ position, orders: z.array(positionOrder), settlements: z.array(settlement) }),
    errors: ['positionUnknown'],
  }),
  'GET stock/order/preview': call({
    ...read,
    summary: 'What a stock order would cost; changes nothing',
    input: z.strictObject({
      symbol,
      direction: queryOneOf(1, 2).default(1),
      action: queryOneOf(1, 2).default(1),
      lever: queryInt(1, 20).default(1),
      quantity: decimal,
      price: decimal.optional(),
      payFrom: queryWallet.optional().describe('The wallet that pays what the stock wallet lacks'),
    }),
    output: preview,
    errors: previewErrors,
  }),
  'GET pay/order-stock/page': call({
    ...read,
    summary: 'Stock positions (open live, closed from history) or orders, newest first',
    input: pageQuery,
    output: positionPage,
    errors: ['instrumentUnknown'],
  }),
  'GET pay/order-stock/detail': call({
    ...read,
    summary: 'One stock order with its settlements',
    input: z.strictObject({ id }),
    output: positionOrder.extend({ settlements: z.array(settlement) }),
    errors: ['orderUnknown'],
  }),
  'GET pay/order-stock/revoke': call({
    ...command,
    summary: 'Cancel one stock order (the specification’s verb; needs a bearer token)',
    input: z.strictObject({ id }),
    output: revoked,
    sends: ['cancelOrder'],
  }),
  'POST stock/uc-order/create': call({
    ...command,
    summary: 'Queue a day order at the upper price limit; it expires with the session',
    input: z.strictObject({ symbol, quantity: decimal, lever: lever.default(1), funds: orderFunds.optional() }),
    output: placedOrder,
    sends: ['placeStockOrder', 'placeFundedStockOrder'],
    cannot: ['dayTradeNeeded'],
    errors: [...openErrors, 'amountScale'],
  }),
  'GET stock/uc-order/page': call({
    ...read,
    summary: 'Upper-circuit orders, newest first',
    input: z.strictObject({ ...paging, state: z.enum(['open', 'finished', 'all']).default('all'), symbol: symbol.optional() }),
    output: pageOf(upperCircuitOrder),
    errors: ['instrumentUnknown'],
  }),
  'GET stock/uc-order/get': call({
    ...read,
    summary: 'One upper-circuit order',
    input: z.strictObject({ id }),
    output: upperCircuitOrder,
    errors: ['orderUnknown'],
  }),
  'GET stock/session': call({
    ...visit,
    summary: 'The session of a stock: when it opens and closes, and the day’s price limits',
    input: z.strictObject({ symbol }),
    output: z.strictObject({
      symbol,
      inSession: z.boolean(),
      open: time.nullable(),
      close: time.nullable(),
      low: decimal.nullable(),
      high: decimal.nullable(),
      previousClose: decimal.nullable(),
      shortable: z.boolean(),
      maxLever: z.number().int(),
      interestRate: decimal.describe('Percent a day'),
      borrowRate: decimal.describe('Percent a day'),
      stampDutyRate: decimal.describe('Percent'),
      dayTradeRule: z.boolean(),
      asset: assetCode,
      corporateActions: z.array(z.strictObject({ time, action: z.enum(['split', 'dividend']), text: z.string(), source: z.string() })),
    }),
    errors: ['instrumentUnknown', 'orderProductWrong'],
  }),
  'POST pay/day-trade/submit': call({
    area: 'stock',
    summary: 'Apply for same-day round trips on margin; an operator reviews it',
    audience: 'customer',
    weight: 10,
    idempotency: 'natural',
    input: z.strictObject({ reason: z.string().trim().min(10).max(500) }),
    output: dayTrade,
  }),
  'GET pay/day-trade/list': call({
    ...read,
    summary: 'Applications for day trading, newest first',
    input: nothing,
    output: z.strictObject({ allowed: z.boolean(), list: z.array(dayTrade) }),
  }),
};
