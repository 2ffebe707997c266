import { MarginMode, PositionAction, PositionDirection, Wallet } from '@bourse/protocol/enums';
import type { PositionPreview } from '../api.ts';
import { ceilShare, isCount, isPositive, maxSafe, mulDivCeil, mulDivFloor } from '../base/exact.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import type { Funds, PlaceContractOrder } from '../commands.ts';
import type { State } from '../core/state.ts';
import type { Outcome } from '../events.ts';
import { initialPerLot, liquidationPrice, profitAt } from '../leverage/margin.ts';
import { leverageOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { emptyPreview } from '../leverage/views.ts';
import { feeClassOf } from '../membership/class.ts';
import { refuse } from '../outcomes.ts';
import { readyFunded } from '../treasury/funded.ts';
import { backing, freeOf, fullEquity, oppositeLots } from './account.ts';
import { readyContract } from './place.ts';
import { maintenanceOf } from './tiers.ts';

/** An open or expected position: lots, entry value, margin. */
interface Holding {
  lots: number;
  entryValue: number;
  margin: number;
}

/** What an order would cost and lead to if it filled completely now at its limit or the mark price, and why it would be refused. */
export function previewContract(s: State, owner: number, order: PlaceContractOrder, funds?: Funds): PositionPreview {
  const alone = () => readyContract(s, owner, order);
  const ready =
    owner === 0 ? refuse('accountUnknown') : funds ? readyFunded(s, owner, { ...order, ...funds }, Wallet.contract, alone) : alone();
  const refusal: Outcome | undefined = 'ok' in ready ? ready : undefined;
  const ins = s.instruments.get(order.instrument);
  const nothing = emptyPreview(refusal);
  if (ins?.contract === undefined || owner === 0) return nothing;
  const account = { ...backing(s, owner, ins.quote) };
  const free = freeOf(account);
  const mark = ins.contract.markTicks;
  const at = isPositive(order.priceTicks) ? order.priceTicks : isPositive(order.triggerTicks) ? order.triggerTicks : mark;
  const slot = s.positions.find(
    owner,
    ins.slot,
    order.direction === PositionDirection.short ? PositionDirection.short : PositionDirection.long,
  );
  const opening = order.action === PositionAction.open;
  const held = holding(s, slot);
  const lots = opening ? order.lots : order.lots === 0 ? held.lots : order.lots;
  const leverage = opening ? order.leverage : leverageOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  if (!isCount(lots) || lots * at * ins.unit > maxSafe || at === 0 || !isPositive(leverage) || (!opening && lots > held.lots))
    return { ...nothing, free };
  const value = lots * at * ins.unit;
  const fee = ceilShare(value, ins.takerPpm(feeClassOf(s, owner)));
  const margin = opening ? lots * initialPerLot(at, ins.unit, leverage) : 0;
  const after = opening
    ? { lots: held.lots + lots, entryValue: held.entryValue + value, margin: held.margin + margin }
    : less(held, lots, order.direction);
  const mode = slot === 0 ? order.mode : modeOf(s.positions.store.i[slot * positionInts + PosI.flags]!);
  const backed =
    mode === MarginMode.segmented ? undefined : fullEquity(s, account) - fee + gain(s, ins, slot, order.direction, value, after, mark);
  return {
    refusal,
    atTicks: at,
    margin,
    fee,
    resultingLots: after.lots,
    resultingEntryValue: after.entryValue,
    resultingMargin: after.margin,
    liquidationTicks: after.lots === 0 ? 0 : liquidationOf(s, ins, order.direction, after, held, mark, account.maintenance, backed, owner),
    free,
  };
}

function holding(s: State, slot: number): Holding {
  if (slot === 0) return { lots: 0, entryValue: 0, margin: 0 };
  const at = slot * positionWidth;
  const { f } = s.positions.store;
  return { lots: f[at + Pos.lots]!, entryValue: f[at + Pos.entryValue]!, margin: f[at + Pos.margin]! };
}

function less({ lots, entryValue, margin }: Holding, closed: number, direction: PositionDirection): Holding {
  const entry = direction === PositionDirection.long ? mulDivCeil(entryValue, closed, lots) : mulDivFloor(entryValue, closed, lots);
  return {
    lots: lots - closed,
    entryValue: entryValue - entry,
    margin: margin - (closed === lots ? margin : mulDivFloor(margin, closed, lots)),
  };
}

/** How the account's equity at the mark changes if the order trades at another price. */
function gain(s: State, ins: Instrument, slot: number, direction: PositionDirection, value: number, after: Holding, mark: number): number {
  const before = slot === 0 ? 0 : profitOf(s, ins, slot, mark);
  const held = holding(s, slot);
  const now = profitAt(direction, after.lots, after.entryValue, mark, ins.unit);
  if (after.lots >= held.lots) return now - before;
  const closedEntry = held.entryValue - after.entryValue;
  return now + (direction === PositionDirection.long ? value - closedEntry : closedEntry - value) - before;
}

function liquidationOf(
  s: State,
  ins: Instrument,
  direction: PositionDirection,
  after: Holding,
  held: Holding,
  mark: number,
  maintenanceNow: number,
  backed: number | undefined,
  owner: number,
): number {
  const { tiers } = ins.contract!.rules;
  const maintenance = maintenanceOf(tiers, after.entryValue);
  if (backed === undefined) {
    const equity = after.margin + profitAt(direction, after.lots, after.entryValue, mark, ins.unit);
    return liquidationPrice(direction, after.lots, mark, ins.unit, equity, maintenance);
  }
  const all = maintenanceNow - maintenanceOf(tiers, held.entryValue) + maintenance;
  return liquidationPrice(direction, after.lots - oppositeLots(s, ins, owner, direction), mark, ins.unit, backed, all);
}
