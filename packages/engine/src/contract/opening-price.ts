import { PositionDirection } from '@bourse/protocol/enums';
import { maxSafe } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { worstOpen } from '../leverage/margin.ts';
import { tierOf } from './tiers.ts';

/** Prices beyond which new lots of a contract would start below their maintenance: a seller's lowest price, a buyer's highest. */

/** Worst price of a new lot of a position whose entry value may reach `entryValue`. */
export function worstOpening(ins: Instrument, direction: PositionDirection, leverage: number, entryValue: number): number {
  const { rules, markTicks } = ins.contract!;
  const tier = rules.tiers[Math.min(tierOf(rules.tiers, entryValue), rules.tiers.length - 1)]!;
  return worstOpen(direction, markTicks, ins.unit, leverage, tier.maintenancePpm);
}

/** Price up to which (short: down to which) a new lot is safe in any tier and at any leverage. */
export function safeOpening(ins: Instrument, direction: PositionDirection): number {
  const contract = ins.contract!;
  let safe = direction === PositionDirection.long ? maxSafe : 1;
  for (const { maxLeverage, maintenancePpm } of contract.rules.tiers) {
    const worst = worstOpen(direction, contract.markTicks, ins.unit, maxLeverage, maintenancePpm);
    safe = direction === PositionDirection.long ? Math.min(safe, worst) : Math.max(safe, worst);
  }
  return safe;
}
