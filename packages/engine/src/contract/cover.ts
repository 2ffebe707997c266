import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { positionChanged } from '../leverage/position-event.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { contractBalance, houseBalance } from './account.ts';
import { move } from './postings.ts';

const none = { owner: 0, order: 0, fill: 0, feePpm: 0, role: 'taker' } as const;

/**
 * Finds `missing` for a full-margin account, whose positions all back each other. It takes the available balance, then the unrealised profit of other
 * full-margin positions, best first, each settled by moving its entry value to the mark, then their margins, oldest first. `except` is the position that
 * needs the money. Returns how much of it is now available.
 */
export function cover(s: State, asset: Asset, owner: number, except: number, missing: number): number {
  const balance = contractBalance(s, owner, asset);
  if (s.ledger.covers(balance, missing)) return missing;
  const others = fullPositions(s, owner, asset, except);
  const gains = others
    .map((slot) => ({ slot, ins: instrumentOf(s, slot) }))
    .map(({ slot, ins }) => ({ slot, ins, profit: profitOf(s, ins, slot, ins.contract!.markTicks) }))
    .filter(({ profit }) => profit > 0)
    .sort((a, b) => b.profit - a.profit || s.positions.id(a.slot) - s.positions.id(b.slot));
  for (const { slot, ins } of gains) {
    if (s.ledger.covers(balance, missing)) return missing;
    settleProfit(s, ins, slot, balance);
  }
  for (const slot of others) {
    if (s.ledger.covers(balance, missing)) return missing;
    const available = Number(s.ledger.available(balance));
    takeMargin(s, instrumentOf(s, slot), slot, balance, missing - available);
  }
  return s.ledger.covers(balance, missing) ? missing : Number(s.ledger.available(balance));
}

const instrumentOf = (s: State, slot: number) => s.instruments.at(s.positions.store.i[slot * positionInts + PosI.instrument]!);

function fullPositions(s: State, owner: number, asset: Asset, except: number): number[] {
  const slots: number[] = [];
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = instrumentOf(s, slot);
    const full = modeOf(s.positions.store.i[slot * positionInts + PosI.flags]!) === MarginMode.full;
    if (full && slot !== except && ins.contract !== undefined && ins.quote === asset) slots.push(slot);
  }
  return slots;
}

/** Pays out the position's gain. It continues as if it had been opened at the mark price. */
function settleProfit(s: State, ins: Instrument, slot: number, balance: number): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const profit = profitOf(s, ins, slot, ins.contract!.markTicks);
  const long = directionOf(i[slot * positionInts + PosI.flags]!) === PositionDirection.long;
  move(s, houseBalance(s, House.clearing, ins.quote), balance, profit, flows.contractProfit.code, flows.contractProfit.code, none);
  f[at + Pos.entryValue]! += long ? profit : -profit;
  f[at + Pos.realised]! += profit;
  positionChanged(s, ins, slot, 'profitSettled');
}

function takeMargin(s: State, ins: Instrument, slot: number, balance: number, wanted: number): void {
  const { f } = s.positions.store;
  const at = slot * positionWidth;
  const taken = Math.min(wanted, f[at + Pos.margin]!);
  if (taken === 0) return;
  s.ledger.release(balance, taken, flows.contractMarginRelease.code, 0, 0);
  f[at + Pos.margin]! -= taken;
  positionChanged(s, ins, slot, 'marginTaken');
}
