import { PositionDirection, TimedStatus } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, id, inAsset, list, refusing, serial, struct, text, worse, worseList } from '../define/field.ts';
import { asset, instrument } from '../define/names.ts';
import { timedReceipt } from '../receipts/timed.ts';

/** The profit or loss of a timed contract's holder, in minor units of the stake's asset. */
export const timedProfit = ({ status, payout, stake }: { status: TimedStatus; payout: number; stake: number }): number =>
  status === TimedStatus.won ? payout : status === TimedStatus.lost ? -stake : 0;

interface Offer {
  durationMs: number;
  payoutPpm: number;
}
/** An offer that is gone or pays less. */
const offersWorse = (before: readonly Offer[], after: readonly Offer[]): boolean =>
  before.some(({ durationMs, payoutPpm }) => (after.find((one) => one.durationMs === durationMs)?.payoutPpm ?? 0) < payoutPpm);

/** What a timed contract was sold for, and the tick it started with. */
export const sold = {
  stake: count(),
  asset: id(),
  payoutPpm: count(),
  /** Profit on top of the stake when won. */
  payout: count(),
  placedAt: count(),
  durationMs: count(),
  /** 0 while unknown. */
  startTicks: count(),
  startTickTime: count(),
};

/** Timed contracts: up or down from one index tick to another. */
export const timed = declare('timed', {
  commands: {
    /** The timed contracts that are sold on an instrument's index. An empty list of offers closes them; contracts already sold keep their terms. */
    defineTimed: command(24, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        instrument,
        /** The asset of the `fast` wallet that stakes are in. */
        asset,
        offers: worseList(
          list(struct({ durationMs: count('rule'), payoutPpm: count('rule', { min: 1, max: 10_000_000 }) }), { max: 16 }),
          offersWorse,
          'durationMs',
        ),
        minStake: worse('higher', inAsset('asset', count('rule', { min: 1 }))),
        maxStake: worse('lower', inAsset('asset', count('rule', { min: 1 }))),
        /** The largest sum that the house may owe on one direction of the instrument at once. */
        exposureLimit: worse('lower', inAsset('asset', count('rule'))),
      },
      refuses: ['instrumentUnknown', 'assetUnknown', 'transferNotAllowed'],
    }),
    /** Up (long) or down (short) from the first index tick at or after now to the first at or after now + duration. */
    placeTimed: command(25, {
      by: 'customer',
      allowed: 'whenTrading',
      fields: {
        instrument,
        direction: choice(PositionDirection),
        durationMs: count('choice'),
        stake: refusing('amountInvalid', count('ownQuantity', { min: 1 })),
      },
      refuses: [
        ...(['instrumentUnknown', 'instrumentHalted', 'instrumentClosed', 'priceStale', 'timedDurationUnknown'] as const),
        ...(['timedStakeTooSmall', 'timedStakeTooLarge', 'timedExposureReached', 'positionsTooMany', 'overloaded'] as const),
        'insufficientBalance',
      ],
    }),
  },
  events: {
    /** A timed contract after a change, with every fact its receipt is computed from. */
    timed: event(3, {
      keep: 'latest',
      key: 'timed',
      owner: 'account',
      fields: {
        timed: serial(),
        account: id(),
        instrument: id(),
        direction: choice(PositionDirection),
        status: choice(TimedStatus),
        ...sold,
        /** The tick that decides: 0 while unknown. */
        endTicks: count(),
        endTickTime: count(),
        /** The feed of the two ticks; both names, start first, when they came from two. */
        source: text(undefined, { max: 80 }),
        /** Why it is void, '' otherwise. */
        voidReason: choice(['', 'stale', 'halted']),
      },
      receipt: timedReceipt,
      settledWhen: ({ status }) => status >= TimedStatus.won,
      notice: (event, { symbol, code, amount }) => ({
        kind: 'timed.settled',
        params: {
          no: String(event.timed),
          symbol,
          status: String(event.status),
          result: amount(event.asset, timedProfit(event)),
          coin: code(event.asset),
        },
      }),
    }),
  },
  timers: {
    /** No word of the feed came for `timedWaitMs` after the instant that needed a tick. */
    timedVoid: timer(5),
  },
});
export type DefineTimed = CommandOf<typeof timed, 'defineTimed'>;
export type PlaceTimed = CommandOf<typeof timed, 'placeTimed'>;
export type TimedEvent = EventOf<typeof timed, 'timed'>;
