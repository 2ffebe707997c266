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

const factors = { one: [1, 5, 10, 50, 100, 500, 1_000, 5_000, 10_000], five: [1, 2, 10, 20, 100, 200, 1_000, 2_000, 10_000] };
/** Fewer rows than this on the two sides together do not look like a book. */
const fewestRows = 6;
/** A step is offered if it leaves this part of the rows of the step before it, or less. */
const coarser = 0.85;
const mostSteps = 5;

/**
 * The grouping steps that make a difference in a book: the tick, then round steps that each join some of its levels, while a few rows
 * remain and a group spans less than two percent of the price.
 */
export function groupSteps(tick: string, bids: readonly Level[], asks: readonly Level[]): string[] {
  const decimals = stepDecimals(tick);
  const { units, scale } = decimalOrZero(tick);
  const widest = decimalDivide(bids[0]?.[0] ?? asks[0]?.[0] ?? '0', '50', 18);
  const rowsOf = (step: string) =>
    new Set(bids.map(([price]) => groupOf(price, 'bid', step))).size + new Set(asks.map(([price]) => groupOf(price, 'ask', step))).size;
  const steps = [tick];
  let rows = rowsOf(tick);
  // A tick of 5 first doubles to a round number; a tick of 1 is multiplied by five.
  for (const factor of (/^0*5/.test(String(units)) ? factors.five : factors.one).slice(1)) {
    const text = writeDecimal(units * BigInt(factor), scale);
    const step = decimalRound(text, Math.min(decimals, stepDecimals(text)), 'trunc');
    const left = rowsOf(step);
    if (left < fewestRows || steps.length === mostSteps || decimalCompare(step, widest) > 0) break;
    if (left > rows * coarser) continue;
    steps.push(step);
    rows = left;
  }
  return steps;
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
