import { MarginMode, OrderPriceType, OrderSide, OrderStatus, PositionAction, PositionDirection, TimeInForce } from '@bourse/protocol/enums';
import { Stop } from '../book/sweep.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import type { CommandOf } from '../define/declare.ts';
import { feeReserve } from '../leverage/checks.ts';
import { worstClosing } from '../leverage/closing-price.ts';
import { dryRun, Tally } from '../leverage/dry-run.ts';
import { cancelExits } from '../leverage/end-position.ts';
import { enterOrder } from '../leverage/enter.ts';
import { reservePerLot } from '../leverage/margin.ts';
import { newOrder, sideFor } from '../leverage/new-order.ts';
import { placeKey } from '../leverage/place-index.ts';
import { directionOf, leverageOf, modeOf, oppositeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { ownPosition } from '../leverage/stops.ts';
import { refuse } from '../outcomes.ts';
import { Reason } from '../record/decode.ts';
import { backing } from './account.ts';
import { checkMark, checkTrading } from './check.ts';
import { contractPositions } from './close-all.ts';
import type { contract } from './declare.ts';
import { checkTiers } from './judge.ts';
import { worstOpening } from './opening-price.ts';

/** One position to reverse, with what both of its orders need. */
interface Turn {
  ins: Instrument;
  position: number;
  lots: number;
  direction: PositionDirection;
  mode: MarginMode;
  leverage: number;
  closeLimit: number;
  openLimit: number;
  /** Closing leaves at least this much, and opening takes at most `takes`. */
  leaves: number;
  takes: number;
}

/** Closes a position and opens the same quantity the other way. Both fill completely at market, or nothing happens. */
export function reversePosition(s: State, owner: number, command: Omit<CommandOf<typeof contract, 'reversePosition'>, 'account'>) {
  const slot = ownPosition(s, owner, command.position);
  return typeof slot === 'number' ? reverse(s, owner, [slot]) : slot;
}

/** Reverses all of the account's contract positions or none: closes all of them first, then opens all of them the other way. */
export function reverseAllPositions(s: State, owner: number) {
  const slots = contractPositions(s, owner, 0);
  return slots.length === 0 ? refuse('positionUnknown') : reverse(s, owner, slots);
}

function reverse(s: State, owner: number, slots: number[]) {
  const tally = new Tally();
  const turns: Turn[] = [];
  for (const slot of slots) {
    const turn = planTurn(s, owner, slot, slots, tally);
    if ('ok' in turn) return turn;
    turns.push(turn);
  }
  const short = checkMoney(s, owner, slots, turns);
  if (short !== undefined) return short;
  for (const turn of turns) {
    cancelExits(s, turn.ins, turn.position, Reason.reversal);
    run(s, owner, turn, PositionAction.close);
  }
  for (const turn of turns) run(s, owner, turn, PositionAction.open);
  const positions = turns.map(({ ins, position, direction }) => ({
    closed: position,
    opened: s.positions.id(s.positions.find(owner, ins.slot, oppositeOf(direction))),
  }));
  return { ok: true, result: { kind: 'reversed', positions } } as const;
}

/** Whether the book holds twice the quantity within the prices that margin allows, and rules and tiers allow the new position. */
function planTurn(s: State, owner: number, slot: number, slots: readonly number[], tally: Tally) {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
  const refusal = checkTrading(s, ins) ?? checkMark(s, ins);
  if (refusal !== undefined) return refusal;
  const direction = directionOf(flags);
  const lots = f[at + Pos.lots]!;
  const leverage = leverageOf(flags);
  const opposite = s.positions.find(owner, ins.slot, oppositeOf(direction));
  const kept = opposite !== 0 && !slots.includes(opposite) ? opposite : 0;
  const pending = placeKey(owner, ins.slot, oppositeOf(direction));
  const same = kept !== 0 ? i[kept * positionInts + PosI.flags]! >> 1 : s.pending.terms(pending);
  if (same !== undefined && (same & 1) + 1 !== modeOf(flags)) return refuse('marginModeDiffers');
  if (same !== undefined && ((same >> 1) & 255) !== leverage) return refuse('leverageDiffers', { leverage: (same >> 1) & 255 });
  const side = sideFor(direction, PositionAction.close);
  const selling = side === OrderSide.sell;
  const dearest = selling ? Math.max(ins.book.bestBid(), ins.contract!.markTicks) : ins.bandHigh;
  const reach = (kept === 0 ? 0 : f[kept * positionWidth + Pos.entryValue]!) + s.pending.value(pending) + lots * dearest * ins.unit;
  const beyond = checkTiers(ins, reach, leverage);
  if (beyond !== undefined) return beyond;
  const tighter = selling ? Math.max : Math.min;
  const band = selling ? ins.bandLow : ins.bandHigh;
  const closeLimit = tighter(worstClosing(s, ins, slot), band);
  const openLimit = tighter(worstOpening(ins, oppositeOf(direction), leverage, reach), band);
  const feePpm = feeReserve(s, ins, owner);
  const first = dryRun(s, ins, owner, side, closeLimit, lots, leverage, feePpm, tally.copy());
  const both = dryRun(s, ins, owner, side, openLimit, lots * 2, leverage, feePpm, tally);
  if (first.lots === 0 && first.stop !== Stop.ownOrder) return refuse('noLiquidity');
  if (first.lots < lots || both.lots < lots * 2) return refuse('cannotFillWhole');
  const value = first.value;
  const profit = direction === PositionDirection.long ? value - f[at + Pos.entryValue]! : f[at + Pos.entryValue]! - value;
  return {
    ins,
    position: s.positions.id(slot),
    lots,
    direction,
    mode: modeOf(flags),
    leverage,
    closeLimit,
    openLimit,
    leaves: f[at + Pos.margin]! + profit - first.fee,
    takes: selling ? lots * reservePerLot(dearest, ins.unit, leverage, feePpm) : both.cost - first.cost,
  };
}

/** Checks for each asset that the available balance and what closing leaves cover the new margins and the losses of the remaining positions. */
function checkMoney(s: State, owner: number, slots: readonly number[], turns: readonly Turn[]) {
  for (const asset of new Set(turns.map(({ ins }) => ins.quote))) {
    const mine = turns.filter(({ ins }) => ins.quote === asset);
    const account = backing(s, owner, asset);
    const free = account.available - account.loss + lossOf(s, slots, asset) + mine.reduce((sum, { leaves }) => sum + leaves, 0);
    const needed = mine.reduce((sum, { takes }) => sum + takes, 0);
    if (needed <= free) continue;
    return refuse('marginInsufficient', {
      needed: amountWords(asset, BigInt(needed)),
      free: amountWords(asset, BigInt(Math.max(0, free))),
      asset: asset.code,
    });
  }
  return undefined;
}

/** Losses of the full-margin positions that will be closed. What closing leaves already includes them, so they must not be subtracted twice. */
function lossOf(s: State, slots: readonly number[], asset: Asset): number {
  let sum = 0;
  for (const slot of slots) {
    const { i } = s.positions.store;
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    if (ins.quote === asset && modeOf(i[slot * positionInts + PosI.flags]!) === MarginMode.full)
      sum += Math.max(0, -profitOf(s, ins, slot, ins.contract!.markTicks));
  }
  return sum;
}

function run(s: State, owner: number, turn: Turn, action: PositionAction): void {
  const opening = action === PositionAction.open;
  const slot = newOrder(s, turn.ins, {
    owner,
    direction: opening ? oppositeOf(turn.direction) : turn.direction,
    action,
    mode: turn.mode,
    leverage: turn.leverage,
    type: OrderPriceType.market,
    tif: TimeInForce.fok,
    postOnly: false,
    priceTicks: 0,
    triggerTicks: 0,
    lots: turn.lots,
    whole: false,
    forced: false,
    feePpm: opening ? feeReserve(s, turn.ins, owner) : 0,
    status: OrderStatus.open,
  });
  enterOrder(s, turn.ins, slot, opening ? turn.openLimit : turn.closeLimit, false, Reason.reversal);
}
