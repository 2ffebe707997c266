import type { CorporateAction } from '@bourse/engine';
import { divExact, divFloor, formatUnits, unitsOf } from '@bourse/money';
import type { SplitRatio } from '../guard.ts';
import type { AssetInfo } from '../port.ts';

/** A split or cash dividend as the company announced it. */
export interface Announcement {
  symbol: string;
  /** First day on which the shares trade without it. */
  exDate: string;
  split?: readonly [numerator: number, denominator: number];
  /** Amount per share at that time, in the quote currency. */
  dividend?: string;
  source: string;
}

/** A time between the last after-hours trade of the day before and the first pre-market trade of that day, in both New York and Kuala Lumpur. */
export const effectiveAt = ({ exDate }: Pick<Announcement, 'exDate'>): number => Date.parse(`${exDate}T00:30:00Z`);

/** The splits of a stock that its source plays after `from` and not after `to`, in our time, oldest first. */
export function splitsPlayed(
  announcements: readonly Announcement[],
  symbol: string,
  crossings: (instant: number) => readonly number[],
): SplitRatio[] {
  return announcements
    .flatMap(({ exDate, split, symbol: of }) =>
      split && of === symbol
        ? crossings(effectiveAt({ exDate })).map((wall) => ({ wall, numerator: split[0], denominator: split[1] }))
        : [],
    )
    .sort((a, b) => a.wall - b.wall)
    .map(({ numerator, denominator }) => ({ numerator, denominator }));
}

/** The command that applies the action. `pass` distinguishes the times that a recording crosses the same day. */
export function commandOf(one: Announcement, instrument: number, quote: AssetInfo, pass: string): CorporateAction {
  const { amount, shares } = one.dividend === undefined ? { amount: 0, shares: 1 } : payable(one.dividend, quote.scale);
  const [numerator, denominator] = one.split ?? [1, shares];
  return {
    kind: 'corporateAction',
    instrument,
    action: one.split ? 'split' : 'dividend',
    numerator,
    denominator,
    amount,
    source: one.source,
    reference: `${one.symbol}:${one.split ? 'split' : 'dividend'}:${one.exDate}${pass}`,
  };
}

/** Extra decimals of a dividend beyond those of its currency: it is given as the smallest unit per this many shares. */
const extraDecimals = 4;

/** An amount per share as whole minor units for the fewest shares: half a cent per share is one cent for two shares. */
function payable(text: string, scale: number): { amount: number; shares: number } {
  const amount = unitsOf(text, scale + extraDecimals);
  const shares = 10n ** BigInt(extraDecimals);
  const common = greatestDivisor(amount, shares);
  return { amount: Number(divExact(amount, common)), shares: Number(divExact(shares, common)) };
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b));

/** Converts back to the announced amount, with at least the currency's own decimals. */
export function dividendText(
  { amount, denominator }: Pick<CorporateAction, 'amount' | 'denominator'>,
  { scale }: Pick<AssetInfo, 'scale'>,
): string {
  for (let extra = 0; extra < extraDecimals; extra++) {
    const units = BigInt(amount) * 10n ** BigInt(extra);
    if (units % BigInt(denominator) === 0n) return formatUnits(divExact(units, BigInt(denominator)), scale + extra);
  }
  return formatUnits(divFloor(BigInt(amount) * 10n ** BigInt(extraDecimals), BigInt(denominator)), scale + extraDecimals);
}
