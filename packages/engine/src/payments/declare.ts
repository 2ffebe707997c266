import { RechargeChannel } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, list, refusing, serial, text, units, type ValuesOf, worse } from '../define/field.ts';
import { asset, digest } from '../define/names.ts';
import { depositReceipt } from './deposit-receipt.ts';
import { payoutReceipt } from './payout-receipt.ts';
import { depositSources, payoutFactors, payoutReasons, payoutStates, railOpen } from './states.ts';

/** Whether a rail lets through less than it did. */
const closes = (before: number, after: number): boolean => (before & ~after) !== 0;

/**
 * One way of an asset between the exchange and the world outside. Amounts are minor units of the asset, caps of value minor units of USDT. What only makes the
 * machine more careful delays customers, so it is for the worse as well.
 */
export const railRules = {
  rail: id(),
  asset,
  channel: worse('never', choice(RechargeChannel, 'rule')),
  /** Smaller deposits are not credited by machine. */
  minIn: worse('higher', inAsset('asset', units('rule'))),
  /** A larger deposit is credited by people. */
  autoInMax: worse('lower', inAsset('asset', units('rule'))),
  /** After a deposit the account's payouts wait this long. */
  holdMs: worse('higher', count('rule')),
  minOut: worse('higher', inAsset('asset', units('rule'))),
  /** A payout's fee: so much, and a share of its amount, rounded up. */
  feeFixed: worse('higher', inAsset('asset', count('rule'))),
  feePpm: worse('higher', count('rule', { max: 1_000_000 })),
  /** Value that may leave in an hour without a review. */
  hourlyUnreviewed: worse('lower', inAsset('USDT', count('rule'))),
  /** `railOpen` */
  open: worse(closes, count('rule', { max: railOpen.in | railOpen.out })),
};
export type RailRules = ValuesOf<typeof railRules>;

/** What bounds payouts on every rail. Values are minor units of USDT. */
export const payoutRules = {
  /** What an account of each level may take out in 24 hours; level 0 nothing. */
  levelLimits: worse('lower', list(inAsset('USDT', count('rule')), { max: 3 })),
  /** By fee class, in parts per million: the limit's factor. The last one stands for all that follow. */
  factorsPpm: worse('lower', list(count('rule', { max: 1_000_000_000 }), { max: 64 })),
  /** Before a new destination is paid. */
  destinationWaitMs: worse('higher', count('rule')),
  /** Before anything is paid after a password, a factor, an e-mail address or a phone number changed. */
  credentialWaitMs: worse('higher', count('rule')),
  /** A larger payout is reviewed by one person, */
  reviewAbove: worse('lower', inAsset('USDT', count('rule'))),
  /** and by two. */
  secondAbove: worse('lower', inAsset('USDT', count('rule'))),
  /** A destination is young for so long. */
  youngMs: worse('higher', count('rule')),
  /** From which payout within how long on they are reviewed. */
  burstCount: worse('lower', count('rule', { min: 1, max: 100 })),
  burstMs: worse('higher', count('rule')),
};
export type PayoutRules = ValuesOf<typeof payoutRules>;

/** A deposit as it was credited, and what was taken back of it. */
export const depositFields = {
  deposit: serial(),
  account: id(),
  rail: id(),
  channel: choice(RechargeChannel),
  asset: id(),
  amount: units(),
  fee: units(),
  source: choice(depositSources),
  evidence: text(),
  creditedAt: count(),
  /** Available in the coin wallet before it was credited. */
  before: units(),
  /** Taken back from the account, and lost by the house. */
  taken: units(),
  lost: units(),
};
export type Deposit = ValuesOf<typeof depositFields>;

/** A payout after a change, with every figure that its receipt is computed from. */
export const payoutFields = {
  payout: serial(),
  account: id(),
  rail: id(),
  channel: choice(RechargeChannel),
  destination: id(),
  /** Of the destination: 32 salted bytes. */
  digest: text(),
  asset: id(),
  amount: count(),
  feeFixed: count(),
  feePpm: count(),
  fee: count(),
  /** In minor units of USDT; 0 when no price was known. */
  value: count(),
  priced: flag(),
  /** `reviewFlags` */
  flags: count(),
  factor: choice(payoutFactors),
  factorEvidence: text(),
  requestedAt: count(),
  state: choice(payoutStates),
  /** 0 before it was sent. */
  attempt: count(),
  reason: choice(payoutReasons),
  /** Of the latest step; '' while there was none. */
  evidence: text(),
  /** Given back by the bank; 0 otherwise. */
  returned: count(),
};
export type PayoutFacts = ValuesOf<typeof payoutFields>;

