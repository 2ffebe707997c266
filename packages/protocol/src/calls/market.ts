import { z } from 'zod';
import { call } from './define.ts';
import {
  assetCode,
  decimal,
  feedKind,
  id,
  nothing,
  oneOf,
  pageOf,
  paging,
  queryBoolean,
  queryInt,
  queryOneOf,
  signedDecimal,
  symbol,
  time,
} from './shapes.ts';

/** The rules of an instrument: what the ticket validates with is what the engine enforces. */
export const instrument = z.strictObject({
  id: z.number().int(),
  symbol,
  name: z.string().describe('In the language asked for'),
  words: z.string().describe('What else it is found by: the names of what it trades, in every language'),
  kind: oneOf(1, 2, 3),
  base: assetCode,
  quote: assetCode,
  plate: z.string().describe('Board or sector key'),
  board: z.string().nullable(),
  tick: decimal,
  ladder: z
    .array(z.tuple([decimal, decimal]))
    .optional()
    .describe('Steps of prices, where they grow with the price: up to which price, and the step'),
  lot: decimal,
  priceAccuracy: z.number().int(),
  transactionAccuracy: z.number().int(),
  lever: z.number().int(),
  minQuantity: decimal,
  maxQuantity: decimal,
  minNotional: decimal,
  bandBps: z.number().int(),
  takerFee: decimal.describe('Fraction, such as 0.001, at the base fee class'),
  makerFee: decimal,
  status: oneOf(0, 1, 2, 3, 4).describe('0 pre-open, 1 trading, 2 cancel-only, 3 halted, 4 closed'),
  session: z.string().nullable().describe('Session calendar, such as XNYS; null trades around the clock'),
  nextOpen: time.nullable(),
  /** Whether orders can be sent today. */
  tradable: z.boolean(),
  source: z.strictObject({ feed: feedKind, name: z.string() }),
  participants: z.boolean().describe('Whether simulated participants of the house trade it in the caller’s venue'),
});
export type Instrument = z.output<typeof instrument>;

/** A price that is too far from the last one to be believed yet, and how many prints say it. */
export const heldPrice = z.strictObject({ symbol, price: decimal, last: decimal, since: time, prints: z.number().int() });

/** A UTC day of simulated prices. */
const priceDay = z.strictObject({
  day: z.iso.date(),
  commitment: z.string().describe('SHA-256 of the day’s secret, in hexadecimal'),
  committedAt: time.describe('When the secret was drawn and the commitment published'),
  seq: z.number().int().nullable().describe('The command of the demo venue’s journal that holds the commitment; null until it is written'),
  secret: z.string().nullable().describe('256 bits in hexadecimal; null until the day is over'),
});
export type PriceDay = z.output<typeof priceDay>;

/** A market row in the socket's own letters: p pair, a best ask … see the socket's row message. */
export const row = z.strictObject({
  p: symbol.describe('Pair'),
  a: decimal.describe('Ask'),
  b: decimal.describe('Bid'),
  pe: decimal.describe('Last price'),
  peA: signedDecimal.describe('24 h change, percent'),
  t: time.describe('Time of the price'),
  st: oneOf(0, 1).describe('1 closed or stale, 0 live'),
  h: decimal.describe('24 h high'),
  l: decimal.describe('24 h low'),
  v: decimal.describe('24 h volume, base'),
  q: decimal.describe('24 h turnover, quote'),
  o: decimal.describe('Price 24 h ago'),
  f: feedKind.describe('Where its prices come from'),
});
export type Row = z.output<typeof row>;
const listed = instrument.extend({
  row,
  spark: z.array(z.number()).describe('24 h, 48 points, for a picture only'),
  favourite: z.boolean(),
});
export type Listed = z.output<typeof listed>;

