import { createHash } from 'node:crypto';
import { type Command, firstCustomer, House } from '@bourse/engine';
import { AssetKind, RechargeChannel, Wallet } from '@bourse/protocol/enums';

/** One USDT in minor units. */
export const whole = 1_000_000;
export const usdt = 1;
/** 4 decimals, never priced: two people decide about every payout of it. */
export const gem = 2;
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
/** Customers where nobody says how many. */
export const usualCustomers = 4;
export const accountsOf = (customers: number): number[] => Array.from({ length: customers }, (_, index) => firstCustomer + index);

/** 32 bytes that stand for something. */
export const digestOf = (...what: readonly (string | number)[]): string => createHash('sha256').update(what.join(' ')).digest('base64url');

/** A rail and the chain behind it. */
export interface SimulatedRail {
  readonly rail: number;
  readonly asset: number;
  /** Confirmations from which anything is final. */
  readonly needed: number;
  /** What a payout consumes: the next number of the one wallet, or coins of its own, and then it expires after so many blocks. */
  readonly consumes: 'nonce' | 'inputs';
  readonly livesBlocks: number | undefined;
}
export const rails: readonly SimulatedRail[] = [
  { rail: 1, asset: usdt, needed: 4, consumes: 'nonce', livesBlocks: undefined },
  { rail: 2, asset: gem, needed: 3, consumes: 'inputs', livesBlocks: 4 },
];

/** Who appoints, and who decides. Operators 1 to 3 are the system's. */
export const administrators = [1, 2] as const;
export const deciders = [3, 4, 5] as const;
export const powersOf = { usual: ['money', 'compliance', 'rules'], more: ['house', 'money', 'compliance', 'rules'] } as const;

export const payoutRules = {
  kind: 'definePayoutRules',
  levelLimits: [0, 1200 * whole, 2500 * whole],
  factorsPpm: [1_000_000],
  destinationWaitMs: dayMs,
  credentialWaitMs: dayMs,
  reviewAbove: 300 * whole,
  secondAbove: 1000 * whole,
  youngMs: 72 * hourMs,
  burstCount: 3,
  burstMs: hourMs,
} as const;

export const railRules = ({ rail, asset }: SimulatedRail): Extract<Command, { kind: 'defineRail' }> => ({
  ...{ kind: 'defineRail', rail, asset, channel: RechargeChannel.cryptoCallback, minIn: 5n * BigInt(whole) },
  ...{ autoInMax: 1500n * BigInt(whole), holdMs: 0, minOut: BigInt(whole), feeFixed: whole, feePpm: 1000 },
  ...{ hourlyUnreviewed: 1000 * whole, open: 3 },
});

/** The house's own coins, which lie on the chains from the beginning. */
export const capital = 1_000_000n * BigInt(whole);

export const openingOf = (accounts: readonly number[]): readonly Command[] => [
  { kind: 'defineAsset', asset: usdt, code: 'USDT', scale: 6, assetKind: AssetKind.stablecoin },
  { kind: 'defineAsset', asset: gem, code: 'GEM', scale: 4, assetKind: AssetKind.coin },
  ...accounts.map((account): Command => ({ kind: 'openAccount', account, feeClass: 0 })),
  ...[usdt, gem].map(
    (asset): Command => ({ kind: 'fundHouse', account: House.fees, wallet: Wallet.coin, asset, amount: capital, number: asset }),
  ),
  payoutRules,
  ...rails.map(railRules),
  ...administrators.map((operator): Command => ({ kind: 'defineOperator', operator, powers: ['people'] })),
  { kind: 'defineOperator', operator: deciders[0], powers: powersOf.usual },
];
