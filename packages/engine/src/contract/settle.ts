import { MarginMode, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { ceilShare, mulDivCeil, mulDivFloor } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import type { PositionReason } from '../events.ts';
import { initialPerLot } from '../leverage/margin.ts';
import { positionChanged } from '../leverage/position-event.ts';
import { recordPositionFill } from '../leverage/position-fill.ts';
import { directionOf, modeOf, Pos, PosI, packPosition, positionInts, positionWidth } from '../leverage/positions.ts';
import type { ForcedClose, TradeSide } from '../leverage/trade-side.ts';
import { houseBalance } from './account.ts';
import { cover } from './cover.ts';
import { payFundingLast } from './funding/parts.ts';
import { move } from './postings.ts';

const opens = { [PositionDirection.long]: flows.contractOpenLong.code, [PositionDirection.short]: flows.contractOpenShort.code };
const closesFlow = { [PositionDirection.long]: flows.contractCloseLong.code, [PositionDirection.short]: flows.contractCloseShort.code };
const makerFee = flows.contractMakerFee.code;
const takerFee = flows.contractTakerFee.code;
const feeIncome = flows.contractFeeIncome.code;
const profitFlow = flows.contractProfit.code;
const lossFlow = flows.contractLoss.code;

/**
 * Adds lots to a position, or opens one. Locks the margin and pays the fee from the available balance; the caller has checked that it suffices. Returns the
 * position's slot and the fee.
 */
export function openLots(
  s: State,
  ins: Instrument,
  side: TradeSide,
  direction: PositionDirection,
  mode: MarginMode,
  leverage: number,
  priceTicks: number,
  lots: number,
): { slot: number; fee: number } {
  const value = lots * priceTicks * ins.unit;
  const margin = lots * initialPerLot(priceTicks, ins.unit, leverage);
  const fee = ceilShare(value, side.feePpm);
  const balance = s.ledger.obtain(side.owner, Wallet.contract, ins.quote.index, ins.quote.asset);
  s.ledger.freeze(balance, margin, opens[direction], side.order, side.fill);
  payFee(s, ins, balance, side, fee);
  const known = s.positions.find(side.owner, ins.slot, direction);
  const slot =
    known !== 0 ? known : s.positions.open(s.nextPosition++, side.owner, ins.slot, packPosition(direction, mode, leverage), s.time);
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  recordPositionFill(s, ins, slot, side, PositionAction.open, priceTicks, lots, value, 0, 0, margin, fee, 0, -1);
  f[at + Pos.lots]! += lots;
  if (direction === PositionDirection.long) ins.contract!.openLots += lots;
  f[at + Pos.entryValue]! += value;
  f[at + Pos.margin]! += margin;
  f[at + Pos.fees]! += fee;
  positionChanged(s, ins, slot, known === 0 ? 'opened' : 'increased');
  return { slot, fee };
}

/**
 * Closes lots of a position. Their share of the entry value leaves with them, and profit comes from `clearing` or loss goes to it. Margin is released in
 * proportion, or more if loss and fee need it. In full margin the account pays what is then still missing (`cover`). The fee is at most what is left. The
 * insurance fund pays a loss that nothing covers, which only a liquidation allows. Returns the fee and the insured amount. The caller ends a position that
 * has no lots left (`endPosition`).
 */
export function closeLots(
  s: State,
  ins: Instrument,
  slot: number,
  side: TradeSide,
  priceTicks: number,
  lots: number,
): { fee: number; insured: number } {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const long = directionOf(flags) === PositionDirection.long;
  const open = f[at + Pos.lots]!;
  const entry = f[at + Pos.entryValue]!;
  const margin = f[at + Pos.margin]!;
  const { forced } = side;
  const value = lots * priceTicks * ins.unit;
  const closedEntry = long ? mulDivCeil(entry, lots, open) : mulDivFloor(entry, lots, open);
  const profit = long ? value - closedEntry : closedEntry - value;
  const fullFee = ceilShare(value, side.feePpm);
  const share = lots === open ? margin : mulDivFloor(margin, lots, open);
  // In a liquidation the insurance fund pays what a trade costs beyond the bankruptcy price, and the fee comes only out of what is left.
  const needed = forced === undefined ? fullFee - profit : -profit - forced.beyond(long, priceTicks) * lots * ins.unit;
  const released = Math.max(share, Math.min(margin, needed));
  const balance = s.ledger.obtain(side.owner, Wallet.contract, ins.quote.index, ins.quote.asset);
  const missing = Math.max(0, needed - released);
  const full = modeOf(flags) === MarginMode.full;
  const found = missing > 0 && full ? cover(s, ins.quote, side.owner, slot, missing) : 0;
  const fee = Math.min(fullFee, Math.max(0, released + profit + (forced === undefined ? found : 0)));
  const insured = Math.max(0, -(released + profit + found));
  if (released > 0) s.ledger.release(balance, released, closesFlow[directionOf(flags)], side.order, side.fill);
  if (insured > 0)
    move(
      s,
      houseBalance(s, House.insurance, ins.quote),
      balance,
      insured,
      flows.contractInsurancePays.code,
      flows.contractInsurancePays.code,
      side,
    );
  const clearing = houseBalance(s, House.clearing, ins.quote);
  if (profit > 0) move(s, clearing, balance, profit, profitFlow, profitFlow, side);
  else if (profit < 0) move(s, balance, clearing, -profit, lossFlow, lossFlow, side);
  if (forced === undefined) payFee(s, ins, balance, side, fee);
  else payInsurance(s, ins, balance, side, forced, fee, insured);
  recordPositionFill(
    s,
    ins,
    slot,
    side,
    PositionAction.close,
    priceTicks,
    lots,
    value,
    closedEntry,
    profit,
    released,
    fee,
    insured,
    full ? found : -1,
  );
  f[at + Pos.lots] = open - lots;
  if (long) ins.contract!.openLots -= lots;
  f[at + Pos.entryValue] = entry - closedEntry;
  f[at + Pos.margin] = margin - released;
  f[at + Pos.realised]! += profit;
  f[at + Pos.fees]! += fee;
  f[at + Pos.closedLots]! += lots;
  f[at + Pos.exitValue]! += value;
  f[at + Pos.closedEntry]! += closedEntry;
  if (open === lots) payFundingLast(s, ins, slot);
  positionChanged(s, ins, slot, closingReason(side, open === lots));
  return { fee, insured };
}

function closingReason({ role, reverses }: TradeSide, ends: boolean): PositionReason {
  if (role === 'liquidation') return 'liquidated';
  if (role === 'deleverage') return 'deleveraged';
  if (!ends) return 'reduced';
  return reverses === true ? 'reversed' : 'closed';
}

function payFee(s: State, ins: Instrument, balance: number, side: TradeSide, fee: number): void {
  if (fee === 0) return;
  move(s, balance, houseBalance(s, House.fees, ins.quote), fee, side.role === 'maker' ? makerFee : takerFee, feeIncome, side);
  s.invitations.earn(s.accounts.id(side.owner), Wallet.contract, ins.quote.asset, fee);
}

function payInsurance(
  s: State,
  ins: Instrument,
  balance: number,
  side: TradeSide,
  forced: ForcedClose,
  fee: number,
  insured: number,
): void {
  forced.fee += fee;
  forced.insured += insured;
  if (fee === 0) return;
  const fund = houseBalance(s, House.insurance, ins.quote);
  move(s, balance, fund, fee, flows.contractLiquidationFee.code, flows.contractInsuranceReceives.code, side);
}
