import { z } from 'zod';
import { position, positionOrder, settlement } from './calls/positions.ts';
import { feedKind } from './calls/shapes.ts';
import { fill, order } from './calls/spot.ts';
import { timedOrder } from './calls/timed.ts';
import { accountWorth, statementLine } from './calls/wallets.ts';

/**
 * The market socket: `…/ws/market?socketId=…&version=v1` (real venue) and `…/ws/market-demo?…` (demo venue).
 * Client frames are text: one JSON object. Server frames are binary: gzip of one JSON bundle `{ m: ServerMessage[] }`.
 * Public frames are made once and sent to every subscriber of the same set. Each channel numbers its messages (`seq`) and
 * names the one before (`prev`); after a gap the client asks for a fresh snapshot by subscribing again.
 */

const decimal = z.string();
const channelNumbers = { seq: z.number().int(), prev: z.number().int() };

/** What the client sends. Every frame may carry `Authorization`. */
export const clientMessage = z.discriminatedUnion('type', [
  /** Replaces the whole subscription: rows of these symbols; depth, tape and candles of at most four. */
  z.strictObject({
    type: z.literal('SUB'),
    Authorization: z.string().max(2048).optional(),
    rows: z.array(z.string().max(24)).max(200).optional(),
    depth: z.array(z.string().max(24)).max(4).optional(),
    trades: z.array(z.string().max(24)).max(4).optional(),
    candles: z
      .array(z.strictObject({ s: z.string().max(24), i: z.string().max(3) }))
      .max(4)
      .optional(),
  }),
  z.strictObject({ type: z.literal('language'), language: z.string().max(12), Authorization: z.string().max(2048).optional() }),
  z.strictObject({ type: z.literal('auth'), Authorization: z.string().max(2048) }),
  z.strictObject({ type: z.literal('heartbeat'), t: z.number().optional() }),
  z.strictObject({ type: z.literal('ping'), t: z.number().optional() }),
]);
export type ClientMessage = z.input<typeof clientMessage>;

/** Live row: p pair, a ask and b bid of the venue's book, pe price of the source (the index), peA 24 h change in percent, t time, st 1 when closed or stale, f where the prices come from. The default row is all zero with st 1. */
export const rowMessage = z.strictObject({
  c: z.literal('row'),
  ...channelNumbers,
  p: z.string(),
  a: decimal,
  b: decimal,
  pe: decimal,
  peA: decimal,
  t: z.number().int(),
  st: z.literal([0, 1]),
  h: decimal,
  l: decimal,
  v: decimal,
  q: decimal,
  f: feedKind,
});
export type RowMessage = z.output<typeof rowMessage>;

/** Depth: whole levels; `snap` 1 replaces the book, 0 changes it (quantity '0' removes a level). */
export const depthMessage = z.strictObject({
  c: z.literal('depth'),
  ...channelNumbers,
  p: z.string(),
  snap: z.literal([0, 1]),
  a: z.array(z.tuple([decimal, decimal])),
  b: z.array(z.tuple([decimal, decimal])),
});
export type DepthMessage = z.output<typeof depthMessage>;

/** Trades of the venue: price, quantity, side (0 buy taker), time, fill id, and 1 where a simulated participant of the house took part. `snap` 1 replaces the list. */
export const tradesMessage = z.strictObject({
  c: z.literal('trades'),
  ...channelNumbers,
  p: z.string(),
  snap: z.literal([0, 1]),
  l: z.array(z.tuple([decimal, decimal, z.literal([0, 1]), z.number().int(), z.string().nullable(), z.literal([0, 1])])),
});
export type TradesMessage = z.output<typeof tradesMessage>;

/**
 * Mark and index price of a contract, and the funding rate of the next round (percent). Subscribers of the contract's depth get it together with its
 * row.
 */
export const markMessage = z.strictObject({
  c: z.literal('mark'),
  ...channelNumbers,
  p: z.string(),
  m: decimal,
  i: decimal,
  r: decimal,
  n: z.number().int(),
  t: z.number().int(),
});
export type MarkMessage = z.output<typeof markMessage>;

