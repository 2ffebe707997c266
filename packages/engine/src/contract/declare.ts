import { MarginMode, PositionAction } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import {
  choice,
  count,
  flag,
  id,
  inAsset,
  list,
  refusing,
  serial,
  signed,
  struct,
  type ValuesOf,
  worse,
  worseList,
} from '../define/field.ts';
import { anyInstrument, instrument, position } from '../define/names.ts';
import { fundedRefusals, leveragedRefusals, newOrderRefusals, orderRefusals, reversalRefusals } from '../define/refusals.ts';
import { funds, positionOrder } from '../leverage/declare.ts';
import { tiersWorse } from './tiers-worse.ts';

const tier = {
  /** Ascending: the entry value in quote units that a position may reach in this tier. */
  maxNotional: inAsset('instrument', count('rule')),
  maxLeverage: count('rule'),
  maintenancePpm: count('rule'),
};
export type ContractTier = ValuesOf<typeof tier>;

const order = {
  ...positionOrder,
  /** `open` only. It must equal the mode of an open position. */
  mode: choice(MarginMode),
};
const placeRefusals = [...orderRefusals, ...newOrderRefusals, ...leveragedRefusals, 'marginInsufficient', 'notionalBeyondTiers'] as const;

/** Perpetual contracts. */
export const contract = declare('contract', {
  commands: {
    /** Margin rules of an instrument of kind contract; trading in it begins with them. Rates in parts per million, or per hundred million (`E8`). */
    defineContract: command(17, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument,
        /** Leverage falls and maintenance rises from tier to tier. Maintenance is progressive: each part of the entry value at its own tier's rate. */
        tiers: worseList(list(struct(tier)), tiersWorse),
        /** Of the value liquidated, to the insurance fund, at most what is left of the margin. */
        liquidationFeePpm: worse('higher', count('rule')),
        /** The mark price stays within this of the index, basis points. */
        markBandBps: worse('changed', count('rule')),
        /** Funding of one interval = clamp(average premium + interest, ± cap). What one side pays more, the other gets. */
        fundingIntervalMs: worse('changed', count('rule')),
        interestE8: worse('changed', count('rule')),
        fundingCapE8: worse('changed', count('rule')),
        /** Spread a funding round over several commands. Otherwise one command pays all of it. */
        fundingInParts: worse('never', flag('rule')),
      },
      refuses: ['instrumentUnknown'],
    }),
    /** Opens, adds to, or reduces one position. Triggers compare with the mark price. */
    placeContractOrder: command(18, {
      by: 'customer',
      closing: ({ action }) => action === PositionAction.close,
      checksItself: true,
      fields: order,
      refuses: placeRefusals,
    }),
    /** Opens or adds to a position with money that comes from another wallet in the same act: both happen, or neither. */
    placeFundedContractOrder: command(32, {
      by: 'customer',
      checksItself: true,
      fields: { ...order, ...funds },
      refuses: [...placeRefusals, ...fundedRefusals, 'insufficientBalance'],
    }),
    /** Adds to or takes from the margin of a segmented position. What is taken leaves at least the initial margin at the mark price. */
    changeMargin: command(20, {
      by: 'customer',
      fields: { position, add: flag(), amount: refusing('amountInvalid', count('ownQuantity')) },
      refuses: ['amountInvalid', 'marginInsufficient', 'marginModeFull', 'marginTakeTooLarge', 'positionUnknown', 'priceStale'],
    }),
    /** Closes every contract position at market, each for itself; `instrument` 0 means all. Cancels the orders that would close them first. */
    closeAllPositions: command(21, {
      by: 'customer',
      closing: true,
      fields: { instrument: anyInstrument },
      refuses: ['instrumentUnknown', 'orderProductWrong'],
    }),
    /** Closes a position and opens the same quantity the other way, both whole and at market, or does nothing. */
    reversePosition: command(22, {
      by: 'customer',
      fields: { position },
      refuses: reversalRefusals,
    }),
    /** Reverses all of the account's contract positions, or none of them. */
    reverseAllPositions: command(23, {
      by: 'customer',
      refuses: reversalRefusals,
    }),
  },
  events: {
    /** A round of funding of one contract; `void` when the index was stale at its instant, and then nobody pays. */
    fundingRound: event(7, {
      keep: 'each',
      key: 'round',
      usesMark: true,
      fields: {
        round: serial(),
        instrument: id(),
        due: count(),
        markTicks: count(),
        premiumSumE8: signed(),
        samples: count(),
        interestE8: count(),
        capE8: count(),
        /** Longs pay shorts when positive. */
        rateE8: signed(),
        void: flag(),
        /** Both sums; 0 of a round that took more than one command: `fundingEnd` tells them. */
        paid: count(),
        received: count(),
      },
    }),
    /** A round that took more than one command is over. */
    fundingEnd: event(8, { keep: 'each', key: 'round', fields: { round: serial(), instrument: id(), paid: count(), received: count() } }),
  },
  timers: { funding: timer(4) },
});
export type FundingRoundEvent = EventOf<typeof contract, 'fundingRound'>;
export type FundingEndEvent = EventOf<typeof contract, 'fundingEnd'>;
export type DefineContract = CommandOf<typeof contract, 'defineContract'>;
export type PlaceFundedContractOrder = CommandOf<typeof contract, 'placeFundedContractOrder'>;
export type PlaceContractOrder = CommandOf<typeof contract, 'placeContractOrder'>;
