import { z } from 'zod';
import { call } from './define.ts';
import {
  direction,
  marginMode,
  orderFunds,
  pageQuery,
  position,
  positionOrder,
  positionPage,
  preview,
  receiptKind,
  refusedItem,
  revoked,
  settlement,
  stops,
  stopsSet,
} from './positions.ts';
import { figureErrors, openingOnly, previewErrors, protectionErrors } from './refusals.ts';
import { assetCode, decimal, id, oneOf, placedOrder, queryInt, queryOneOf, queryWallet, signedDecimal, symbol, time } from './shapes.ts';
import { evidenceOrNull } from './transparency.ts';

const lever = z.number().int().min(1).max(200);
const opening = {
  symbol,
  direction,
  lever,
  marginMode: marginMode.default(2),
  quantity: decimal,
  ...stops,
  funds: orderFunds.optional(),
};
const specified = {
  ...opening,
  priceType: oneOf(2, 3, 4, 5, 6).default(2).describe('2 limit, 3 stop-limit, 4 stop-market, 5 take-profit limit, 6 take-profit market'),
  price: decimal.optional(),
  triggerPrice: decimal.optional(),
  timeInForce: oneOf(1, 2, 3).default(1),
  postOnly: z.boolean().default(false),
};

const openErrors = [...figureErrors, ...protectionErrors, 'marketClosed'] as const;
const closeErrors = [...figureErrors, 'marketClosed'] as const;
const contractOpeningOnly = [...openingOnly, 'marginModeDiffers', 'marginInsufficient', 'notionalBeyondTiers'] as const;

const closedMany = z.strictObject({
  commandId: z.uuid(),
  seq: id,
  repeated: z.boolean(),
  items: z.array(z.strictObject({ positionId: id, ok: z.boolean(), refusal: refusedItem.nullable() })),
});
const reversed = z.strictObject({
  commandId: z.uuid(),
  seq: id,
  repeated: z.boolean(),
  positions: z.array(z.strictObject({ closed: id, opened: id })),
});

const tier = z.strictObject({
  tier: z.number().int(),
  from: decimal,
  to: decimal.describe('Entry value a position may reach in this tier'),
  maxLever: z.number().int(),
  maintenanceRate: decimal.describe('Percent'),
});