/** The forming candle (and each one that closes): s symbol, i interval, ts time sent, t start. */
export const candleMessage = z.strictObject({
  c: z.literal('candle'),
  ...channelNumbers,
  s: z.string(),
  i: z.string(),
  ts: z.number().int(),
  t: z.number().int(),
  o: decimal,
  h: decimal,
  l: decimal,
  cl: decimal,
  v: decimal,
  closed: z.boolean(),
});
export type CandleMessage = z.output<typeof candleMessage>;

/** `asOf` is the venue's sequence that the content reflects. An answer of a call with a later `X-Sequence` includes it already. */
const change = { ...channelNumbers, asOf: z.number().int() };

/** Private: something of the customer's account changed. `v` has the shape of the calls' answers, so that it can replace them. */
export const privateMessage = z.discriminatedUnion('c', [
  /** Orders of contracts and stocks have `kind`. */
  z.strictObject({ c: z.literal('order'), ...change, v: z.union([order, positionOrder]) }),
  /** A spot fill with the document of its receipt, or a settlement of a position (which has a `receipt`). */
  z.strictObject({ c: z.literal('fill'), ...change, v: z.union([fill, settlement]), document: z.string().optional() }),
  /** Every balance, and every total made of them. */
  z.strictObject({ c: z.literal('wallet'), ...change, v: accountWorth }),
  /** A new line of the statement. */
  z.strictObject({ c: z.literal('line'), ...change, v: statementLine }),
  /** A contract or stock position after a change. */
  z.strictObject({ c: z.literal('position'), ...change, v: position }),
  z.strictObject({ c: z.literal('timed'), ...change, v: timedOrder }),
  /** Stored notices; `kind` is a key of the notice catalogue. */
  z.strictObject({
    c: z.literal('notice'),
    ...channelNumbers,
    id: z.string(),
    kind: z.string(),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
    t: z.number().int(),
  }),
]);
export type PrivateMessage = z.output<typeof privateMessage>;

/** Session and service messages. */
export const controlMessage = z.discriminatedUnion('c', [
  z.strictObject({
    c: z.literal('hello'),
    socketId: z.string(),
    venue: z.enum(['real', 'demo']),
    t: z.number().int(),
    signedIn: z.boolean(),
    /** Signed in: the sequence at which this account changed last. Null: unknown, so data read earlier may be old. */
    asOf: z.number().int().nullable(),
  }),
  z.strictObject({ c: z.literal('pong'), t: z.number(), st: z.number().int() }),
  z.strictObject({ c: z.literal('heartbeat'), t: z.number().int() }),
  z.strictObject({ c: z.literal('subscribed'), rows: z.number().int(), unknown: z.array(z.string()) }),
  z.strictObject({ c: z.literal('TOKEN_INVALID'), text: z.literal('Invalid token') }),
  z.strictObject({ c: z.literal('other-login'), device: z.string(), t: z.number().int(), graceS: z.number().int() }),
  z.strictObject({ c: z.literal('can-login'), t: z.number().int() }),
  z.strictObject({ c: z.literal('forced-logout'), reason: z.string() }),
  z.strictObject({ c: z.literal('version'), id: z.string(), updateType: z.literal([0, 1, 2]) }),
  /** Messages were dropped because this client was slow: subscribe again for snapshots. */
  z.strictObject({ c: z.literal('dropped'), channels: z.array(z.string()) }),
  /** The server goes away on purpose; reconnect after `afterMs`. */
  z.strictObject({ c: z.literal('shutdown'), afterMs: z.number().int() }),
  z.strictObject({ c: z.literal('error'), code: z.number().int(), msg: z.string() }),
]);
export type ControlMessage = z.output<typeof controlMessage>;

export const serverMessage = z.union([rowMessage, depthMessage, tradesMessage, markMessage, candleMessage, privateMessage, controlMessage]);
export type ServerMessage = RowMessage | DepthMessage | TradesMessage | MarkMessage | CandleMessage | PrivateMessage | ControlMessage;
export const serverBundle = z.strictObject({ m: z.array(serverMessage) });
