import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, refusing, serial, units, worse } from '../define/field.ts';
import { asset } from '../define/names.ts';
import { interestReceipt } from './receipt.ts';

/** A holding earns, or it ended: by itself (`matured`), or because its owner took the money out (`redeemed`). */
const states = ['earning', 'matured', 'redeemed'] as const;
export const interestCauses = ['extract', 'redeem', 'maturity'] as const;

/** Money that earns interest, for a fixed number of days or until it is taken out. */
export const earn = declare('earn', {
  commands: {
    /** What is offered. `days` 0: flexible. A `capacity` of 0 ends the sale; what was sold keeps its terms. */
    defineEarn: command(72, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        product: id(),
        asset,
        days: worse('changed', count('rule', { max: 3650 })),
        /** Parts per million of the principal in a year of 365 days. */
        yearlyPpm: worse('lower', count('rule', { max: 1_000_000 })),
        /** The part of the interest so far that is paid when a fixed term is redeemed early. */
        earlyPpm: worse('lower', count('rule', { max: 1_000_000 })),
        minPrincipal: worse('higher', inAsset('asset', count('rule', { min: 1 }))),
        maxPrincipal: worse('lower', inAsset('asset', count('rule', { min: 1 }))),
        /** Of all holdings together. */
        capacity: worse('lower', inAsset('asset', count('rule'))),
      },
      refuses: ['assetUnknown', 'transferNotAllowed'],
    }),
    /** Sets `amount` of the wealth wallet aside, on exactly the terms of `version`. */
    subscribeEarn: command(73, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: {
        product: id(),
        version: count('choice'),
        amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })),
        renew: flag(),
      },
      refuses: [
        ...(['earnProductUnknown', 'termsChanged', 'earnTooSmall', 'earnTooLarge', 'earnCapacityReached', 'positionsTooMany'] as const),
        ...(['insufficientBalance', 'yieldShort'] as const),
      ],
    }),
    /** Takes principal out: of a fixed term all of it. */
    redeemEarn: command(74, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { holding: serial(), amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })) },
      refuses: ['holdingUnknown', 'redeemTooLarge', 'redeemWhole'],
    }),
    /** Takes out the interest of a flexible holding. */
    extractEarn: command(75, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { holding: serial() },
      refuses: ['holdingUnknown', 'nothingEarned'],
    }),
    /** Whether a fixed term starts again when it is over. */
    renewEarn: command(76, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      fields: { holding: serial(), renew: flag() },
      refuses: ['holdingUnknown'],
    }),
  },
  events: {
    /** A holding after a change. */
    earnHolding: event(57, {
      keep: 'latest',
      key: 'holding',
      owner: 'account',
      fields: {
        holding: serial(),
        account: id(),
        product: id(),
        version: count(),
        asset: id(),
        days: count(),
        /** Of a fixed term; of a flexible holding that of its first day. */
        yearlyPpm: count(),
        earlyPpm: count(),
        /** What it began with, and what is left of it. */
        deposited: count(),
        principal: count(),
        openedAt: count(),
        /** Days since 1970 in UTC: the first that earns, and the first that earns no more (0: not known yet). */
        firstDay: count(),
        endDay: count(),
        renew: flag(),
        holdingState: choice(states),
        /** Interest that was paid out. */
        paid: count(),
        /** The holding that continues it; 0: none. */
        renewedBy: serial(),
      },
    }),
    /** Interest that was paid, with everything that its receipt is computed from. */
    earnInterest: event(58, {
      keep: 'each',
      owner: 'account',
      fields: {
        holding: serial(),
        account: id(),
        product: id(),
        asset: id(),
        principal: count(),
        /** Interest owed from before, in units × parts per million × days. */
        carried: units(),
        /** Sums of the yearly rates of all days before the first and the last day that count. */
        fromIndex: count(),
        toIndex: count(),
        partPpm: count(),
        interest: count(),
        interestCause: choice(interestCauses),
      },
      receipt: interestReceipt,
      notice: ({ interestCause, asset, interest }, read) =>
        interestCause === 'maturity'
          ? { kind: 'earn.matured', params: { interest: read.amount(asset, interest), coin: read.code(asset) } }
          : undefined,
    }),
    /** A flexible product at the start of a day. Tomorrow's rate stands, and its interest is set aside, today. */
    earnDay: event(59, {
      keep: 'each',
      key: 'product',
      fields: { product: id(), asset: id(), day: count(), todayPpm: count(), nextPpm: count(), rateSum: count(), principal: count() },
    }),
    /** The rate of a flexible product falls to 0, because the house could not set the interest aside: told to each of its holders, by their first holding. */
    earnShort: event(72, {
      keep: 'each',
      key: 'holding',
      owner: 'account',
      fields: { holding: serial(), account: id(), product: id(), asset: id() },
      notice: ({ asset }, { code }) => ({ kind: 'earn.short', params: { coin: code(asset) } }),
    }),
  },
  timers: {
    /** 00:00 UTC of a flexible product. */
    earnDayBegins: timer(9),
    earnMatures: timer(10),
  },
});
export type DefineEarn = CommandOf<typeof earn, 'defineEarn'>;
export type SubscribeEarn = CommandOf<typeof earn, 'subscribeEarn'>;
export type RedeemEarn = CommandOf<typeof earn, 'redeemEarn'>;
export type ExtractEarn = CommandOf<typeof earn, 'extractEarn'>;
export type RenewEarn = CommandOf<typeof earn, 'renewEarn'>;
export type EarnHoldingEvent = EventOf<typeof earn, 'earnHolding'>;
export type EarnInterestEvent = EventOf<typeof earn, 'earnInterest'>;
export type EarnDayEvent = EventOf<typeof earn, 'earnDay'>;
