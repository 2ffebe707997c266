import { decimalSign, plotNumber } from '@bourse/money';

export type Stat = { since: number; startTotal: string; total: string; curve: readonly { t: number; v: string }[] };
export type Drawn = {
  points: { at: number; value: number }[];
  /** The account was empty at 00:00 UTC: it began today, and its first deposit is not profit. */
  born: boolean;
};

/** Today's curve as a picture. An account opened today starts at its first money; a single value is a flat line, not an empty box. */
export function curveOf(stat: Stat, convert: (usd: string) => string): Drawn {
  const born = decimalSign(stat.startTotal) === 0;
  const first = born ? stat.curve.findIndex((point) => decimalSign(point.v) > 0) : 0;
  const kept = first < 0 ? [] : stat.curve.slice(first);
  const points = kept.map((point) => ({ at: point.t, value: plotNumber(convert(point.v)) }));
  if (points.length > 1) return { points, born };
  const value = points[0]?.value ?? plotNumber(convert(stat.total));
  const at = points[0]?.at ?? stat.since;
  return {
    points: [
      { at: Math.min(stat.since, at - 1), value },
      { at, value },
    ],
    born,
  };
}
