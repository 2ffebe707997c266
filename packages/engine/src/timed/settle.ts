import { InstrumentStatus, PositionDirection, TimedStatus, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { staleAfterMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { Timer } from '../core/timers.ts';
import type { TimedEvent } from '../events.ts';
import { recordTimed } from '../record/timed.ts';
import { endInstant, nextInstant, type TimedBook, type TimedContract } from './book.ts';
import { houseBalance, voidAt } from './place.ts';

/**
 * An index tick was accepted: it starts the contracts that waited for it and ends those that were due. The first tick at or after an instant is the one,
 * and nothing but ticks decides. Also while the venue is read-only: what was sold is settled.
 */
export function timedTick(s: State, ins: Instrument, ticks: number, tickTime: number, source: number): void {
  const book = s.timed.books.get(ins.id);
  if (book === undefined || book.count === 0) return;
  for (const contract of book.due(tickTime)) {
    if (s.time > nextInstant(contract) + staleAfterMs) endVoid(s, contract, 0, 0, 0, 'stale');
    else if (ins.status !== InstrumentStatus.trading) endVoid(s, contract, ticks, tickTime, source, 'halted');
    else if (contract.startTicks === 0) start(s, book, contract, ticks, tickTime, source);
    else end(s, contract, ticks, tickTime, source);
  }
}

/** Its timer fired: no tick came within 5 s of its instant. */
export function timedVoid(s: State, id: number): void {
  const contract = s.timed.get(id);
  if (contract !== undefined) endVoid(s, contract, 0, 0, 0, 'stale');
}

function start(s: State, book: TimedBook, contract: TimedContract, ticks: number, tickTime: number, source: number): void {
  book.start(contract, ticks, tickTime, source);
  s.timers.set(Timer.timedVoid, contract.id, voidAt(endInstant(contract)));
  recordTimed(s.log, contract, s.accounts.id(contract.owner), TimedStatus.running, 0, 0, 0, '');
}

function end(s: State, contract: TimedContract, ticks: number, tickTime: number, source: number): void {
  const { owner, stake, payout, startTicks, direction } = contract;
  const asset = s.assets.get(contract.asset)!;
  const own = s.ledger.find(owner, Wallet.fast, asset.index);
  const house = houseBalance(s, asset);
  const higher = ticks > startTicks;
  if (ticks === startTicks) {
    giveBack(s, contract, asset, flows.fastDraw.code);
    finish(s, contract, TimedStatus.equal, ticks, tickTime, source);
  } else if (higher === (direction === PositionDirection.long)) {
    s.ledger.release(own, stake, flows.fastWin.code, 0, 0);
    s.ledger.posting += 1;
    s.ledger.spend(house, payout, flows.fastHousePayout.code, 0, 0);
    s.ledger.credit(own, payout, flows.fastWin.code, 0, 0);
    finish(s, contract, TimedStatus.won, ticks, tickTime, source);
  } else {
    s.ledger.release(house, payout, flows.fastHousePayout.code, 0, 0);
    s.ledger.posting += 1;
    s.ledger.spend(own, stake, flows.fastLose.code, 0, 0);
    s.ledger.credit(house, stake, flows.fastHouseStake.code, 0, 0);
    finish(s, contract, TimedStatus.lost, ticks, tickTime, source);
  }
}

/** `ticks` is the tick that found the instrument not trading; 0 when none came in time. */
function endVoid(
  s: State,
  contract: TimedContract,
  ticks: number,
  tickTime: number,
  source: number,
  reason: TimedEvent['voidReason'],
): void {
  const waited = contract.startTicks === 0;
  giveBack(s, contract, s.assets.get(contract.asset)!, flows.fastVoid.code);
  forget(s, contract);
  const account = s.accounts.id(contract.owner);
  if (waited) {
    const last = { ...contract, startTicks: ticks, startTickTime: tickTime, startSource: source };
    recordTimed(s.log, last, account, TimedStatus.void, 0, 0, 0, reason);
  } else recordTimed(s.log, contract, account, TimedStatus.void, ticks, tickTime, source, reason);
}

function giveBack(s: State, contract: TimedContract, asset: Asset, flow: number): void {
  s.ledger.release(s.ledger.find(contract.owner, Wallet.fast, asset.index), contract.stake, flow, 0, 0);
  s.ledger.release(houseBalance(s, asset), contract.payout, flows.fastHousePayout.code, 0, 0);
}

function finish(s: State, contract: TimedContract, status: TimedStatus, ticks: number, tickTime: number, source: number): void {
  forget(s, contract);
  recordTimed(s.log, contract, s.accounts.id(contract.owner), status, ticks, tickTime, source, '');
}

function forget(s: State, contract: TimedContract): void {
  s.timers.clear(Timer.timedVoid, contract.id);
  s.timed.remove(contract);
}