const destinationFields = { destination: id(), account: id(), rail: id(), digest: text(), addedAt: count(), usableFrom: count() };
export type Destination = ValuesOf<typeof destinationFields>;
export const keptDestination = destinationFields;

const evidence = digest('evidence');
const deposit = count('subject', { min: 1 });
const payout = refusing('payoutUnknown', count('subject', { min: 1 }));
const destination = refusing('destinationUnknown', id());
const reason = choice(payoutReasons, 'evidence');
const attempt = count('evidence', { min: 1 });
const step = { by: 'system', fields: { payout, attempt, evidence }, refuses: ['payoutUnknown', 'payoutState'] } as const;
/** What a person decided about: the digest of the payout as they saw it. */
const decided = { payout, digest: digest('evidence'), reason, evidence };
const decision = { by: 'operator', approval: { power: 'money', when: 'byRule' } } as const;
const decisionRefusals = ['payoutUnknown', 'payoutState', 'payoutDiffers'] as const;

/** Money from and to the world outside. */
export const payments = declare('payments', {
  commands: {
    /** A rail's asset and channel stay; everything else may change. A change of `open` alone is a switch. */
    defineRail: command(50, {
      by: 'operator',
      announced: 'terms',
      approval: { power: 'rules', when: 'always' },
      fields: railRules,
      refuses: ['assetUnknown', 'transferNotAllowed', 'overloaded'],
    }),
    /** Closes a rail for deposits, payouts or both. It opens again by `defineRail` only. */
    stopRail: command(51, {
      by: 'operator',
      announced: 'switch',
      approval: { power: 'rules', when: 'byRule' },
      fields: { rail: id(), stopIn: flag(), stopOut: flag(), evidence },
    }),
    definePayoutRules: command(52, {
      by: 'operator',
      announced: 'terms',
      approval: { power: 'rules', when: 'always' },
      fields: payoutRules,
    }),
    /** Money has come in: each number once. Numbers are dense, counted up from 1. */
    creditDeposit: command(53, {
      by: 'system',
      approval: { power: 'money', when: 'byRule' },
      fields: {
        account: refusing('accountUnknown', id()),
        rail: id(),
        deposit,
        amount: inAsset('rail', refusing('amountInvalid', units('evidenced'))),
        /** Of the amount; 0 for none. */
        fee: inAsset('rail', refusing('amountInvalid', units('evidenced'))),
        source: choice(depositSources),
        evidence,
      },
      refuses: ['accountUnknown', 'amountInvalid', 'depositBooked', 'depositTooSmall', 'railOff'],
    }),
    /** What a network took for carrying the house's coins: paid out of `fees`, once for each command id. */
    bookNetworkCost: command(48, {
      by: 'system',
      fields: { asset, amount: refusing('amountInvalid', units('evidenced')), evidence },
      refuses: ['assetUnknown', 'amountInvalid', 'insufficientBalance'],
    }),
    /** A deposit turned out not to have come: what is still there is taken back, the house bears the rest. */
    reverseDeposit: command(54, {
      by: 'operator',
      approval: { power: 'money', when: 'always' },
      fields: { deposit, amount: inAsset('deposit', refusing('amountInvalid', units('evidenced'))), evidence },
      refuses: ['amountInvalid', 'depositUnknown', 'insufficientBalance'],
    }),
    addDestination: command(55, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { rail: id(), digest: digest('choice') },
      refuses: ['railOff', 'destinationExists', 'destinationsTooMany'],
    }),
    dropDestination: command(56, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { destination },
      refuses: ['destinationUnknown'],
    }),
    /** Takes money out. `flags`: reasons for a review that the server adds. `evidence`: of the second factor. */
    requestPayout: command(57, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: {
        rail: id(),
        destination,
        amount: refusing('amountInvalid', count('ownQuantity', { min: 1 })),
        flags: count('choice'),
        factor: choice(payoutFactors),
        evidence: digest('choice'),
      },
      refuses: [
        ...(['insufficientBalance', 'payoutTooSmall', 'payoutLimit', 'payoutsTooMany', 'payoutsHeld'] as const),
        ...(['destinationCooling', 'destinationUnknown', 'identityNeeded', 'railOff'] as const),
      ],
    }),
    cancelPayout: command(58, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      closing: true,
      fields: { payout },
      refuses: ['payoutUnknown', 'payoutTooLate'],
    }),
    passPayout: command(59, { ...decision, fields: decided, refuses: decisionRefusals }),
    refusePayout: command(60, { ...decision, fields: decided, refuses: decisionRefusals }),
    /** What became of a payout that nobody knew about. */
    resolvePayout: command(61, {
      by: 'operator',
      approval: { power: 'money', when: 'always' },
      fields: { ...decided, sent: flag('evidence') },
      refuses: decisionRefusals,
    }),
    /** It is about to be sent: once, and never again. */
    sendPayout: command(62, step),
    /** Nobody knows whether it was sent. */
    doubtPayout: command(63, step),
    /** It has arrived for good. */
    finishPayout: command(64, step),
    /** It is proved that it was not sent and never will be. */
    failPayout: command(65, step),
    /** The bank gave a completed payout back, or a part of it. */
    returnPayout: command(66, {
      by: 'operator',
      approval: { power: 'money', when: 'always' },
      fields: { payout, amount: inAsset('payout', refusing('amountInvalid', count('evidenced', { min: 1 }))), evidence },
      refuses: ['amountInvalid', 'payoutUnknown', 'payoutState'],
    }),
  },
  events: {
    deposit: event(50, {
      keep: 'latest',
      key: 'deposit',
      owner: 'account',
      fields: {
        ...depositFields,
        state: choice(['credited', 'reversed']),
        /** Available in the coin wallet after this change. */
        available: units(),
      },
      receipt: depositReceipt,
      notice: ({ state, deposit: no, asset: of, amount, fee, taken, available }, { amount: money, code }) =>
        state === 'credited'
          ? {
              kind: 'deposit.credited',
              params: {
                no: String(no),
                operateBalance: money(of, amount - fee),
                coinName: code(of),
                availableBalance: money(of, available),
              },
            }
          : {
              kind: 'deposit.reversed',
              params: { no: String(no), operateBalance: money(of, -taken), coinName: code(of), availableBalance: money(of, available) },
            },
    }),
    payout: event(51, {
      keep: 'latest',
      key: 'payout',
      owner: 'account',
      fields: { ...payoutFields, available: units() },
      receipt: payoutReceipt,
      settledWhen: ({ state }) => payoutStates.indexOf(state) >= payoutStates.indexOf('completed'),
      notice: ({ state, payout: no, asset: of, amount, fee, returned, reason: why, available }, { amount: money, code }) => {
        const balance = { no: String(no), coinName: code(of), availableBalance: money(of, available) };
        if (state === 'completed') return { kind: 'withdrawal.credited', params: { ...balance, operateBalance: money(of, amount - fee) } };
        if (state === 'notPassed') return { kind: 'withdrawal.rejected', params: { no: String(no), remark: why } };
        if (state === 'notSent') return { kind: 'withdrawal.notSent', params: { ...balance, operateBalance: money(of, amount) } };
        if (state === 'returned') return { kind: 'withdrawal.returned', params: { ...balance, operateBalance: money(of, returned) } };
        return undefined;
      },
    }),
    destination: event(52, {
      keep: 'latest',
      key: 'destination',
      owner: 'account',
      fields: { ...destinationFields, dropped: flag() },
    }),
    rail: event(54, { keep: 'latest', key: 'rail', fields: railRules }),
    payoutRules: event(55, { keep: 'none', fields: payoutRules }),
  },
});
export type DefineRail = CommandOf<typeof payments, 'defineRail'>;
export type StopRail = CommandOf<typeof payments, 'stopRail'>;
export type DefinePayoutRules = CommandOf<typeof payments, 'definePayoutRules'>;
export type CreditDeposit = CommandOf<typeof payments, 'creditDeposit'>;
export type BookNetworkCost = CommandOf<typeof payments, 'bookNetworkCost'>;
export type ReverseDeposit = CommandOf<typeof payments, 'reverseDeposit'>;
export type AddDestination = CommandOf<typeof payments, 'addDestination'>;
export type DropDestination = CommandOf<typeof payments, 'dropDestination'>;
export type RequestPayout = CommandOf<typeof payments, 'requestPayout'>;
export type CancelPayout = CommandOf<typeof payments, 'cancelPayout'>;
export type DecidePayout = CommandOf<typeof payments, 'passPayout' | 'refusePayout'>;
export type ResolvePayout = CommandOf<typeof payments, 'resolvePayout'>;
export type StepPayout = CommandOf<typeof payments, 'sendPayout' | 'doubtPayout' | 'finishPayout' | 'failPayout'>;
export type ReturnPayout = CommandOf<typeof payments, 'returnPayout'>;
export type DepositEvent = EventOf<typeof payments, 'deposit'>;
export type PayoutEvent = EventOf<typeof payments, 'payout'>;
export type DestinationEvent = EventOf<typeof payments, 'destination'>;
export type RailEvent = EventOf<typeof payments, 'rail'>;
export type PayoutRulesEvent = EventOf<typeof payments, 'payoutRules'>;
