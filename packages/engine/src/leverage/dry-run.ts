import { MarginMode, OrderSide, PositionDirection } from '@bourse/protocol/enums';
import { ceilShare } from '../base/exact.ts';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { Stop } from '../book/sweep.ts';
import { closes, termsDirection } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { feeClassOf } from '../membership/class.ts';
import { worstClosing } from './closing-price.ts';
import { reservePerLot } from './margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from './positions.ts';

/** What a run through the book would take. */
export interface DryRun {
  lots: number;
  value: number;
  /** Initial margin and fee, each rounded up per lot, so that no sequence of fills takes more. */
  cost: number;
  /** The fees included in `cost`. */
  fee: number;
  /** Lots of closing orders that were not counted. The match may take them after all. */
  skipped: number;
  stop: Stop;
}

/** What resting orders have given in earlier dry runs of one plan: lots by position, equity by account, and the accounts that can give nothing more. */
export class Tally {
  readonly lots: Map<number, number>;
  readonly equity: Map<number, number>;
  readonly blocked: Set<number>;

  constructor(from?: Tally) {
    this.lots = new Map(from?.lots);
    this.equity = new Map(from?.equity);
    this.blocked = new Set(from?.blocked);
  }

  copy(): Tally {
    return new Tally(this);
  }
}

/** Marks a dry run that counts every resting lot, even if its order could not give it. */
const everyLot = new Tally();

/**
 * Finds the least that `matchOrder` would take, without taking it. A resting closing order counts only as far as it can give whatever happens earlier in
 * the run. Earlier orders of the same account can only enlarge its position or its equity, so the match takes no less.
 */
export function dryRun(
  s: State,
  ins: Instrument,
  owner: number,
  side: OrderSide,
  limit: number,
  lots: number,
  leverage: number,
  feePpm: number,
  tally: Tally = new Tally(),
): DryRun {
  const buying = side === OrderSide.buy;
  const levels = s.levels.store;
  const { f, i } = s.orders.store;
  const result: DryRun = { lots: 0, value: 0, cost: 0, fee: 0, skipped: 0, stop: Stop.exhausted };
  let fills = 0;
  (buying ? ins.book.asks : ins.book.bids).walk((level) => {
    const price = levels.f[level * levelWidth + Lev.price]!;
    if (buying ? price > limit : price < limit) {
      result.stop = Stop.price;
      return false;
    }
    for (let maker = levels.i[level * levelWidth * 2 + LevI.head]!; maker !== 0; maker = i[maker * orderWidth * 2 + OrdI.next]!) {
      if (i[maker * orderWidth * 2 + OrdI.owner] === owner) {
        result.stop = Stop.ownOrder;
        return false;
      }
      if (fills === s.limits.fillsPerOrder) {
        result.stop = Stop.fills;
        return false;
      }
      const wanted = lots - result.lots;
      const open = f[maker * orderWidth + Ord.lots]! - f[maker * orderWidth + Ord.filled]!;
      const take = tally === everyLot ? Math.min(open, wanted) : countedLots(s, ins, maker, tally, Math.min(open, wanted));
      result.skipped += Math.min(open, wanted) - take;
      if (take === 0) continue;
      fills += 1;
      result.lots += take;
      result.value += take * price * ins.unit;
      result.cost += take * reservePerLot(price, ins.unit, leverage, feePpm);
      result.fee += take * ceilShare(price * ins.unit, feePpm);
      if (result.lots === lots) {
        result.stop = Stop.filled;
        return false;
      }
    }
    return true;
  });
  return result;
}

/** The highest cost of opening `lots`, whether all closing orders in the book give their lots or none of the doubtful ones does. */
export function maxCost(
  s: State,
  ins: Instrument,
  owner: number,
  side: OrderSide,
  limit: number,
  lots: number,
  leverage: number,
  feePpm: number,
): number {
  const counted = dryRun(s, ins, owner, side, limit, lots, leverage, feePpm, side === OrderSide.sell ? everyLot : new Tally());
  return counted.cost + Math.min(lots - counted.lots, counted.skipped) * reservePerLot(limit, ins.unit, leverage, feePpm);
}

/** The lots that a resting order can surely give, at most `wanted`. Adds them to the tally. */
function countedLots(s: State, ins: Instrument, maker: number, tally: Tally, wanted: number): number {
  const { f, i } = s.orders.store;
  const at = maker * orderWidth;
  const terms = i[at * 2 + OrdI.terms]!;
  if (!closes(terms)) return wanted;
  const owner = i[at * 2 + OrdI.owner]!;
  const slot = s.positions.find(owner, ins.slot, termsDirection(terms));
  if (slot === 0 || tally.blocked.has(owner)) return 0;
  const positions = s.positions.store;
  const flags = positions.i[slot * positionInts + PosI.flags]!;
  const long = directionOf(flags) === PositionDirection.long;
  const price = f[at + Ord.price]!;
  const full = modeOf(flags) === MarginMode.full;
  const worst = worstClosing(s, ins, slot, full ? (tally.equity.get(owner) ?? 0) : 0);
  if (long ? price < worst : price > worst) {
    if (full) tally.blocked.add(owner);
    return 0;
  }
  const given = tally.lots.get(slot) ?? 0;
  const lots = Math.min(wanted, positions.f[slot * positionWidth + Pos.lots]! - given);
  if (lots <= 0) return 0;
  tally.lots.set(slot, given + lots);
  if (full) {
    const short = (long ? ins.triggerPrice - price : price - ins.triggerPrice) * lots * ins.unit;
    const fee = ceilShare(lots * price * ins.unit, ins.makerPpm(feeClassOf(s, owner)));
    tally.equity.set(owner, (tally.equity.get(owner) ?? 0) + Math.max(0, short) + fee);
  }
  return lots;
}
