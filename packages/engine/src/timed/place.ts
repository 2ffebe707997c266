import { InstrumentStatus, type PositionDirection, TimedStatus, Wallet } from '@bourse/protocol/enums';
import { flows } from '@bourse/protocol/flows';
import { floorMulDiv } from '../base/exact.ts';
import { checkFresh } from '../book/checks.ts';
import type { Asset } from '../catalogue/assets.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { amountWords } from '../core/words.ts';
import { refuse, timedResult } from '../outcomes.ts';
import { startInstant, type TimedBook, type TimedContract } from './book.ts';
import { type PlaceTimed, timed } from './declare.ts';
import { payoutOf } from './define.ts';
import { tellTimed } from './tell.ts';

/** Sells a timed contract. The stake is frozen, and so is everything the house may have to pay, so the house never sells what it could not pay. */
export function placeTimed(s: State, owner: number, command: PlaceTimed) {
  const ins = s.instruments.get(command.instrument);
  if (ins === undefined) return refuse('instrumentUnknown');
  const { direction, durationMs, stake } = command;
  const closed = checkOpen(ins);
  if (closed !== undefined) return closed;
  const book = s.timed.books.get(ins.id);
  const offer = book?.rules.offers.find((offered) => offered.durationMs === durationMs);
  if (book === undefined || offer === undefined) return refuse('timedDurationUnknown');
  const asset = s.assets.get(book.rules.asset)!;
  const payout = payoutOf(stake, offer.payoutPpm);
  const refusal =
    checkStake(book, asset, stake) ??
    checkFresh(s, ins) ??
    checkRoom(s, book, owner) ??
    checkExposure(s, book, asset, direction, payout, offer.payoutPpm);
  if (refusal !== undefined) return refusal;
  const own = s.ledger.find(owner, Wallet.fast, asset.index);
  if (!s.ledger.covers(own, stake)) {
    return refuse('insufficientBalance', {
      asset: asset.code,
      available: amountWords(asset, s.ledger.available(own)),
      needed: amountWords(asset, BigInt(stake)),
    });
  }
  const contract: TimedContract = {
    id: s.timed.nextTimed++,
    owner,
    instrument: ins.id,
    direction,
    stake,
    asset: asset.asset,
    payoutPpm: offer.payoutPpm,
    payout,
    placedAt: s.time,
    durationMs,
    startTicks: 0,
    startTickTime: 0,
    startSource: 0,
  };
  s.ledger.freeze(own, stake, flows.fastStake.code, 0, 0);
  s.ledger.freeze(houseBalance(s, asset), payout, flows.fastHousePayout.code, 0, 0);
  s.timed.add(contract);
  s.timers.set(timed.timers.timedVoid.number, contract.id, voidAt(s, startInstant(contract)));
  tellTimed(s, contract, TimedStatus.waiting);
  return timedResult(contract.id, payout);
}

/** The first millisecond at which a contract waits for this instant's tick no longer, whatever its feed says. */
export const voidAt = (s: State, instant: number) => instant + s.limits.timedWaitMs + 1;

export const houseBalance = (s: State, asset: Asset) =>
  s.ledger.obtain(s.accounts.slot(House.timed), Wallet.fast, asset.index, asset.asset);

function checkOpen(ins: Instrument) {
  if (ins.status === InstrumentStatus.trading) return undefined;
  return refuse(ins.status === InstrumentStatus.halted ? 'instrumentHalted' : 'instrumentClosed', { symbol: ins.rules.symbol });
}

function checkStake({ rules }: TimedBook, asset: Asset, stake: number) {
  if (stake < rules.minStake) return refuse('timedStakeTooSmall', { min: `${amountWords(asset, BigInt(rules.minStake))} ${asset.code}` });
  if (stake > rules.maxStake) return refuse('timedStakeTooLarge', { max: `${amountWords(asset, BigInt(rules.maxStake))} ${asset.code}` });
  return undefined;
}

function checkRoom(s: State, book: TimedBook, owner: number) {
  const limit = s.limits.timedPerAccount;
  if (s.timed.countOf(owner) >= limit) return refuse('positionsTooMany', { limit });
  return book.count >= s.limits.timedPerInstrument ? refuse('overloaded') : undefined;
}

/** Refuses a payout above what is left of the direction's limit, or above what the house has. */
function checkExposure(s: State, book: TimedBook, asset: Asset, direction: PositionDirection, payout: number, payoutPpm: number) {
  const left = book.rules.exposureLimit - book.owed(direction);
  const house = s.ledger.find(s.accounts.slot(House.timed), Wallet.fast, asset.index);
  if (payout <= left && s.ledger.covers(house, payout)) return undefined;
  const capital = s.ledger.available(house);
  const room = capital < BigInt(left) ? Number(capital) : left;
  const max = Math.min(book.rules.maxStake, floorMulDiv(room, 1_000_000, payoutPpm));
  return refuse('timedExposureReached', { max: `${amountWords(asset, BigInt(max))} ${asset.code}` });
}
