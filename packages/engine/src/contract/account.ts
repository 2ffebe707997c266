import { InstrumentStatus, MarginMode, type PositionDirection, Wallet } from '@bourse/protocol/enums';
import { isFresh } from '../book/checks.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { modeOf, oppositeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import type { Backing } from './backing.ts';
import { maintenanceOf } from './tiers.ts';

export const contractBalance = (s: State, owner: number, asset: Asset) => s.ledger.find(owner, Wallet.contract, asset.index);

/** A house account's balance in the contract wallet. */
export const houseBalance = (s: State, house: number, asset: Asset) =>
  s.ledger.obtain(s.accounts.slot(house), Wallet.contract, asset.index, asset.asset);

/** Whether positions of a contract may be liquidated now. If not, its next mark decides. */
export const mayLiquidate = (s: State, ins: Instrument) =>
  s.mode !== 'readOnly' && (ins.status === InstrumentStatus.trading || ins.status === InstrumentStatus.cancelOnly) && isFresh(s, ins);

/** The price at which a contract's positions are valued: its mark. */
export const markOf = (ins: Instrument) => ins.contract?.markTicks ?? 0;

/** Lots of the account's full-margin position on the other side. In full margin, what one side loses the other gains. */
export function oppositeLots(s: State, ins: Instrument, owner: number, direction: PositionDirection): number {
  const { f, i } = s.positions.store;
  const other = s.positions.find(owner, ins.slot, oppositeOf(direction));
  return other !== 0 && modeOf(i[other * positionInts + PosI.flags]!) === MarginMode.full ? f[other * positionWidth + Pos.lots]! : 0;
}

/** Adds up the account's contract wallet and positions in one walk. The result is `s.backing`. */
export function backing(s: State, owner: number, asset: Asset): Backing {
  const sums = s.backing;
  const balance = contractBalance(s, owner, asset);
  sums.balance = balance;
  sums.available = s.ledger.availableUnits(balance);
  sums.frozen = s.ledger.frozenUnits(balance);
  sums.margins = 0;
  sums.fullMargins = 0;
  sums.profit = 0;
  sums.loss = 0;
  sums.maintenance = 0;
  const { f, i } = s.positions.store;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.contract === undefined || ins.quote !== asset) continue;
    const margin = f[slot * positionWidth + Pos.margin]!;
    sums.margins += margin;
    if (modeOf(i[slot * positionInts + PosI.flags]!) !== MarginMode.full) continue;
    sums.fullMargins += margin;
    const profit = profitOf(s, ins, slot, ins.contract.markTicks);
    if (profit > 0) sums.profit += profit;
    else sums.loss -= profit;
    sums.maintenance += maintenanceOf(ins.contract.rules.tiers, f[slot * positionWidth + Pos.entryValue]!);
  }
  return sums;
}

/** What new orders and transfers out may use; negative when losses exceed what is available. */
export const freeOf = (b: Backing) => b.available - b.loss;

/** `freeOf` without walking the positions of an account that has none in full margin. */
export function freeUnits(s: State, owner: number, asset: Asset): number {
  if (s.positions.hasFull(owner)) return freeOf(backing(s, owner, asset));
  return s.ledger.availableUnits(contractBalance(s, owner, asset));
}

/** What backs full-margin positions, apart from what orders reserve. At zero, nothing may be closed at a worse price than the mark. */
export const fullEquityBeforeOrders = (b: Backing) => b.available + b.fullMargins + b.profit - b.loss;

/** The equity that decides liquidation. It includes the reserves of the account's full-margin opening orders, which are cancelled first. */
export const fullEquity = (s: State, b: Backing) =>
  b.available + b.frozen - (b.margins - b.fullMargins) - s.pending.segmentedReserve(b.balance) + b.profit - b.loss;
