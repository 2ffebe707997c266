import { InstrumentStatus, PositionDirection, TimedStatus, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { endInstant, nextInstant, type TimedBook, type TimedContract } from './book.ts';
import { type TimedEvent, timed } from './declare.ts';
import { houseBalance, voidAt } from './place.ts';
import { noEnd, type TimedEnd, tellTimed } from './tell.ts';

/**
 * Handles an accepted index tick: it starts the contracts that waited for it and ends those that are due. The first tick at or after an instant decides,
 * however late the host hears of it. When the first one is more than five seconds after the instant by the feed's own time, the contract is void. This also
 * runs while the venue is read-only, because sold contracts are always settled.
 */
export function timedTick(s: State, ins: Instrument, ticks: number, tickTime: number, source: number): void {
  const book = s.timed.books.get(ins.id);
  if (book === undefined || book.count === 0) return;
  const tick: TimedEnd = { ticks, tickTime, source };
  for (const contract of book.due(tickTime)) {
    const instant = nextInstant(contract);
    if (tickTime > instant + staleAfterMs || s.time >= voidAt(s, instant)) endVoid(s, contract, noEnd, 'stale');
    else if (ins.status !== InstrumentStatus.trading) endVoid(s, contract, tick, 'halted');
    else if (contract.startTicks === 0) start(s, book, contract, tick);
    else settle(s, contract, tick);
  }
}

/** The feed has told everything up to its own time `until` and had no tick: contracts that needed one more than five seconds before are void. */
export function timedQuiet(s: State, ins: Instrument, until: number): void {
  const book = s.timed.books.get(ins.id);
  if (book === undefined || book.count === 0) return;
  for (const contract of book.due(until - staleAfterMs - 1)) endVoid(s, contract, noEnd, 'stale');
}

/** A change of the limit moves the deadline of every contract. */
export function moveDeadlines(s: State): void {
  for (const book of s.timed.books.values())
    for (const contract of book.all()) s.timers.set(timed.timers.timedVoid.number, contract.id, voidAt(s, nextInstant(contract)));
}

/** Voids a contract whose timer fired because no word of its feed came for so long. */
export function timedVoid(s: State, id: number): void {
  const contract = s.timed.get(id);
  if (contract !== undefined) endVoid(s, contract, noEnd, 'stale');
}

function start(s: State, book: TimedBook, contract: TimedContract, tick: TimedEnd): void {
  book.start(contract, tick.ticks, tick.tickTime, tick.source);
  s.timers.set(timed.timers.timedVoid.number, contract.id, voidAt(s, endInstant(contract)));
  tellTimed(s, contract, TimedStatus.running);
}

function settle(s: State, contract: TimedContract, tick: TimedEnd): void {
  const { owner, stake, payout, startTicks, direction } = contract;
  const asset = s.assets.get(contract.asset)!;
  const own = s.ledger.find(owner, Wallet.fast, asset.index);
  const house = houseBalance(s, asset);
  const higher = tick.ticks > startTicks;
  if (tick.ticks === startTicks) {
    giveBack(s, contract, asset, flows.fastDraw.code);
    finish(s, contract, TimedStatus.equal, tick);
  } else if (higher === (direction === PositionDirection.long)) {
    s.ledger.release(own, stake, flows.fastWin.code, 0, 0);
    s.ledger.posting += 1;
    s.ledger.spend(house, payout, flows.fastHousePayout.code, 0, 0);
    s.ledger.credit(own, payout, flows.fastWin.code, 0, 0);
    finish(s, contract, TimedStatus.won, tick);
  } else {
    s.ledger.release(house, payout, flows.fastHousePayout.code, 0, 0);
    s.ledger.posting += 1;
    s.ledger.spend(own, stake, flows.fastLose.code, 0, 0);
    s.ledger.credit(house, stake, flows.fastHouseStake.code, 0, 0);
    finish(s, contract, TimedStatus.lost, tick);
  }
}

/** `tick` is the tick that found the instrument not trading, or `noEnd` when no tick came in time. */
function endVoid(s: State, contract: TimedContract, tick: TimedEnd, reason: TimedEvent['voidReason']): void {
  const waited = contract.startTicks === 0;
  giveBack(s, contract, s.assets.get(contract.asset)!, flows.fastVoid.code);
  forget(s, contract);
  if (waited) {
    const last = { ...contract, startTicks: tick.ticks, startTickTime: tick.tickTime, startSource: tick.source };
    tellTimed(s, last, TimedStatus.void, noEnd, reason);
  } else tellTimed(s, contract, TimedStatus.void, tick, reason);
}

function giveBack(s: State, contract: TimedContract, asset: Asset, flow: number): void {
  s.ledger.release(s.ledger.find(contract.owner, Wallet.fast, asset.index), contract.stake, flow, 0, 0);
  s.ledger.release(houseBalance(s, asset), contract.payout, flows.fastHousePayout.code, 0, 0);
}

function finish(s: State, contract: TimedContract, status: TimedStatus, tick: TimedEnd): void {
  forget(s, contract);
  tellTimed(s, contract, status, tick);
}

function forget(s: State, contract: TimedContract): void {
  s.timers.clear(timed.timers.timedVoid.number, contract.id);
  s.timed.remove(contract);
}
