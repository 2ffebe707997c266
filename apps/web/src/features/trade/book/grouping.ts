import {
  decimalAdd,
  decimalCompare,
  decimalDivide,
  decimalOrZero,
  decimalRound,
  decimalSubtract,
  divCeil,
  divFloor,
  plotNumber,
  rescale,
  writeDecimal,
} from '@bourse/money';
import { stepDecimals } from '../ticket/arithmetic.ts';

export type Level = readonly [price: string, quantity: string];
export type BookSide = 'bid' | 'ask';
export interface BookRow {
  price: string;
  quantity: string;
  /** Cumulative quantity from the best price to this level. */
  total: string;
  /** The total relative to the largest shown, 0 to 1: the length of the bar. */
  share: number;
  /** One of the customer's own orders rests at this level. */
  own?: boolean | undefined;
}

/** The grouping steps of a book: the tick, then the round steps above it, while a group spans less than two percent of the price. */
export function groupSteps(tick: string, price: string | null): string[] {
  const decimals = stepDecimals(tick);
  const units = decimalOrZero(tick);
  // A tick of 5 first doubles to a round number; a tick of 1 is multiplied by five.
  const factors = /^0*5/.test(String(units.units)) ? [1, 2, 10, 20, 100, 200, 1000, 2000] : [1, 5, 10, 50, 100, 500, 1000, 5000];
  const steps = factors.map((factor) => {
    const step = writeDecimal(units.units * BigInt(factor), units.scale);
    return decimalRound(step, Math.min(decimals, stepDecimals(step)), 'trunc');
  });
  if (price === null) return steps.slice(0, 5);
  const widest = decimalDivide(price, '50', 18);
  return steps.filter((step, index) => index === 0 || decimalCompare(step, widest) <= 0).slice(0, 7);
}

/** Groups levels (best first) by a step. Bids round down and asks up, so that no group shows a better price than it holds. */
export function groupLevels(levels: readonly Level[], side: BookSide, step: string, rows: number, own: readonly string[] = []): BookRow[] {
  const grouped = gather(levels, side, step, rows);
  if (own.length === 0) return grouped;
  const mine = new Set(own.map((price) => groupOf(price, side, step)));
  return grouped.map((row) => (mine.has(row.price) ? { ...row, own: true } : row));
}

/** The grouped price that a level belongs to. */
function groupOf(price: string, side: BookSide, step: string): string {
  const of = decimalOrZero(step);
  const value = decimalOrZero(price);
  const scale = Math.max(value.scale, of.scale);
  const stepUnits = rescale(of, scale, 'trunc');
  const units = rescale(value, scale, 'trunc');
  const count = side === 'bid' ? divFloor(units, stepUnits) : divCeil(units, stepUnits);
  return decimalRound(writeDecimal(count * stepUnits, scale), stepDecimals(step), 'trunc');
}

function gather(levels: readonly Level[], side: BookSide, step: string, rows: number): BookRow[] {
  const grouped: { price: string; quantity: string; total: string }[] = [];
  let total = '0';
  for (const [price, quantity] of levels) {
    const group = groupOf(price, side, step);
    total = decimalAdd(total, quantity);
    const last = grouped.at(-1);
    if (last?.price === group) {
      last.quantity = decimalAdd(last.quantity, quantity);
      last.total = total;
      continue;
    }
    if (grouped.length === rows) break;
    grouped.push({ price: group, quantity, total });
  }
  const largest = plotNumber(grouped.at(-1)?.total ?? '0');
  return grouped.map((row) => ({ ...row, share: largest > 0 ? plotNumber(row.total) / largest : 0 }));
}

/** Bars of both sides on one scale, so that a thin side looks thin. */
export function onOneScale(bids: BookRow[], asks: BookRow[]): { bids: BookRow[]; asks: BookRow[] } {
  const largest = Math.max(plotNumber(bids.at(-1)?.total ?? '0'), plotNumber(asks.at(-1)?.total ?? '0'));
  if (largest <= 0) return { bids, asks };
  const scale = (rows: BookRow[]) => rows.map((row) => ({ ...row, share: plotNumber(row.total) / largest }));
  return { bids: scale(bids), asks: scale(asks) };
}

export interface Spread {
  amount: string;
  percent: string;
}
export function spreadOf(bid: string | undefined, ask: string | undefined): Spread | null {
  if (bid === undefined || ask === undefined) return null;
  const amount = decimalSubtract(ask, bid);
  return { amount, percent: decimalDivide(decimalRound(amount, 18), decimalDivide(ask, '100', 18), 3, 'half') };
}

export interface DepthPoint {
  /** Position between the lowest and the highest price shown, 0 to 1. */
  x: number;
  /** Cumulative quantity relative to the largest, 0 to 1. */
  y: number;
  price: string;
  total: string;
}
export interface DepthCurve {
  bids: DepthPoint[];
  asks: DepthPoint[];
  low: string;
  high: string;
  largest: string;
}

/** Both sides as cumulative steps around the mid price. The nearer side sets the width of both, so that the mid price is in the middle. */
export function depthCurve(bids: readonly Level[], asks: readonly Level[]): DepthCurve | null {
  const bestBid = bids[0]?.[0];
  const bestAsk = asks[0]?.[0];
  if (bestBid === undefined || bestAsk === undefined) return null;
  const middle = (plotNumber(bestBid) + plotNumber(bestAsk)) / 2;
  const reach = Math.min(middle - plotNumber(bids.at(-1)![0]), plotNumber(asks.at(-1)![0]) - middle);
  if (!(reach > 0)) return null;
  const run = (levels: readonly Level[]) => {
    let total = '0';
    return levels.flatMap(([price, quantity]) => {
      total = decimalAdd(total, quantity);
      const away = Math.abs(plotNumber(price) - middle);
      return away <= reach ? [{ price, total, x: 0.5 + (plotNumber(price) - middle) / (reach * 2), y: plotNumber(total) }] : [];
    });
  };
  const left = run(bids);
  const right = run(asks);
  const largest = Math.max(left.at(-1)?.y ?? 0, right.at(-1)?.y ?? 0) || 1;
  const scaled = (points: DepthPoint[]) => points.map((point) => ({ ...point, y: point.y / largest }));
  const totals = [left.at(-1)?.total ?? '0', right.at(-1)?.total ?? '0'];
  return {
    bids: scaled(left),
    asks: scaled(right),
    low: left.at(-1)?.price ?? bestBid,
    high: right.at(-1)?.price ?? bestAsk,
    largest: decimalCompare(totals[0]!, totals[1]!) > 0 ? totals[0]! : totals[1]!,
  };
}
