import { MarginMode } from '@bourse/protocol/enums';
import type { Instrument } from '../../catalogue/instruments.ts';
import type { State } from '../../core/state.ts';
import { liquidationPrice } from '../../leverage/margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../../leverage/positions.ts';
import { profitOf } from '../../leverage/profit.ts';
import { backing, fullEquity, oppositeLots } from '../account.ts';
import { maintenanceOf } from '../tiers.ts';

/** Price at which a position is liquidated if nothing else changes: a contract's mark, a stock's reference. 0 if there is none. */
export function liquidationTicks(s: State, ins: Instrument, slot: number): number {
  const { contract, unit } = ins;
  if (contract === undefined || contract.markTicks === 0) return 0;
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const direction = directionOf(i[slot * positionInts + PosI.flags]!);
  const lots = f[at + Pos.lots]!;
  const mark = contract.markTicks;
  if (modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.segmented) {
    const equity = f[at + Pos.margin]! + profitOf(s, ins, slot, mark);
    return liquidationPrice(direction, lots, mark, unit, equity, maintenanceOf(contract.rules.tiers, f[at + Pos.entryValue]!));
  }
  const owner = i[slot * positionInts + PosI.owner]!;
  const account = backing(s, owner, ins.quote);
  return liquidationPrice(
    direction,
    lots - oppositeLots(s, ins, owner, direction),
    mark,
    unit,
    fullEquity(s, account),
    account.maintenance,
  );
}
