import { unitsOf } from '@bourse/money';
import type { AssetInfo, ContractRules, TimedRules } from '../port.ts';

/** Margin, leverage and stake limits of contracts and timed contracts by underlying, in plain decimals. */
export interface ContractTerms {
  /** Up to an entry value in whole quote units: the max. leverage, and the minimum maintenance margin in parts per million. */
  tiers: readonly (readonly [upTo: string, leverage: number, maintenancePpm: number])[];
  liquidationFeePpm: number;
  markBandBps: number;
  interestE8: number;
}

/**
 * Tiers by max. leverage. Maintenance of the first tier is half of its initial margin. From tier to tier leverage falls and maintenance rises,
 * because a larger position takes longer to close through the book.
 */
const tiersByLeverage: Readonly<Record<number, ContractTerms['tiers']>> = {
  100: [
    ['100000', 100, 5_000],
    ['500000', 50, 10_000],
    ['2000000', 20, 25_000],
    ['10000000', 10, 50_000],
    ['50000000', 5, 100_000],
  ],
  75: [
    ['50000', 75, 6_500],
    ['250000', 50, 10_000],
    ['1000000', 20, 25_000],
    ['5000000', 10, 50_000],
    ['20000000', 5, 100_000],
  ],
  50: [
    ['50000', 50, 10_000],
    ['250000', 25, 20_000],
    ['1000000', 10, 50_000],
    ['5000000', 5, 100_000],
  ],
  25: [
    ['25000', 25, 20_000],
    ['100000', 10, 50_000],
    ['500000', 5, 100_000],
    ['2000000', 2, 200_000],
  ],
};

export const fundingIntervalMs = 8 * 3_600_000;
/** ±0.75 % per interval. */
const fundingCapE8 = 750_000;

export function contractTerms(leverage: number, plate: string): ContractTerms {
  const tiers = tiersByLeverage[leverage];
  if (!tiers) throw new RangeError(`no risk tiers for leverage ${leverage}`);
  const crypto = plate === 'crypto';
  return {
    tiers,
    // Half of the first tier's maintenance, so that a timely liquidation can pay for it.
    liquidationFeePpm: (tiers[0]?.[2] ?? 0) / 2,
    markBandBps: crypto ? 30 : 15,
    // 0.01 % per interval for coins, 0.002 % for currencies and commodities.
    interestE8: crypto ? 10_000 : 2_000,
  };
}

/** Stakes, payouts and the house's max. liability for one direction of an instrument at a time. */
export interface TimedTerms {
  offers: readonly (readonly [seconds: number, payoutPpm: number])[];
  minStake: string;
  maxStake: string;
  exposureLimit: string;
}

export const timedTerms: TimedTerms = {
  offers: [
    [30, 800_000],
    [60, 820_000],
    [120, 840_000],
    [300, 850_000],
  ],
  minStake: '5',
  maxStake: '1000',
  exposureLimit: '20000',
};

const units = (text: string, quote: AssetInfo) => Number(unitsOf(text, quote.scale));

export const contractRules = (terms: ContractTerms, quote: AssetInfo): ContractRules => ({
  tiers: terms.tiers.map(([upTo, maxLeverage, maintenancePpm]) => ({ maxNotional: units(upTo, quote), maxLeverage, maintenancePpm })),
  liquidationFeePpm: terms.liquidationFeePpm,
  markBandBps: terms.markBandBps,
  fundingIntervalMs,
  interestE8: terms.interestE8,
  fundingCapE8,
  fundingInParts: true,
});

export const timedRules = (terms: TimedTerms, quote: AssetInfo): TimedRules => ({
  asset: quote.id,
  offers: terms.offers.map(([seconds, payoutPpm]) => ({ durationMs: seconds * 1000, payoutPpm })),
  minStake: units(terms.minStake, quote),
  maxStake: units(terms.maxStake, quote),
  exposureLimit: units(terms.exposureLimit, quote),
});
