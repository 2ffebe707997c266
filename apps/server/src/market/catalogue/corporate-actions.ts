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

const apple = 'Apple Inc., investor relations';
const appleSplits = [
  ['2000-06-21', 2],
  ['2005-02-28', 2],
  ['2014-06-09', 7],
  ['2020-08-31', 4],
] as const;
const appleDividends = [
  ['2012-08-09', '2.65'],
  ['2012-11-07', '2.65'],
  ['2013-02-07', '2.65'],
  ['2013-05-09', '3.05'],
  ['2013-08-08', '3.05'],
  ['2013-11-06', '3.05'],
  ['2014-02-06', '3.05'],
  ['2014-05-08', '3.29'],
  ['2014-08-07', '0.47'],
  ['2014-11-06', '0.47'],
  ['2015-02-05', '0.47'],
  ['2015-05-07', '0.52'],
  ['2015-08-06', '0.52'],
  ['2015-11-05', '0.52'],
  ['2016-02-04', '0.52'],
  ['2016-05-05', '0.57'],
  ['2016-08-04', '0.57'],
  ['2016-11-03', '0.57'],
  ['2017-02-09', '0.57'],
  ['2017-05-11', '0.63'],
  ['2017-08-10', '0.63'],
  ['2017-11-10', '0.63'],
  ['2018-02-09', '0.63'],
  ['2018-05-11', '0.73'],
  ['2018-08-10', '0.73'],
  ['2018-11-08', '0.73'],
  ['2019-02-08', '0.73'],
  ['2019-05-10', '0.77'],
  ['2019-08-09', '0.77'],
  ['2019-11-07', '0.77'],
  ['2020-02-07', '0.77'],
  ['2020-05-08', '0.82'],
  ['2020-08-07', '0.82'],
  ['2020-11-06', '0.205'],
  ['2021-02-05', '0.205'],
] as const;

/** Real actions of the companies, by date. Simulated prices do not include them, so they are applied only where recorded prices are played. */
export const announcements: readonly Announcement[] = [
  ...appleSplits.map(([exDate, ratio]): Announcement => ({ symbol: 'AAPL', exDate, split: [ratio, 1], source: apple })),
  ...appleDividends.map(([exDate, dividend]): Announcement => ({ symbol: 'AAPL', exDate, dividend, source: apple })),
].sort((a, b) => a.exDate.localeCompare(b.exDate));

/** A time between the last after-hours trade of the day before and the first pre-market trade of that day, in both New York and Kuala Lumpur. */
export const effectiveAt = ({ exDate }: Announcement): number => Date.parse(`${exDate}T00:30:00Z`);

/** The splits of a stock that its source plays after `from` and not after `to`, in our time. */
export function splitsPlayed(
  symbol: string,
  played: (instant: number) => { wall: number } | undefined,
  from: number,
  to: number,
): SplitRatio[] {
  return announcements.flatMap((one) => {
    const wall = one.split && one.symbol === symbol ? played(effectiveAt(one))?.wall : undefined;
    return one.split && wall !== undefined && wall > from && wall <= to ? [{ numerator: one.split[0], denominator: one.split[1] }] : [];
  });
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
