import type { CorporateAction } from '@bourse/engine';
import { unitsOf } from '@bourse/money';
import type { AssetInfo } from '../port.ts';

/** A split or cash dividend as the company announced it. */
export interface Announcement {
  symbol: string;
  /** First day on which the shares trade without it. */
  exDate: string;
  split?: readonly [numerator: number, denominator: number];
  /** Of the quote currency, a share as it was then. */
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
/** Those after the split of 2020 are in half cents, which a dollar of two decimals cannot pay out. */
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
] as const;

/** By date. What the companies did, not what we made up: a simulated price knows nothing of it, so it is applied where real prices are played. */
export const announcements: readonly Announcement[] = [
  ...appleSplits.map(([exDate, ratio]): Announcement => ({ symbol: 'AAPL', exDate, split: [ratio, 1], source: apple })),
  ...appleDividends.map(([exDate, dividend]): Announcement => ({ symbol: 'AAPL', exDate, dividend, source: apple })),
].sort((a, b) => a.exDate.localeCompare(b.exDate));

/** Between the last trade after hours of the day before and the first before hours of that day, in New York and in Kuala Lumpur alike. */
export const effectiveAt = ({ exDate }: Announcement): number => Date.parse(`${exDate}T00:30:00Z`);

/** The command that applies it; `pass` tells the times apart that a recording crosses the same day. */
export function commandOf(one: Announcement, instrument: number, quote: AssetInfo, pass: string): CorporateAction {
  const [numerator, denominator] = one.split ?? [1, 1];
  return {
    kind: 'corporateAction',
    instrument,
    action: one.split ? 'split' : 'dividend',
    numerator,
    denominator,
    amount: one.dividend === undefined ? 0 : Number(unitsOf(one.dividend, quote.scale)),
    source: one.source,
    reference: `${one.symbol}:${one.split ? 'split' : 'dividend'}:${one.exDate}${pass}`,
  };
}
