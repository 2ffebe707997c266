import { type CommandOf, command, declare, type EventOf, event } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, refusing, units } from '../define/field.ts';
import { account, asset, digest } from '../define/names.ts';
import { accountModes, highestLevel } from './book.ts';

/** The end of the year 9999: later times have no text. */
const latestHold = 253_402_300_000_000;

/** What a person knows an account by: its level of identity, what it may do, and since when it is paid out again. */
export const standing = declare('standing', {
  commands: {
    /**
     * Restricts an account, or lifts a restriction. `keep` leaves what is there. `payouts`: `until` a time, or for the wait `afterCredential`, which never
     * shortens one. One person, or the system, may tighten; what loosens needs two.
     */
    holdAccount: command(67, {
      by: 'operator',
      approval: { power: 'compliance', when: 'byRule' },
      fields: {
        account,
        mode: choice(['keep', ...accountModes], 'rule'),
        payouts: choice(['keep', 'until', 'afterCredential'], 'rule'),
        /** With `until`; otherwise 0. */
        payoutsUntil: count('time', { max: latestHold }),
        evidence: digest('evidence'),
      },
      refuses: ['accountUnknown'],
    }),
    /** The level of identity that a review came to. */
    setLevel: command(68, {
      by: 'operator',
      approval: { power: 'compliance', when: 'byRule' },
      fields: { account, level: count('rule', { max: highestLevel }), evidence: digest('evidence') },
      refuses: ['accountUnknown'],
    }),
    /** Corrects a balance: between an account's coin wallet and a house account's, at most what is available there. */
    adjust: command(69, {
      by: 'operator',
      approval: { power: 'house', when: 'always' },
      fields: {
        account,
        house: refusing('accountUnknown', id()),
        asset,
        amount: inAsset('asset', refusing('amountInvalid', units('evidenced'))),
        /** To the account, or from it. */
        add: flag(),
        evidence: digest('evidence'),
      },
      refuses: ['accountUnknown', 'assetUnknown', 'amountInvalid', 'transferNotAllowed', 'insufficientBalance'],
    }),
  },
  events: {
    /** An account's standing after a change. */
    accountStanding: event(53, {
      keep: 'latest',
      key: 'account',
      owner: 'account',
      fields: { account: id(), level: count(), mode: choice(accountModes), payoutsUntil: count() },
    }),
  },
});
export type HoldAccount = CommandOf<typeof standing, 'holdAccount'>;
export type SetLevel = CommandOf<typeof standing, 'setLevel'>;
export type Adjust = CommandOf<typeof standing, 'adjust'>;
export type AccountStandingEvent = EventOf<typeof standing, 'accountStanding'>;
