import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, refusing, serial, text, units, worse } from '../define/field.ts';
import { instrument } from '../define/names.ts';
import { repaymentReceipt, saleReceipt } from './receipts.ts';

/** A large loan waits for a decision first, and may never be paid out: `declined`, `lapsed` or `cancelled`. Of a loan that is `soldOff` all collateral was sold. */
export const loanStates = ['waiting', 'open', 'repaid', 'soldOff', 'declined', 'lapsed', 'cancelled'] as const;
export const loanDecisions = ['accepted', 'declined', 'lapsed'] as const;

/** In minor units: with interest of years, what is owed still is a safe integer. */
const largestLoan = 10 ** 15;

/** Shares of the collateral's value, in parts per million of it. */
const levels = {
  /** The most that may be borrowed, and what a sale brings a loan back to. */
  openPpm: worse('lower', count('rule', { min: 1, max: 1_000_000 })),
  /** From here on the customer is warned. */
  callPpm: worse('lower', count('rule', { min: 1, max: 1_000_000 })),
  /** From here on collateral is sold. */
  sellPpm: worse('lower', count('rule', { min: 1, max: 1_000_000 })),
  /** Of what is sold, for the insurance fund. */
  saleFeePpm: worse('higher', count('rule', { max: 100_000 })),
};

const priced = {
  /** Reference price: `ticks` × `unit` ÷ `lot` is the value of a minor unit of the collateral. */
  ticks: count(),
  unit: count(),
  lot: units(),
};
/** What a debt is computed from. */
const debt = {
  principal: count(),
  /** Interest for the hours before, in units × parts per million × hours. */
  carried: units(),
  yearlyPpm: count(),
  /** Hours that have begun since. */
  hours: count(),
};

