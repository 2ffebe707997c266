import { onLadder, stepAt } from '../catalogue/ladder.ts';
import type { InstrumentInfo } from '../port.ts';
import { hash } from '../scatter.ts';

/** One resting quote of the maker. */
export interface Quote {
  side: 0 | 1;
  priceTicks: number;
  lots: number;
}

export interface QuotePlan {
  instrument: InstrumentInfo;
  /** Width of the cells of a level in ticks. A cell holds one level, anywhere in it. */
  grid: number;
  near: number;
  far: number;
  halfSpreadShare: number;
  /** Size of a level, in tick·lots. */
  levelTickLots: number;
}

/** Spot books are the deepest. Contracts and stocks use wider cells, so that fewer orders follow the same price. */
const styles = {
  1: { gridShare: 0.000_15, halfSpreadShare: 0.000_03, near: 10, far: 6 },
  2: { gridShare: 0.000_25, halfSpreadShare: 0.000_04, near: 8, far: 4 },
  3: { gridShare: 0.000_4, halfSpreadShare: 0.000_15, near: 6, far: 4 },
} as const;
/** The best levels stand in narrow cells, so that the spread is tight. They follow the price, so there are few of them. */
const topLevels = 2;
const topPart = 10;
const farFactor = 5;
const deepLevels = 2;
const deepFactor = 12;
/** Levels stay within this part of the price band, beyond which the engine refuses them. */
const bandPart = 0.8;
/** At full inventory in either direction, quotes shift this far against it. */
const skewShare = 0.000_4;
/** Beyond this part of the inventory limit, the side that would add to the inventory is not quoted. */
const inventoryLimit = 0.9;

/** The nearest 1, 2 or 5 times a power of ten. */
function round125(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const leading = value / power;
  return Math.max(1, Math.round(power * (leading < 1.5 ? 1 : leading < 3.5 ? 2 : leading < 7.5 ? 5 : 10)));
}

export function planFor(instrument: InstrumentInfo, priceTicks: number, levelTickLots: number): QuotePlan {
  const { gridShare, ...style } = styles[instrument.kind];
  const step = stepAt(instrument, priceTicks);
  // Levels are at least a step of the price ladder apart.
  const grid = Math.ceil(round125(priceTicks * gridShare) / step) * step;
  return { instrument, grid, ...style, levelTickLots };
}

/** How far the price must move from the one last quoted before levels move. It is less than a cell, so that the best levels stay near the price. */
export const moveThreshold = (plan: QuotePlan) => plan.grid * 0.6;

export interface Means {
  /** −1 … 1: the distance of the base inventory from its target, as a part of the limit. */
  lean: number;
  /** Total lots that may be offered, and total tick·lots that may be bid. */
  askLots: number;
  bidTickLots: number;
}

/**
 * The wanted levels around a price: tight at the top, at irregular distances, larger and sparser away from it. Where a level stands and how large it is
 * depend on its cell alone, so the same price always gives the same book, and a small move changes only the levels at the edges. Bids are always below
 * asks.
 */
export function desiredQuotes(plan: QuotePlan, priceTicks: number, means: Means): Quote[] {
  const centre = priceTicks * (1 - skewShare * means.lean);
  const half = Math.max(centre * plan.halfSpreadShare, 0.5);
  const bid = Math.floor(centre - half);
  const ask = Math.max(Math.ceil(centre + half), bid + 1);
  const quotes: Quote[] = [];
  if (means.lean < inventoryLimit) quotes.push(...ladder(plan, 0, bid, means.bidTickLots));
  if (means.lean > -inventoryLimit) quotes.push(...ladder(plan, 1, ask, means.askLots));
  return quotes;
}

/** The quotes within the price band around a reference price in ticks. The engine refuses the others. */
export function inBand(quotes: Quote[], { bandBps }: InstrumentInfo, reference: number): Quote[] {
  const reach = Math.floor((reference * bandBps) / 10_000);
  return quotes.filter(({ priceTicks }) => Math.abs(priceTicks - reference) <= reach);
}

/** Bids from `limit` down, funded in tick·lots; asks from `limit` up, funded in lots. When funds run out, the farthest levels are left out. */
function ladder(plan: QuotePlan, side: 0 | 1, limit: number, funds: number): Quote[] {
  const quotes: Quote[] = [];
  let left = funds;
  let from = limit;
  for (let index = 0; index < plan.near + plan.far; index += 1) {
    const priceTicks = onLadder(plan.instrument, nextLevel(plan, side, from, widthAt(plan, index)), side === 0 ? 'down' : 'up');
    if (priceTicks <= 0 || Math.abs(priceTicks - limit) > (limit * plan.instrument.bandBps * bandPart) / 10_000) break;
    const lots = sizeAt(plan, side, priceTicks, index);
    const cost = side === 0 ? lots * priceTicks : lots;
    if (cost > left) break;
    left -= cost;
    quotes.push({ side, priceTicks, lots });
    from = side === 0 ? priceTicks - 1 : priceTicks + 1;
  }
  return quotes;
}

function widthAt({ grid, near, far }: QuotePlan, index: number): number {
  if (index < topLevels) return Math.max(1, Math.floor(grid / topPart));
  if (index < near) return grid;
  return grid * (index < near + far - deepLevels ? farFactor : deepFactor);
}

/** The nearest level at or beyond `from`. A fifth of the cells is empty: the gaps of a book are not alike. */
function nextLevel({ instrument }: QuotePlan, side: 0 | 1, from: number, width: number): number {
  const step = side === 0 ? -1 : 1;
  for (let cell = Math.floor(from / width); ; cell += step) {
    const draw = hash(instrument.id, cell, width);
    const price = cell * width + (draw % width);
    if (price <= 0 && side === 0) return 0;
    const behind = side === 0 ? price > from : price < from;
    if (!behind && (width === 1 || (draw >>> 8) % 5 > 0)) return price;
  }
}

/** A level's size: uneven as in real books, small at the top, larger away from it. */
function sizeAt({ instrument, near, far, levelTickLots }: QuotePlan, side: number, price: number, index: number): number {
  const draw = hash(instrument.id, price >>> 0, side) / 4_294_967_296;
  const depth = index < near ? 0.5 + (0.8 * index) / near : index < near + far - deepLevels ? 2.4 : 3.6;
  const lots = Math.round((levelTickLots / price) * (0.25 + 1.5 * draw * draw) * depth);
  const least = Math.ceil((Number(instrument.minNotional) * 1.05) / (instrument.quoteUnitsPerTickLot * price));
  return Math.min(instrument.maxLots, Math.max(instrument.minLots, least, lots));
}
