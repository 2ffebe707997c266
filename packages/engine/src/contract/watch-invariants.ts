import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import type { Instrument } from '../catalogue/instruments.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { liquidationPrice } from '../leverage/margin.ts';
import { directionOf, modeOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { profitOf } from '../leverage/profit.ts';
import { backing, fullEquity } from './account.ts';
import { maintenanceOf } from './tiers.ts';

/**
 * Checks that every contract position is watched early enough: a segmented one before it passes its liquidation price and, of a full-margin account, at
 * least one before the account has lost everything. Positions held back by a running liquidation are exempt, and accounts that are due.
 */
export function checkWatch(s: State): void {
  const { i } = s.positions.store;
  for (const ins of s.instruments.list) {
    const { contract } = ins;
    if (contract === undefined) continue;
    let watched = 0;
    for (const direction of [PositionDirection.long, PositionDirection.short] as const) {
      const heap = contract.heap(direction);
      watched += heap.size;
      heap.each((slot) => {
        const id = s.positions.id(slot);
        must(s.positions.slot(id) === slot, 'watchedIsOpen', `position ${id}`);
        must(directionOf(i[slot * positionInts + PosI.flags]!) === direction, 'watchedOnItsSide', `position ${id}`);
        if (!contract.parked.includes(id)) checkSegmented(s, ins, slot);
      });
    }
    let open = 0;
    for (const slot of s.positions.store.liveSlots()) if (i[slot * positionInts + PosI.instrument] === ins.slot) open += 1;
    must(watched === open, 'everyPositionIsWatched', `${ins.rules.symbol}: ${watched} of ${open}`);
  }
  for (const owner of s.accounts.slots()) checkFull(s, owner);
}

function checkSegmented(s: State, ins: Instrument, slot: number): void {
  const { f, i } = s.positions.store;
  const at = slot * positionWidth;
  const flags = i[slot * positionInts + PosI.flags]!;
  if (modeOf(flags) !== MarginMode.segmented) return;
  const { markTicks, rules } = ins.contract!;
  const direction = directionOf(flags);
  const equity = f[at + Pos.margin]! + profitOf(s, ins, slot, markTicks);
  const due = liquidationPrice(
    direction,
    f[at + Pos.lots]!,
    markTicks,
    ins.unit,
    equity,
    maintenanceOf(rules.tiers, f[at + Pos.entryValue]!),
  );
  const watch = f[at + Pos.watch]!;
  must(direction === PositionDirection.long ? watch >= due : watch <= due, 'watchedInTime', `position ${f[at]}: ${watch}, due at ${due}`);
}

function checkFull(s: State, owner: number): void {
  const { f, i } = s.positions.store;
  let loss = 0;
  let quote: Instrument | undefined;
  for (let slot = s.positions.first(owner); slot !== 0; slot = s.positions.next(slot)) {
    const ins = s.instruments.at(i[slot * positionInts + PosI.instrument]!);
    const flags = i[slot * positionInts + PosI.flags]!;
    if (ins.contract === undefined || modeOf(flags) !== MarginMode.full) continue;
    const at = slot * positionWidth;
    if (ins.contract.parked.includes(f[at]!)) return;
    const down = ins.contract.markTicks - f[at + Pos.watch]!;
    const distance = directionOf(flags) === PositionDirection.long ? down : -down;
    // The account is due: a limit, a halt or an old price left it to the next commands or the next mark.
    if (distance <= 0) return;
    // A mark at the watch price triggers a check, so an unseen loss ends one tick earlier.
    loss += (distance - 1) * f[at + Pos.lots]! * ins.unit;
    quote = ins;
  }
  if (quote === undefined) return;
  const account = backing(s, owner, quote.quote);
  const spare = fullEquity(s, account) - account.maintenance;
  must(loss === 0 || loss < spare, 'accountWatchedInTime', `account ${s.accounts.id(owner)}: ${loss} of ${spare} unseen`);
}
