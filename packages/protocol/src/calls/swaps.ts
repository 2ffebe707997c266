import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { assetCode, decimal, id, oneOf, pageOf, paging, time } from './shapes.ts';

/** Wallets whose money backs no position: coins (1) and wealth (5). */
const swapWallet = oneOf(1, 5);

/** An asset that the house exchanges for `money` and for every other asset of the same money. */
const swapOffer = z.strictObject({
  asset: assetCode,
  money: assetCode,
  symbol: z.string().describe('The market whose index prices the asset'),
  open: z.boolean().describe('Whether it can be exchanged now: the market is open and its price fresh'),
  spread: decimal.describe('Percent'),
  feeRate: decimal.describe('Percent of what is received'),
  minValue: decimal.describe('In `money`, of one swap'),
  maxValue: decimal,
});
export type SwapOffer = z.output<typeof swapOffer>;

const figures = {
  from: assetCode,
  to: assetCode,
  rate: decimal.describe('Of `to` for one of `from`, after spread and fee; at most 12 significant digits, rounded down'),
  spread: decimal.describe('Percent; in `rate` already'),
  fee: decimal.describe('In `to`; taken off already'),
};

const swapQuote = z.strictObject({
  ...figures,
  amount: decimal,
  receive: decimal,
  feeRate: decimal,
  quotedAt: time,
  /** Until when `create` takes this quote. */
  validUntil: time,
});
export type SwapQuote = z.output<typeof swapQuote>;

/** A swap that was carried out. */
const swapRow = z.strictObject({
  id,
  time,
  wallet: swapWallet,
  ...figures,
  paid: decimal,
  received: decimal,
  minReceive: decimal,
  receipt: receiptRef,
});
export type SwapRow = z.output<typeof swapRow>;

const { command, read, visit } = callsOf('wallet');

/** Flash exchange. */
export const swaps = {
  'GET pay/flash-exchange/page': call({
    ...visit,
    summary: 'What the house exchanges, and on what terms',
    input: z.strictObject(paging),
    output: pageOf(swapOffer),
  }),
  'GET pay/flash-exchange/quote': call({
    ...visit,
    summary: 'What a swap would come to now. The swap itself is priced at the moment it is carried out',
    input: z.strictObject({ from: assetCode, to: assetCode, amount: decimal }),
    example: { from: 'BTC', to: 'USDT', amount: '0.1' },
    output: swapQuote,
    errors: [
      ...(['assetUnknown', 'amountInvalid', 'amountScale', 'swapNotOffered', 'instrumentHalted', 'instrumentClosed'] as const),
      ...(['priceStale', 'notionalTooSmall', 'notionalTooLarge'] as const),
    ],
  }),
  'POST pay/flash-exchange/create': call({
    ...command,
    summary:
      'Exchange an asset for another with the house: at the index prices of the moment, all or nothing, and for at least `minReceive`',
    input: z.strictObject({
      wallet: swapWallet,
      from: assetCode,
      to: assetCode,
      amount: decimal,
      minReceive: decimal,
      quotedAt: time.min(0).describe('`quotedAt` of the quote'),
    }),
    example: { wallet: 1, from: 'BTC', to: 'USDT', amount: '0.1', minReceive: '9000', quotedAt: 1_790_000_000_000 },
    output: z.strictObject({ commandId: z.uuid(), seq: id, repeated: z.boolean(), id, receive: decimal, fee: decimal }),
    sends: ['swap'],
    cannot: ['transferNotAllowed'],
    errors: ['amountScale'],
  }),
  'GET pay/flash-exchange/record': call({
    ...read,
    summary: 'Own swaps, newest first',
    input: z.strictObject(paging),
    output: pageOf(swapRow),
  }),
  'GET pay/flash-exchange/detail': call({
    ...read,
    summary: 'One swap of one’s own',
    input: z.strictObject({ id }),
    output: swapRow,
    errors: ['swapUnknown'],
  }),
};