const marketList = {
  input: z.strictObject({
    ...paging,
    plate: z.string().max(32).optional(),
    type: queryInt(0, 99).optional(),
    symbol: z.string().max(24).optional(),
    sort: z.enum(['price', '-price', 'change', '-change', 'turnover', '-turnover', 'symbol', '-symbol']).optional(),
  }),
  output: pageOf(listed),
};
export const intervals = ['1', '5', '15', '30', '60', '2H', '4H', '1D', '1W', '1M'] as const;
const candle = z.strictObject({ t: time, o: decimal, h: decimal, l: decimal, c: decimal, v: decimal });
const level = z.tuple([decimal, decimal]).describe('Price, quantity');
const favourite = z.strictObject({
  id: z.string(),
  sourceId: z.string().describe('Instrument id'),
  symbol,
  isTripartite: z.boolean(),
  createdAt: time,
});
const favouriteInput = z.strictObject({
  sourceId: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^[0-9]{1,10}$/)),
  isTripartite: z.boolean().default(false),
});
const done = z.strictObject({ done: z.literal(true) });

export const markets = {
  'GET pay/symbol/coin-page': call({ area: 'market', summary: 'Spot pairs', audience: 'visitor', idempotency: 'read', ...marketList }),
  'GET pay/symbol/contract-page': call({
    area: 'market',
    summary: 'Perpetual contracts',
    audience: 'visitor',
    idempotency: 'read',
    ...marketList,
  }),
  'GET pay/symbol/stock-page': call({ area: 'market', summary: 'Stocks', audience: 'visitor', idempotency: 'read', ...marketList }),
  'GET pay/symbol/instruments': call({
    area: 'market',
    summary: 'The rules of every instrument',
    audience: 'visitor',
    weight: 5,
    idempotency: 'read',
    input: nothing,
    output: z.array(instrument),
  }),
  'GET pay/symbol/search': call({
    area: 'market',
    summary: 'Instruments by symbol or name; a demo account searches the demo venue',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({ keyword: z.string().max(32), ...paging }),
    output: pageOf(listed),
  }),
  'GET pay/symbol/get-currency': call({
    area: 'market',
    summary: 'One instrument with its live row',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({ symbol }),
    output: listed,
    errors: ['instrumentUnknown'],
  }),
  'GET exchange/candlestick/stock-data': call({
    area: 'market',
    summary: 'Candles of any instrument, ascending by t; a closed one never changes',
    audience: 'visitor',
    weight: 2,
    idempotency: 'read',
    input: z.strictObject({
      symbol,
      interval: z.enum(intervals).default('30'),
      to: queryInt(0, 9_999_999_999_999).optional().describe('Exclusive end, ms; newest when left out'),
      limit: queryInt(1, 1000).default(500),
    }),
    output: z.strictObject({ symbol, interval: z.enum(intervals), candles: z.array(candle), source: z.string(), feed: feedKind }),
    errors: ['instrumentUnknown'],
  }),
  'GET exchange/candlestick/stock-24-hour-stat': call({
    area: 'market',
    summary: '24 h statistics of one or more instruments',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({ symbols: z.string().max(1200) }),
    output: z.array(row),
    errors: ['instrumentUnknown'],
  }),
  'GET exchange/depth': call({
    area: 'market',
    summary: 'The venue’s own order book',
    audience: 'visitor',
    weight: 2,
    idempotency: 'read',
    input: z.strictObject({ symbol, levels: queryInt(1, 200).default(50) }),
    output: z.strictObject({ p: symbol, seq: id, a: z.array(level), b: z.array(level) }),
    errors: ['instrumentUnknown'],
  }),
  'GET exchange/trades': call({
    area: 'market',
    summary: 'Latest prints: the source’s, and this venue’s own fills with their receipt',
    audience: 'visitor',
    weight: 2,
    idempotency: 'read',
    input: z.strictObject({ symbol, limit: queryInt(1, 200).default(50) }),
    output: z.array(
      z.strictObject({
        price: decimal,
        quantity: decimal,
        side: oneOf(0, 1),
        time,
        fillId: id,
        simulated: z.boolean().describe('A simulated participant of the house took part'),
      }),
    ),
    errors: ['instrumentUnknown'],
  }),
  'GET exchange/rate/data': call({
    area: 'market',
    summary: 'Exchange rates against USD',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ base: assetCode.optional() }),
    output: z.array(
      z.strictObject({
        currency: assetCode,
        rate: decimal,
        time,
        stale: z.boolean(),
        source: z.string(),
        feed: feedKind.nullable().describe('Null: a rule, no price'),
      }),
    ),
    errors: ['rateMissing'],
  }),
  'GET pay/symbol-index/list': call({
    area: 'market',
    summary: 'Indices: our own baskets, computed from the instruments’ prices by a published rule',
    audience: 'anyone',
    idempotency: 'read',
    input: nothing,
    output: z.array(
      z.strictObject({
        code: z.string(),
        name: z.string(),
        value: decimal,
        change: signedDecimal,
        time,
        stale: z.boolean(),
        members: z.array(symbol),
        rule: z.string(),
        feed: feedKind.describe('Live only where every member is'),
        spark: z.array(z.number()),
      }),
    ),
  }),
  'GET pay/symbol-contract/heatmap': call({
    area: 'market',
    summary: 'Turnover and change of every instrument of a kind',
    audience: 'anyone',
    weight: 2,
    idempotency: 'read',
    input: z.strictObject({ kind: queryOneOf(1, 2, 3).default(2) }),
    output: z.array(
      z.strictObject({
        symbol,
        name: z.string(),
        plate: z.string(),
        turnover: decimal,
        change: signedDecimal,
        price: decimal,
        feed: feedKind,
      }),
    ),
  }),
  'GET stock/symbol/top': call({
    area: 'market',
    summary: 'Stocks that rose, fell or traded most',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({
      by: z.enum(['gainers', 'losers', 'turnover']).default('gainers'),
      board: z.string().max(16).optional(),
      limit: queryInt(1, 50).default(10),
    }),
    output: z.array(listed),
  }),

  'GET pay/favorite/list': call({
    area: 'market',
    summary: 'Favourites',
    audience: 'customer',
    idempotency: 'read',
    input: nothing,
    output: z.array(favourite),
  }),
  'POST pay/favorite/add': call({
    area: 'market',
    summary: 'Add a favourite',
    audience: 'customer',
    idempotency: 'natural',
    input: favouriteInput,
    output: favourite,
    errors: ['instrumentUnknown', 'favouriteLimit'],
  }),
  'POST pay/favorite/delete': call({
    area: 'market',
    summary: 'Remove favourites by instrument ids',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({
      ids: z
        .array(z.union([z.string(), z.number()]).transform(String))
        .min(1)
        .max(200),
      isTripartite: z.boolean().default(false),
    }),
    output: done,
  }),
  'POST pay/symbol-collect/create': call({
    area: 'market',
    summary: 'Collect an instrument (same list as favourites)',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ symbol }),
    output: favourite,
    errors: ['instrumentUnknown', 'favouriteLimit'],
  }),
  'GET pay/symbol-collect/get': call({
    area: 'market',
    summary: 'One collected instrument',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ id: id }),
    output: favourite,
    errors: ['notFound'],
  }),
  'GET pay/symbol-collect/page': call({
    area: 'market',
    summary: 'Collected instruments with their rows',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ ...paging, kind: queryOneOf(1, 2, 3).optional() }),
    output: pageOf(listed),
  }),
  'GET pay/symbol-collect/delete': call({
    area: 'market',
    summary: 'Remove from the collection (the specification’s verb; needs a bearer token)',
    audience: 'customer',
    idempotency: 'natural',
    input: z.strictObject({ symbol }),
    output: done,
  }),
  'GET pay/symbol-collect/check-collect': call({
    area: 'market',
    summary: 'Is an instrument collected?',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ symbol }),
    output: z.strictObject({ collected: z.boolean() }),
  }),
  'GET exchange/price-days': call({
    area: 'market',
    summary: 'Days of simulated prices: the commitment to each day’s secret, and the secret once the day is over; newest first',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject(paging),
    output: pageOf(priceDay).extend({
      anchor: time.describe('When simulated prices had their starting values'),
      walk: z.string().describe('Version of the walk that the secrets make'),
    }),
  }),
  'GET exchange/sources': call({
    area: 'market',
    summary: 'Feeds: what is live, its age, gaps seen',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ stale: queryBoolean.optional() }),
    output: z.array(
      z.strictObject({
        source: z.string(),
        feed: feedKind,
        instruments: z.number().int(),
        lastTick: time.nullable(),
        ageMs: z.number().int().nullable(),
        gaps: z.number().int(),
        held: z.array(heldPrice).describe('Prices too far from the last one, until three prints or an operator confirm them'),
      }),
    ),
  }),
};
