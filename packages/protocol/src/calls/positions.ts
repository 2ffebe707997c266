import { z } from 'zod';
import { assetCode, decimal, id, like, oneOf, pageOf, paging, period, signedDecimal, symbol, time, wallet } from './shapes.ts';

/** What contracts and stocks share: positions, their orders and the sides of fills as the position felt them. */

export const direction = oneOf(1, 2).describe('1 long, 2 short');
export const action = oneOf(1, 2).describe('1 open, 2 close');
export const marginMode = oneOf(1, 2).describe('1 full, 2 segmented');
export const priceType = oneOf(1, 2, 3, 4, 5, 6).describe(
  '1 market, 2 limit, 3 stop-limit, 4 stop-market, 5 take-profit limit, 6 take-profit market',
);

/** Settlements of positions, as their events are named. */
export const positionSettlements = [
  'positionFill',
  'fundingPayment',
  'liquidation',
  'deleverage',
  'holdingCharge',
  'corporateAction',
] as const;

/** The kind of any event that settles something. Each such event of the engine names its receipt. */
export const receiptKind = z.string().regex(/^[a-zA-Z]{1,40}$/, like('timed'));
/** Names the receipt of a settlement: `GET pay/receipt/settlement` takes exactly these. */
export const receiptRef = z.strictObject({ kind: receiptKind, seq: id, index: z.number().int() });
export type ReceiptRef = z.output<typeof receiptRef>;

export const position = z.strictObject({
  id,
  kind: oneOf(2, 3).describe('2 contract, 3 stock'),
  symbol,
  subscribeSymbol: symbol,
  instrumentId: z.number().int(),
  direction,
  marginMode,
  lever: z.number().int(),
  quantity: decimal.describe('Open quantity; 0 when closed'),
  closedQuantity: decimal,
  endPrice: decimal.describe('Average open price, cut'),
  entryValue: decimal.describe('What its lots were opened for, exactly; of a closed position, what the closed lots were'),
  closePrice: decimal.nullable().describe('Average price of what was closed'),
  markPrice: decimal.nullable(),
  value: decimal.describe('Open quantity at the mark price'),
  earnestMoney: decimal.describe('Margin'),
  loan: decimal.describe('Stocks: what was borrowed'),
  asset: assetCode.describe('Money of every amount here'),
  plAmount: signedDecimal.describe('Unrealised profit at the mark price'),
  plRatio: signedDecimal.nullable().describe('Percent of the margin, by the formula of the product specification, section 9'),
  realised: signedDecimal,
  fees: decimal,
  funding: signedDecimal,
  liquidationPrice: decimal.nullable(),
  marginRatio: signedDecimal
    .nullable()
    .describe('Maintenance ÷ equity, percent; at 100 it is liquidated; null: the equity is gone, or the position is closed'),
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  protections: z.array(id).describe('Orders that protect a part of it'),
  nextFunding: time.nullable(),
  fundingDue: signedDecimal.nullable().describe('What the next round would move were it now; positive is received'),
  openedAt: time,
  updatedAt: time,
  status: oneOf(1, 2).describe('1 open, 2 closed'),
  reason: z.string(),
});
export type Position = z.output<typeof position>;

/** An order of kind contract or stock. */
export const positionOrder = z.strictObject({
  id,
  kind: oneOf(2, 3),
  symbol,
  instrumentId: z.number().int(),
  direction,
  action,
  marginMode,
  lever: z.number().int(),
  positionId: id.nullable(),
  priceType,
  timeInForce: oneOf(1, 2, 3),
  postOnly: z.boolean(),
  price: decimal.nullable(),
  triggerPrice: decimal.nullable(),
  quantity: decimal.nullable().describe('null: the whole position, whatever it is then'),
  filledQuantity: decimal,
  filledAmount: decimal,
  averagePrice: decimal.nullable(),
  takeProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  upperCircuit: z.boolean(),
  waits: z.boolean().describe('Waits for the session to open'),
  reserved: decimal,
  reservedAsset: assetCode,
  status: oneOf(0, 1, 2, 3, 4, 5, 6),
  reason: z.string(),
  createdAt: time,
  updatedAt: time,
});
export type PositionOrder = z.output<typeof positionOrder>;

/** One settlement of a position: a fill, a funding payment, a charge, with what it changed and its receipt. */
export const settlement = z.strictObject({
  seq: id,
  index: z.number().int(),
  time,
  kind: z.enum(positionSettlements),
  positionId: id.nullable(),
  orderId: id.nullable(),
  fillId: id.nullable(),
  symbol,
  direction,
  action: action.nullable(),
  role: z.string().nullable(),
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  amount: signedDecimal.describe('What it moved: profit or loss, funding, charge, or what the insurance fund paid of a liquidation'),
  fee: decimal,
  asset: assetCode,
  receipt: receiptRef,
});
export type Settlement = z.output<typeof settlement>;

/** Positions (open live, closed from history), orders or settlements, newest first. */
export const pageQuery = z.strictObject({
  ...paging,
  view: z.enum(['positions', 'closed', 'orders', 'order-history', 'settlements']).default('positions'),
  symbol: symbol.optional(),
  positionId: id.optional().describe('Settlements of one position'),
  ...period,
});
/** The one of the three that was asked for. */
export const positionPage = z.strictObject({
  positions: pageOf(position).optional(),
  orders: pageOf(positionOrder).optional(),
  settlements: pageOf(settlement).optional(),
});

/** Money that an opening order brings along: out of another wallet, or bought for it first. Purchase, transfer and order all happen, or none does. */
export const orderFunds = z.strictObject({
  from: wallet.describe('Wallet that pays; the money comes into the wallet of the position'),
  amount: decimal.describe('In what the instrument is quoted in'),
  buy: z
    .strictObject({ symbol, quantity: decimal, price: decimal.describe('The highest price') })
    .optional()
    .describe('Buy the money first, whole or not at all, with what is in the coin wallet'),
});
export type OrderFunds = z.output<typeof orderFunds>;

export const preview = z.strictObject({
  refusal: z.strictObject({ code: z.number().int(), msg: z.string() }).nullable(),
  price: decimal,
  value: decimal,
  margin: decimal,
  fee: decimal,
  cost: decimal.describe('Margin plus fee'),
  resultingQuantity: decimal,
  resultingPrice: decimal.nullable(),
  resultingMargin: decimal,
  liquidationPrice: decimal.nullable(),
  free: decimal,
  fundingRate: signedDecimal.nullable().describe('Percent of the next round, were it now'),
  nextFunding: time.nullable(),
  asset: assetCode,
  funds: orderFunds.nullable().describe('What the wallet lacks and another has: send it with the order. `refusal` counts it in'),
  fundsCost: z.strictObject({ asset: assetCode, amount: decimal }).nullable().describe('What its purchase costs at most'),
  payers: z.array(wallet).describe('Wallets that can pay it alone'),
});
export type Preview = z.output<typeof preview>;

/** Prices that protect a position; what is left out is none. */
export const stops = { takeProfit: decimal.optional(), stopLoss: decimal.optional() };
export const stopsSet = z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean(), positionId: id });
export const revoked = z.strictObject({ commandId: z.uuid(), seq: id, orderIds: z.array(id), repeated: z.boolean() });
export const refusedItem = z.strictObject({ code: z.number().int(), msg: z.string() });
