import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { bankruptcyOf, tierOf, worstClose, worstOpen } from '../leverage/margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { backing, fullEquityBeforeOrders, profitOf } from './account.ts';

/** Prices beyond which a fill could leave a shortfall. Sellers' are lowest prices, buyers' highest. */

/** Worst price of a new lot of a position whose entry value may reach `entryValue`. */
export function worstOpening(ins: Instrument, direction: PositionDirection, leverage: number, entryValue: number): number {
  if (ins.stock !== undefined) return worstBorrowing(ins, direction, leverage);
  const { rules, markTicks } = ins.contract!;
  const tier = rules.tiers[Math.min(tierOf(rules.tiers, entryValue), rules.tiers.length - 1)]!;
  return worstOpen(direction, markTicks, ins.unit, leverage, tier.maintenancePpm);
}

/** Price up to which (short: down to which) a new lot is safe in whichever tier and at whichever leverage. */
export function safeOpening(ins: Instrument, direction: PositionDirection): number {
  const { contract } = ins;
  if (contract === undefined) return ins.triggerPrice;
  let safe = direction === PositionDirection.long ? maxSafe : 1;
  for (const { maxLeverage, maintenancePpm } of contract.rules.tiers) {
    const worst = worstOpen(direction, contract.markTicks, ins.unit, maxLeverage, maintenancePpm);
    safe = direction === PositionDirection.long ? Math.min(safe, worst) : Math.max(safe, worst);
  }
  return safe;
}

/** The same for a share: paid in full it can be bought at any price. */
function worstBorrowing(ins: Instrument, direction: PositionDirection, leverage: number): number {
  if (direction === PositionDirection.long && leverage === 1) return maxSafe;
  return worstOpen(direction, ins.reference, ins.unit, leverage, ins.stock!.rules.maintenancePpm);
}

/** Price at which a position (full margin: the account, without what its orders reserve) would have nothing left. `spent` of its equity counts as gone. */
export function worstClosing(s: State, ins: Instrument, slot: number, spent = 0): number {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const lots = f[at + Pos.lots]!;
  if (modeOf(flags) === MarginMode.segmented)
    return bankruptcyOf(directionOf(flags), lots, f[at + Pos.entryValue]!, f[at + Pos.margin]! - spent, ins.unit);
  const equity = fullEquityBeforeOrders(backing(s, i[slot * positionInts + PosI.owner]!, ins.quote)) - spent;
  return worstClose(directionOf(flags), lots, ins.triggerPrice, ins.unit, Math.max(-maxSafe, equity));
}

/** Whether a position may close at a price now. No worse than the mark and within its own margin needs no look at the rest of the account. */
export function mayClose(s: State, ins: Instrument, slot: number, priceTicks: number): boolean {
  const { f, i } = s.positions.store;
  const long = directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long;
  const mark = ins.triggerPrice;
  const fair = long ? priceTicks >= mark : priceTicks <= mark;
  if (fair && f[slot * positionWidth + Pos.margin]! + profitOf(s, ins, slot, priceTicks) >= 0) return true;
  const worst = worstClosing(s, ins, slot);
  return long ? priceTicks >= worst : priceTicks <= worst;
}
