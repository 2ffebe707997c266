import { Wallet } from '@bourse/protocol/enums';
import { type CommandOf, command, declare, type EventOf, event, timer } from '../define/declare.ts';
import { choice, count, flag, id, inAsset, list, worse, worseList } from '../define/field.ts';
import { account, asset, wallet } from '../define/names.ts';
import { levelBoughtReceipt, levelDayReceipt } from './receipt.ts';

/** Levels are 1 to this; 0 is that of everybody. Level n is fee class n. */
export const mostLevels = 6;
/** Two terms of one level are added up at most. */
const mostPrice = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** Why a membership changed. Stored by place: append, never reorder. */
export const membershipCauses = ['bought', 'ended', 'granted', 'plusApplied', 'plusApproved', 'plusRefused'] as const;

const moved = (before: readonly number[], after: readonly number[]) =>
  before.some((volume, at) => after[at] === undefined || after[at] > volume);
const dearer = (before: readonly number[], after: readonly number[]) =>
  before.some((price, at) => price > 0 && ((after[at] ?? 0) === 0 || after[at]! > price));

/** VIP levels by traded volume, bought levels, and PLUS. */
export const membership = declare('membership', {
  commands: {
    /** What the levels take. Level n begins at the nth volume of 30 days and costs the nth price for 30 days; a price of 0 is not sold. */
    defineLevels: command(77, {
      by: 'system',
      announced: 'terms',
      approval: { power: 'rules', when: 'sealed' },
      fields: {
        /** In which prices are paid. */
        asset,
        volumes: worseList(list(inAsset('USDT', count('rule', { min: 1 })), { max: mostLevels }), moved),
        prices: worseList(list(inAsset('asset', count('rule', { max: mostPrice })), { max: mostLevels }), dearer),
        /** The level that PLUS brings at least, and what PLUS costs once; 0: it is not sold. */
        plusLevel: worse('lower', count('rule', { max: mostLevels })),
        plusPrice: worse('higher', inAsset('asset', count('rule'))),
      },
      refuses: ['assetUnknown'],
    }),
    /** Buys a level for 30 days, at the price of `version`. The level that is bought already goes on for 30 days more; the rest of a lower one is credited. */
    buyLevel: command(78, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      fields: { wallet, level: count('choice', { min: 1, max: mostLevels }), version: count('choice') },
      refuses: ['levelUnknown', 'termsChanged', 'levelCovered', 'transferNotAllowed', 'insufficientBalance'],
    }),
    /** Asks for PLUS. Its price is frozen until operators have decided. */
    applyPlus: command(79, {
      by: 'customer',
      allowed: 'unlessReadOnly',
      fields: { wallet, version: count('choice') },
      refuses: ['plusUnavailable', 'termsChanged', 'plusWaits', 'plusHeld', 'transferNotAllowed', 'insufficientBalance'],
    }),
    /** Decides about PLUS: what is frozen is paid, or free again. */
    decidePlus: command(81, {
      by: 'operator',
      approval: { power: 'money', when: 'always' },
      fields: { account, pass: flag() },
      refuses: ['plusNotWaiting'],
    }),
    /** Gives an account a level until a time, because it has it elsewhere. It never takes anything away. */
    grantLevel: command(49, {
      by: 'operator',
      approval: { power: 'rules', when: 'byRule' },
      fields: { account, level: count('rule', { min: 1, max: mostLevels }), until: count('time') },
      refuses: ['levelUnknown', 'levelCovered'],
    }),
  },
  events: {
    /** With its first trade of a day, an account has another level by volume than with its last one. */
    levelDay: event(60, {
      keep: 'each',
      owner: 'account',
      fields: {
        account: id(),
        version: count(),
        /** USDT, in whose minor units volumes are. */
        asset: id(),
        /** Days since 1970 in UTC. */
        day: count(),
        /** Volume of each of the 30 days before, oldest first, and their sum. */
        days: list(count()),
        volume: count(),
        /** Of the levels, lowest first. */
        thresholds: list(count()),
        level: count(),
        before: count(),
      },
      receipt: levelDayReceipt,
      notice: ({ level, before }) =>
        level === before ? undefined : { kind: 'membership.levelChanged', params: { level: String(level), before: String(before) } },
    }),
    /** A level that was bought, with everything that its receipt is computed from. */
    levelBought: event(61, {
      keep: 'each',
      owner: 'account',
      fields: {
        account: id(),
        level: count(),
        version: count(),
        wallet: choice(Wallet),
        asset: id(),
        price: count(),
        /** The unused rest of a lower level, and what it follows from: what was paid for the time from its last purchase to its end. */
        credit: count(),
        paidBefore: count(),
        beganBefore: count(),
        endsBefore: count(),
        /** Where the 30 days begin, and where they end. */
        from: count(),
        until: count(),
      },
      receipt: levelBoughtReceipt,
    }),
    /** What an account has bought, was given or asked for, after a change. */
    membership: event(62, {
      keep: 'each',
      owner: 'account',
      fields: {
        account: id(),
        cause: choice(membershipCauses),
        boughtLevel: count(),
        boughtUntil: count(),
        grantedLevel: count(),
        grantedUntil: count(),
        plus: choice(['none', 'waits', 'holds']),
        /** What is frozen, was paid, or is free again, in minor units of `asset`. 0: no money is about it. */
        amount: count(),
        asset: count(),
      },
      notice: ({ cause, grantedLevel }) => {
        if (cause === 'plusApproved') return { kind: 'vip.approved', params: { level: '0' } };
        if (cause === 'plusRefused') return { kind: 'vip.failed', params: { level: '0' } };
        return cause === 'granted' ? { kind: 'vip.approved', params: { level: String(grantedLevel) } } : undefined;
      },
    }),
  },
  timers: {
    /** A level that was bought or given runs out. */
    levelEnds: timer(11),
  },
});
export type DefineLevels = CommandOf<typeof membership, 'defineLevels'>;
export type BuyLevel = CommandOf<typeof membership, 'buyLevel'>;
export type ApplyPlus = CommandOf<typeof membership, 'applyPlus'>;
export type DecidePlus = CommandOf<typeof membership, 'decidePlus'>;
export type GrantLevel = CommandOf<typeof membership, 'grantLevel'>;
export type LevelDayEvent = EventOf<typeof membership, 'levelDay'>;
export type LevelBoughtEvent = EventOf<typeof membership, 'levelBought'>;
export type MembershipEvent = EventOf<typeof membership, 'membership'>;
