import { Wallet } from '@bourse/protocol/enums';
import { rebateTerms } from '@bourse/protocol/rebates';
import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, id, list, serial, struct, units, type ValuesOf } from '../define/field.ts';
import { account } from '../define/names.ts';
import { rebateReceipt } from './receipt.ts';

/** What inviter and friend get of a fee together, at most: the half. */
export const mostRebatePpm = rebateTerms.mostPpm;
/** Friends that one payout adds up. */
export const linesPerPayout = 50;

const part = { max: mostRebatePpm };
const link = { inviterPpm: count('rule', part), friendPpm: count('rule', part) };

/** The fees of one friend, and how much of them the receiver gets. The friend is the receiver for what comes back of one's own fees. */
const line = { friend: id(), fees: units(), partPpm: count() };
export type RebateLine = ValuesOf<typeof line>;

/** Invitations, and the part of friends' fees that is paid back each day. */
export const invitations = declare('invitations', {
  commands: {
    /** Says who has invited an account, and which part of its fees each of the two gets: once, before it trades. */
    setInviter: command(80, {
      by: 'system',
      fields: { account, inviter: id(), ...link },
      refuses: ['accountUnknown', 'inviterSet', 'inviterTooLate'],
    }),
  },
  events: {
    /** A friend came by an account's invitation. */
    invited: event(65, {
      keep: 'latest',
      key: 'friend',
      owner: 'account',
      fields: { account: id(), friend: id(), inviterPpm: count(), friendPpm: count() },
    }),
    /** What an account is paid of a day's fees in one asset and wallet. */
    rebateDay: event(66, {
      keep: 'each',
      key: 'rebate',
      owner: 'account',
      fields: {
        rebate: serial(),
        account: id(),
        /** Where the fees were charged. */
        wallet: choice(Wallet),
        asset: id(),
        /** When the day of the fees began. */
        day: count(),
        lines: list(struct(line), { max: linesPerPayout }),
        /** Millionths of a minor unit, left over from earlier days and for later ones. */
        carried: count(),
        paid: units(),
        remainder: count(),
      },
      receipt: rebateReceipt,
      notice: ({ asset, paid }, { amount, code }) =>
        paid > 0n ? { kind: 'referral.paid', params: { quantity: amount(asset, paid), coin: code(asset) } } : undefined,
    }),
  },
  timers: {
    /** 00:00 UTC. */
    rebatesDue: timer(8),
  },
});
export type SetInviter = CommandOf<typeof invitations, 'setInviter'>;
export type InvitedEvent = EventOf<typeof invitations, 'invited'>;
export type RebateDayEvent = EventOf<typeof invitations, 'rebateDay'>;
