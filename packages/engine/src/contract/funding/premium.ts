import { floorDivSigned, mulDivCeil, mulDivFloor } from '../../base/exact.ts';

export const e8 = 100_000_000;
/** Samples are capped at ten times the index, so that sums stay exact over as many samples as an interval can have. */
const farthestE8 = 10 * e8;

/** Premium samples of one funding interval: how far the middle of the book was from the index, in 10⁻⁸ of the index. */
export class PremiumMeter {
  sumE8 = 0;
  samples = 0;

  /** `middle` and `index` in ticks. */
  sample(middle: number, index: number): void {
    this.sumE8 += premiumE8(middle, index);
    this.samples += 1;
  }

  reset(): void {
    this.sumE8 = 0;
    this.samples = 0;
  }
}

/** (middle − index) ÷ index in 10⁻⁸, rounded down. */
export function premiumE8(middle: number, index: number): number {
  const distance = middle - index;
  if (distance >= 0) return distance >= index * 10 ? farthestE8 : mulDivFloor(distance, e8, index);
  return -mulDivCeil(-distance, e8, index);
}

/** Funding of an interval: the average premium rounded down plus interest, within ± cap. */
export function fundingRateE8(sumE8: number, samples: number, interestE8: number, capE8: number): number {
  const average = samples === 0 ? 0 : floorDivSigned(sumE8, samples);
  return Math.max(-capE8, Math.min(capE8, average + interestE8));
}
