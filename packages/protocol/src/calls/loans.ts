import { z } from 'zod';
import { call, callsOf } from './define.ts';
import { receiptRef } from './positions.ts';
import { protectionErrors } from './refusals.ts';
import { assetCode, decimal, id, pageOf, paging, symbol, time } from './shapes.ts';

const terms = {
  symbol: symbol.describe('The market whose price values the collateral'),
  collateralAsset: assetCode,
  asset: assetCode.describe('What is lent'),
  rate: decimal.describe('Percent of the principal in a year of 8,760 hours. Each hour that has begun counts'),
  openLevel: decimal.describe('Percent of the collateral’s value that may be borrowed; a sale brings a loan back to it'),
  callLevel: decimal.describe('From this share on the customer is warned'),
  sellLevel: decimal.describe('From this share on collateral is sold'),
  saleFee: decimal.describe('Percent of what is sold, for the insurance fund'),
};

const product = z.strictObject({
  id,
  version: z.number().int(),
  ...terms,
  min: decimal,
  max: decimal,
  decideAbove: decimal.describe('A larger loan waits for a decision first, at most 24 hours'),
  left: decimal.describe('What can still be lent, to everybody together; 0: nothing'),
});
export type LoanProduct = z.output<typeof product>;

/** By the index price of this moment. */
const figures = {
  debt: decimal.describe('All that would have to be paid now'),
  value: decimal.describe('Of the collateral'),
  share: decimal.nullable().describe('Debt in percent of the value, rounded up; null: there is no price'),
  price: decimal.nullable(),
  callPrice: decimal.describe('At this price the customer is warned, with the debt of this hour'),
  sellPrice: decimal.describe('At this price collateral is sold, with the debt of this hour'),
};

const loan = z.strictObject({
  id,
  productId: id,
  version: z.number().int(),
  ...terms,
  lent: decimal.describe('What was paid out, or is asked for'),
  askedAt: time,
  openedAt: time.nullable().describe('null: it was not paid out'),
  collateral: decimal.describe('What is left of it, frozen; 0 when the loan is over'),
  principal: decimal.describe('What is left of it'),
  interestPaid: decimal,
  sold: decimal.describe('Collateral that was sold'),
  called: z.boolean().describe('The customer was warned, and the loan has not recovered'),
  state: z.enum(['waiting', 'open', 'repaid', 'soldOff', 'declined', 'lapsed', 'cancelled']),
  changedAt: time,
  live: z
    .strictObject({ ...figures, free: decimal.describe('Collateral that can be taken back now') })
    .nullable()
    .describe('null: the loan is over, or waits'),
});
export type Loan = z.output<typeof loan>;

const preview = z.strictObject({
  ...figures,
  most: decimal.describe('What can be borrowed against this collateral'),
  hourly: decimal.describe('Interest of an hour, rounded up'),
  daily: decimal.describe('Interest of a day, rounded up'),
  waits: z.boolean().describe('It would wait for a decision'),
});
export type LoanPreview = z.output<typeof preview>;

const happened = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('repayment'), time, interest: decimal, repaid: decimal, receipt: receiptRef }),
  z.strictObject({
    kind: z.literal('sale'),
    time,
    sold: decimal,
    price: decimal,
    proceeds: decimal,
    fee: decimal,
    interest: decimal,
    repaid: decimal,
    returned: decimal.describe('To the customer'),
    insured: decimal.describe('Paid by the insurance fund; the customer owes nothing more'),
    receipt: receiptRef,
  }),
  z.strictObject({ kind: z.literal('call'), time, share: decimal, price: decimal }),
  z.strictObject({ kind: z.literal('decision'), time, decision: z.enum(['accepted', 'declined', 'lapsed']) }),
]);
export type LoanHappened = z.output<typeof happened>;

const { command, read, visit } = callsOf('wallet');
const sent = { commandId: z.uuid(), seq: id, repeated: z.boolean(), id };
const wish = { productId: id, version: z.number().int().min(1), collateral: decimal, amount: decimal };

/** Loans against coins that stay in the customer's own wallet, frozen. */
export const loanCalls = {
  'GET pay/loan-data/info': call({
    ...visit,
    summary: 'What is lent, against what, and on what terms',
    input: z.strictObject(paging),
    output: pageOf(product),
  }),
  'GET pay/loan/preview': call({
    ...visit,
    summary: 'What a loan would come to at the price of this moment. Nothing is borrowed',
    input: z.strictObject({ productId: id, collateral: decimal, amount: decimal }),
    output: preview,
    errors: ['loanProductUnknown', 'amountInvalid', 'amountScale'],
  }),
  'POST pay/loan': call({
    ...command,
    summary: 'Borrow: the collateral is frozen in the coin wallet, and the loan is paid out to it',
    input: z.strictObject(wish),
    example: { productId: '1', version: 1, collateral: '0.01', amount: '100' },
    output: z.strictObject({ ...sent, paid: decimal.describe('0: it waits for a decision') }),
    sends: ['borrow'],
    errors: ['amountScale', ...protectionErrors],
  }),
  'POST pay/loan/repay': call({
    ...command,
    summary: 'Pay back, interest first. No more than is owed is taken; with all of it the collateral is free',
    input: z.strictObject({ id, amount: decimal.describe('The most to pay') }),
    output: z.strictObject({ ...sent, paid: decimal }),
    sends: ['repayLoan'],
    errors: ['amountScale'],
  }),
  'POST pay/loan/collateral': call({
    ...command,
    summary: 'Add collateral, or take some back as far as the loan could be opened with the rest',
    input: z.strictObject({ id, add: z.boolean(), amount: decimal }),
    output: z.strictObject(sent),
    sends: ['changeCollateral'],
    errors: ['amountScale'],
  }),
  'POST pay/loan/cancel': call({
    ...command,
    summary: 'Take back the wish for a large loan while it waits',
    input: z.strictObject({ id }),
    output: z.strictObject(sent),
    sends: ['cancelLoan'],
  }),
  'GET pay/loan/page': call({
    ...read,
    summary: 'Own loans, newest first',
    input: z.strictObject({
      ...paging,
      status: z.enum(['running', 'ended']).optional().describe('Without it all of them; those that wait are running'),
    }),
    output: pageOf(loan),
  }),
  'GET pay/loan/detail': call({
    ...read,
    summary: 'One loan of one’s own, and what happened to it, newest first',
    input: z.strictObject({ id }),
    output: z.strictObject({ loan, happened: z.array(happened) }),
    errors: ['loanUnknown'],
  }),
};
