import { decimalSign, plotNumber } from '@bourse/money';

export type Stat = { startTotal: string; curve: readonly { t: number; v: string }[] };
export type Drawn = {
  points: { at: number; value: number }[];
  /** The account was empty at 00:00 UTC: it began today, and its first deposit is not profit. */
  born: boolean;
};

/** Today's curve as a picture. An account opened today starts at its first money: before that there is nothing to draw, not even a flat line. */
export function curveOf(stat: Stat, convert: (usd: string) => string): Drawn {
  const born = decimalSign(stat.startTotal) === 0;
  const first = born ? stat.curve.findIndex((point) => decimalSign(point.v) > 0) : 0;
  const kept = first < 0 ? [] : stat.curve.slice(first);
  const points = kept.map((point) => ({ at: point.t, value: plotNumber(convert(point.v)) }));
  return { points, born };
}