export const contracts = {
  'POST pay/order-contract/create': call({
    area: 'contract',
    summary: 'Open or add to a position at market',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject(opening),
    output: placedOrder,
    sends: ['placeContractOrder', 'placeFundedContractOrder'],
    errors: [...openErrors, 'amountScale'],
  }),
  'POST pay/order-contract/create-specify': call({
    area: 'contract',
    summary: 'Open or add to a position at a specified price: limit, stop or take-profit entry',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject(specified),
    output: placedOrder,
    sends: ['placeContractOrder', 'placeFundedContractOrder'],
    errors: [...openErrors, 'amountScale'],
  }),
  'POST pay/order-contract/complete': call({
    area: 'contract',
    summary: 'Close a position, or part of it, at market',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({ id: id.describe('Position'), quantity: decimal.optional().describe('Without it: all') }),
    output: placedOrder,
    sends: ['placeContractOrder'],
    cannot: [...contractOpeningOnly, 'triggerWrongSide', 'wouldTake'],
    errors: closeErrors,
  }),
  'POST pay/order-contract/limit-complete': call({
    area: 'contract',
    summary: 'Close a position, or part of it, at a limit price',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({
      id,
      price: decimal,
      quantity: decimal.optional(),
      timeInForce: oneOf(1, 2, 3).default(1),
      postOnly: z.boolean().default(false),
    }),
    output: placedOrder,
    sends: ['placeContractOrder'],
    cannot: [...contractOpeningOnly, 'triggerWrongSide'],
    errors: closeErrors,
  }),
  'POST pay/order-contract/update-profit-loss': call({
    area: 'contract',
    summary: 'Set take-profit and stop-loss of the whole position, or add them for a part; an empty price removes the whole’s',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({ id, ...stops, quantity: decimal.optional().describe('Without it: the whole position') }),
    output: stopsSet,
    sends: ['setPositionStops'],
    errors: [...closeErrors, 'quantityTooLarge'],
  }),
  'PUT pay/order-contract/close-one-click': call({
    area: 'contract',
    summary: 'Close every position at market, or those of one instrument',
    audience: 'customer',
    weight: 2,
    idempotency: 'command',
    input: z.strictObject({ symbol: symbol.optional() }),
    output: closedMany,
    sends: ['closeAllPositions'],
  }),
  'POST pay/order-contract/margin': call({
    area: 'contract',
    summary: 'Add margin to a segmented position, or take some out',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({ id, direction: z.enum(['add', 'take']), amount: decimal }),
    output: z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean(), margin: decimal }),
    sends: ['changeMargin'],
    errors: ['amountScale', 'marketClosed', 'notionalTooLarge'],
  }),
  'GET pay/order-contract/reverse': call({
    area: 'contract',
    summary:
      'Close a position and open the same quantity the other way, whole or not at all (the specification’s verb; needs a bearer token)',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({ id }),
    output: reversed,
    sends: ['reversePosition'],
    errors: [...protectionErrors, 'marketClosed'],
  }),
  'GET pay/order-contract/reverse-all': call({
    area: 'contract',
    summary: 'Reverse every contract position, or none (the specification’s verb; needs a bearer token)',
    audience: 'customer',
    weight: 2,
    idempotency: 'command',
    input: z.strictObject({}),
    output: reversed,
    sends: ['reverseAllPositions'],
    errors: [...protectionErrors, 'marketClosed'],
  }),
  'GET pay/order-contract/revoke': call({
    area: 'contract',
    summary: 'Cancel one contract order (the specification’s verb; needs a bearer token)',
    audience: 'customer',
    idempotency: 'command',
    input: z.strictObject({ id }),
    output: revoked,
    sends: ['cancelOrder'],
  }),
  'GET pay/order-contract/preview': call({
    area: 'contract',
    summary: 'What an order would cost, and the liquidation price of the resulting position; changes nothing',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({
      symbol,
      direction: queryOneOf(1, 2),
      action: queryOneOf(1, 2).default(1),
      lever: queryInt(1, 200),
      marginMode: queryOneOf(1, 2).default(2),
      quantity: decimal,
      price: decimal.optional(),
      payFrom: queryWallet
        .optional()
        .describe('The wallet that pays what the contract wallet lacks')
        .describe('Without it: the average price at which the book fills the order'),
    }),
    output: preview,
    errors: previewErrors,
  }),
  'GET pay/order-contract/page': call({
    area: 'contract',
    summary: 'Contract positions (open live, closed from history) or orders, newest first',
    audience: 'customer',
    idempotency: 'read',
    input: pageQuery,
    output: positionPage,
    errors: ['instrumentUnknown'],
  }),
  'GET pay/order-contract/detail': call({
    area: 'contract',
    summary: 'One contract position with its orders and settlements, or one order with its settlements',
    audience: 'customer',
    idempotency: 'read',
    input: z.strictObject({ id: id.optional().describe('Position'), orderId: id.optional() }),
    output: z.strictObject({ position: position.nullable(), orders: z.array(positionOrder), settlements: z.array(settlement) }),
    errors: ['positionUnknown', 'orderUnknown'],
  }),
  'GET pay/order-contract/position-level-map': call({
    area: 'contract',
    summary: 'Tiers of every contract, or of one: how leverage falls and maintenance rises with size',
    audience: 'anyone',
    idempotency: 'read',
    input: z.strictObject({ symbol: symbol.optional() }),
    output: z.array(z.strictObject({ symbol, asset: assetCode, liquidationFeeRate: decimal.describe('Percent'), tiers: z.array(tier) })),
    errors: ['instrumentUnknown', 'orderProductWrong'],
  }),
  'GET pay/order-contract/risk': call({
    area: 'contract',
    summary:
      'Risk page of a contract: mark and index, open interest, insurance fund, funding history, recent liquidations and deleveragings, timed-contract statistics of the house',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({ symbol, venue: z.enum(['real', 'demo']).optional().describe('Without it: your own, else the real one') }),
    output: z.strictObject({
      symbol,
      venue: z.enum(['real', 'demo']),
      asset: assetCode,
      markPrice: decimal.nullable(),
      indexPrice: decimal.nullable(),
      lastPrice: decimal.nullable(),
      basis: signedDecimal.nullable(),
      source: z.string(),
      time,
      openInterest: decimal.describe('Quantity open on each side'),
      openInterestValue: decimal,
      longPositions: z.number().int(),
      shortPositions: z.number().int(),
      insurance: decimal.describe('Insurance fund of the venue'),
      fundingRate: signedDecimal.describe('Percent of the next round, were it now'),
      nextFunding: time.nullable(),
      fundingIntervalMs: z.number().int(),
      funding: z.array(
        z.strictObject({ round: id, time, rate: signedDecimal, markPrice: decimal, void: z.boolean(), paid: decimal, received: decimal }),
      ),
      liquidations: z.array(
        z.strictObject({ time, direction, price: decimal, quantity: decimal, filled: decimal, insured: decimal, deleveraged: decimal }),
      ),
      deleveragings: z.array(z.strictObject({ time, direction, price: decimal, quantity: decimal })),
      timed: z
        .strictObject({
          offered: z.boolean(),
          asset: assetCode,
          minStake: decimal,
          maxStake: decimal,
          exposureLimit: decimal,
          owedUp: decimal,
          owedDown: decimal,
          offers: z.array(z.strictObject({ durationS: z.number().int(), payoutRate: decimal })),
          played: z.number().int(),
          won: z.number().int(),
          lost: z.number().int(),
          equal: z.number().int(),
          void: z.number().int(),
          staked: decimal,
          paidOut: decimal,
          houseResult: signedDecimal,
        })
        .nullable(),
    }),
    errors: ['instrumentUnknown', 'orderProductWrong'],
  }),
  'GET pay/receipt/settlement': call({
    area: 'contract',
    summary: 'The receipt of a settlement: facts anyone can recompute, and where it stands in the journal chain',
    audience: 'visitor',
    idempotency: 'read',
    input: z.strictObject({ kind: receiptKind, seq: id, index: queryInt(0, 1_000_000), venue: z.enum(['real', 'demo']).optional() }),
    output: z.strictObject({
      document: z.string().describe('Canonical JSON text of the facts; the hash is SHA-256 of exactly these bytes'),
      hash: z.string(),
      chain: z.strictObject({ firstSeq: id, lastSeq: id, hash: z.string() }).nullable(),
      evidence: evidenceOrNull,
    }),
    errors: ['notFound'],
  }),
};
