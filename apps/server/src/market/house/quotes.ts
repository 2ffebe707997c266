import { onLadder, stepAt } from '../catalogue/ladder.ts';
import { hash } from '../feeds/simulated/noise.ts';
import type { InstrumentInfo } from '../port.ts';

/** One resting quote of the maker. */
export interface Quote {
  side: 0 | 1;
  priceTicks: number;
  lots: number;
}

export interface QuotePlan {
  instrument: InstrumentInfo;
  /** Spacing of the levels in ticks, next to the price and further out. */
  grid: number;
  wideGrid: number;
  near: number;
  far: number;
  halfSpreadShare: number;
  /** Size of a level, in tick·lots. */
  levelTickLots: number;
}

/** Spot books are the deepest. Contracts and stocks use wider steps, so that fewer orders follow the same price. */
const styles = {
  1: { gridShare: 0.000_15, halfSpreadShare: 0.000_05, near: 10, far: 6 },
  2: { gridShare: 0.000_25, halfSpreadShare: 0.000_06, near: 8, far: 4 },
  3: { gridShare: 0.000_4, halfSpreadShare: 0.000_2, near: 6, far: 4 },
} as const;
const farFactor = 5;
/** At full inventory in either direction, quotes shift this far against it. */
const skewShare = 0.000_4;
/** Beyond this part of the inventory limit, the side that would add to the inventory is not quoted. */
const inventoryLimit = 0.9;

/** The nearest 1, 2 or 5 times a power of ten, so that levels are at round prices. */
function round125(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const leading = value / power;
  return Math.max(1, Math.round(power * (leading < 1.5 ? 1 : leading < 3.5 ? 2 : leading < 7.5 ? 5 : 10)));
}

export function planFor(instrument: InstrumentInfo, priceTicks: number, levelTickLots: number): QuotePlan {
  const { gridShare, ...style } = styles[instrument.kind];
  const step = stepAt(instrument, priceTicks);
  // Levels are at least a step of the ladder apart.
  const grid = Math.ceil(round125(priceTicks * gridShare) / step) * step;
  return { instrument, grid, wideGrid: grid * farFactor, ...style, levelTickLots };
}

/** How far the price must move from the one last quoted before levels move. It is less than a step; otherwise quotes would flicker at its edge. */
export const moveThreshold = (plan: QuotePlan) => plan.grid * 0.6;

export interface Means {
  /** −1 … 1: the distance of the base inventory from its target, as a part of the limit. */
  lean: number;
  /** Total lots that may be offered, and total tick·lots that may be bid. */
  askLots: number;
  bidTickLots: number;
}

/**
 * The wanted levels around a price. Prices are on fixed grids and a level's size depends only on its price, so that a small move changes only the
 * levels at the edges. Bids are always below asks.
 */
export function desiredQuotes(plan: QuotePlan, priceTicks: number, means: Means): Quote[] {
  const { grid, wideGrid, halfSpreadShare } = plan;
  const centre = priceTicks * (1 - skewShare * means.lean);
  const half = Math.max(centre * halfSpreadShare, 0.5);
  const bestBid = Math.floor((centre - half) / grid) * grid;
  let bestAsk = Math.ceil((centre + half) / grid) * grid;
  if (bestAsk <= bestBid) bestAsk = bestBid + grid;
  const quotes: Quote[] = [];
  if (means.lean < inventoryLimit) quotes.push(...ladder(plan, 1, bestBid, -grid, -wideGrid, means.bidTickLots));
  if (means.lean > -inventoryLimit) quotes.push(...ladder(plan, 0, bestAsk, grid, wideGrid, means.askLots));
  return quotes;
}

/** `takes` 1: bids, funded in tick·lots; 0: asks, funded in lots. When funds run out, the farthest levels are left out. */
function ladder(plan: QuotePlan, takes: 0 | 1, best: number, step: number, wideStep: number, funds: number): Quote[] {
  const { near, far } = plan;
  const quotes: Quote[] = [];
  let left = funds;
  let price = best;
  for (let index = 0; index < near + far; index += 1) {
    price = onLadder(plan.instrument, price, takes === 1 ? 'down' : 'up');
    if (price <= 0) break;
    const lots = sizeAt(plan, takes, price, index);
    const cost = takes === 1 ? lots * price : lots;
    if (cost > left) break;
    left -= cost;
    quotes.push({ side: takes === 1 ? 0 : 1, priceTicks: price, lots });
    price = index + 1 < near ? price + step : nextWide(price, wideStep);
  }
  return quotes;
}

/** The next multiple of the wide step above or below a price. */
const nextWide = (price: number, wideStep: number) =>
  wideStep > 0 ? (Math.floor(price / wideStep) + 1) * wideStep : (Math.ceil(price / -wideStep) - 1) * -wideStep;

/** A level's size: uneven as in real books, larger away from the price, and always the same for a price. */
function sizeAt(plan: QuotePlan, side: number, price: number, index: number): number {
  const { instrument } = plan;
  const draw = hash(instrument.id, price >>> 0, side) / 4_294_967_296;
  const far = index >= plan.near ? 2.2 : 1;
  const lots = Math.round((plan.levelTickLots / price) * (0.25 + 1.5 * draw * draw) * far);
  const least = Math.ceil((Number(instrument.minNotional) * 1.05) / (instrument.quoteUnitsPerTickLot * price));
  return Math.min(instrument.maxLots, Math.max(instrument.minLots, least, lots));
}