/** Loans against coins that stay in the customer's own wallet, frozen. */
export const loans = declare('loans', {
  commands: {
    /** What is lent: the quote of a coin market, against its base. A `capacity` of 0 ends it; what was lent keeps its terms. */
    defineLoan: command(82, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        product: id(),
        instrument,
        /** Parts per million of the principal in a year of 8,760 hours. */
        yearlyPpm: worse('higher', count('rule', { max: 1_000_000 })),
        ...levels,
        minLoan: worse('higher', inAsset('instrument', count('rule', { min: 1 }))),
        maxLoan: worse('lower', inAsset('instrument', count('rule', { min: 1, max: largestLoan }))),
        /** A larger loan is paid out when the house has agreed. */
        decideAbove: worse('lower', inAsset('instrument', count('rule'))),
        /** Of all loans together. */
        capacity: worse('lower', inAsset('instrument', count('rule'))),
      },
      refuses: ['instrumentUnknown'],
    }),
    /** Freezes `collateral` in the coin wallet and pays `amount` out to it, on exactly the terms of `version`. */
    borrow: command(83, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: {
        product: id(),
        version: count('choice'),
        collateral: refusing('amountInvalid', count('ownQuantity', { min: 1 })),
        amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })),
      },
      refuses: [
        ...(['loanProductUnknown', 'termsChanged', 'loanTooSmall', 'loanTooLarge', 'loanPoolShort', 'positionsTooMany'] as const),
        ...(['insufficientBalance', 'instrumentHalted', 'instrumentClosed', 'priceStale', 'ltvTooHigh'] as const),
      ],
    }),
    /** Pays back `amount`, or all that is owed if that is less: interest first. */
    repayLoan: command(84, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { loan: serial(), amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })) },
      refuses: ['loanUnknown', 'loanState', 'insufficientBalance'],
    }),
    /** Adds collateral, or takes some back as far as the loan could be opened with the rest. */
    changeCollateral: command(85, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: ({ add }) => add,
      fields: { loan: serial(), add: flag(), amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })) },
      refuses: [
        ...(['loanUnknown', 'loanState', 'insufficientBalance', 'collateralNeeded', 'instrumentHalted', 'instrumentClosed'] as const),
        ...(['priceStale', 'amountInvalid'] as const),
      ],
    }),
    /** Takes back the wish for a large loan while it waits. */
    cancelLoan: command(86, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { loan: serial() },
      refuses: ['loanUnknown', 'loanState'],
    }),
    /** Pays a waiting loan out, or declines it. Names what is decided, so that nobody decides about figures they did not see. */
    decideLoan: command(87, {
      by: 'operator',
      approval: { power: 'money', when: 'always' },
      fields: {
        loan: serial(),
        account: id(),
        instrument,
        amount: inAsset('instrument', count('evidence')),
        accept: flag(),
        reason: text('evidence', { max: 240 }),
      },
      refuses: [
        ...([
          'loanUnknown',
          'loanState',
          'loanDiffers',
          'accountRestricted',
          'loanPoolShort',
          'instrumentHalted',
          'instrumentClosed',
        ] as const),
        ...(['priceStale', 'ltvTooHigh'] as const),
      ],
    }),
  },
  events: {
    /** A loan after a change. */
    loan: event(67, {
      keep: 'latest',
      key: 'loan',
      owner: 'account',
      fields: {
        loan: serial(),
        account: id(),
        product: id(),
        version: count(),
        instrument: id(),
        collateralAsset: id(),
        asset: id(),
        yearlyPpm: count(),
        openPpm: count(),
        callPpm: count(),
        sellPpm: count(),
        saleFeePpm: count(),
        /** What was paid out at first, or is asked for. */
        lent: count(),
        askedAt: count(),
        /** 0: it was not paid out. */
        openedAt: count(),
        collateral: count(),
        principal: count(),
        /** Interest that was paid, and collateral that was sold. */
        interestPaid: count(),
        sold: count(),
        /** The customer was warned, and the loan has not recovered. */
        called: flag(),
        loanState: choice(loanStates),
      },
    }),
    /** What became of the wish for a large loan. */
    loanDecision: event(71, {
      keep: 'each',
      key: 'loan',
      owner: 'account',
      fields: {
        loan: serial(),
        account: id(),
        asset: id(),
        amount: count(),
        decision: choice(loanDecisions),
        /** Of the person who decided. */
        reason: text(undefined, { max: 240 }),
      },
      notice({ decision, asset, amount }, read) {
        const params = { amount: read.amount(asset, amount), coin: read.code(asset) };
        if (decision === 'accepted') return { kind: 'loans.accepted', params };
        return decision === 'declined' ? { kind: 'loans.declined', params } : { kind: 'loans.lapsed', params };
      },
    }),
    /** A repayment by the customer. */
    loanRepayment: event(68, {
      keep: 'each',
      key: 'loan',
      owner: 'account',
      fields: {
        loan: serial(),
        account: id(),
        asset: id(),
        ...debt,
        /** The most that the customer wanted to pay. */
        most: count(),
        interest: count(),
        repaid: count(),
      },
      receipt: repaymentReceipt,
    }),
    /** Collateral was sold to the house's desk at the reference price, for the debt. */
    loanSale: event(69, {
      keep: 'each',
      key: 'loan',
      owner: 'account',
      fields: {
        loan: serial(),
        account: id(),
        instrument: id(),
        collateralAsset: id(),
        asset: id(),
        ...debt,
        collateral: count(),
        ...priced,
        openPpm: count(),
        sellPpm: count(),
        saleFeePpm: count(),
        /** What the desk could pay. */
        most: count(),
        sold: count(),
        proceeds: count(),
        fee: count(),
        interest: count(),
        repaid: count(),
        /** What was left over, to the customer. */
        returned: count(),
        /** What the insurance fund had, and what it paid for the customer, who owes nothing more. */
        fund: count(),
        insured: count(),
      },
      receipt: saleReceipt,
      notice: ({ collateralAsset, asset, sold, proceeds }, read) => ({
        kind: 'loans.sold',
        params: {
          quantity: read.amount(collateralAsset, sold),
          of: read.code(collateralAsset),
          proceeds: read.amount(asset, proceeds),
          coin: read.code(asset),
        },
      }),
    }),
    /** The debt has come near to what the collateral is worth. */
    loanCall: event(70, {
      keep: 'each',
      key: 'loan',
      owner: 'account',
      fields: { loan: serial(), account: id(), instrument: id(), ltvPpm: count(), sellPpm: count(), ticks: count() },
      notice: ({ ltvPpm, sellPpm }, { symbol, percent }) => ({
        kind: 'loans.call',
        params: { symbol, ltv: percent(ltvPpm), limit: percent(sellPpm) },
      }),
    }),
  },
  timers: {
    /** A loan's debt has grown since it was looked at. */
    loanLook: timer(12),
    /** Nobody has decided about a loan. */
    loanLapses: timer(13),
  },
});
export type DefineLoan = CommandOf<typeof loans, 'defineLoan'>;
export type Borrow = CommandOf<typeof loans, 'borrow'>;
export type RepayLoan = CommandOf<typeof loans, 'repayLoan'>;
export type ChangeCollateral = CommandOf<typeof loans, 'changeCollateral'>;
export type CancelLoan = CommandOf<typeof loans, 'cancelLoan'>;
export type DecideLoan = CommandOf<typeof loans, 'decideLoan'>;
export type LoanEvent = EventOf<typeof loans, 'loan'>;
export type LoanDecisionEvent = EventOf<typeof loans, 'loanDecision'>;
export type LoanRepaymentEvent = EventOf<typeof loans, 'loanRepayment'>;
export type LoanSaleEvent = EventOf<typeof loans, 'loanSale'>;
export type LoanCallEvent = EventOf<typeof loans, 'loanCall'>;
