import { OrderStatus } from '@bourse/protocol/enums';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import { termsDirection } from '../book/terms.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { InvariantBroken } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { PosI, positionInts } from '../leverage/positions.ts';
import { statusOf } from '../record/decode.ts';
import { money, outsideShares, shares } from './balances.ts';
import { holdingOf, isCash } from './holding.ts';
import { houseShares } from './house-shares.ts';
import { queued, waitsForOpen } from './queue.ts';
import { lender, lentFor } from './reserve.ts';

/**
 * Checks stocks: collateral and proceeds are frozen exactly, every share of a trading account belongs to a position, the pool has lent what positions
 * borrowed, and waiting orders are in the order they were sent. Adds what is frozen to `reserved`, by balance.
 */
export function checkStocks(s: State, reserved: Map<number, bigint>): void {
  for (const ins of s.instruments.list) {
    if (ins.stock === undefined) continue;
    checkQueue(s, ins);
    checkLent(s, ins, reserved);
    checkPositions(s, ins, reserved);
  }
}

/** Checks the stock's orders that are in no price level and no trigger heap. */
export function checkQueue(s: State, ins: Instrument): void {
  let last = 0;
  const slots = queued(s, ins);
  must(slots.length === ins.stock!.waiting, 'queueCountsItsOrders', ins.rules.symbol);
  for (const slot of slots) {
    const id = s.orders.store.f[slot * orderWidth + Ord.id]!;
    const flags = s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]!;
    must(id > last && waitsForOpen(s, slot), 'waitsInOrder', `order ${id} after ${last}`);
    must(statusOf(flags) === OrderStatus.untriggered, 'waitingIsUntriggered', `order ${id}`);
    last = id;
  }
}

/** Checks that the pool has reserved what opening orders in the book would borrow. */
function checkLent(s: State, ins: Instrument, reserved: Map<number, bigint>): void {
  const { f, i } = s.orders.store;
  for (const slot of s.orders.store.liveSlots()) {
    const at = slot * orderWidth;
    if (i[at * 2 + OrdI.instrument] !== ins.slot || !ins.book.isResting(slot)) continue;
    const lent = lentFor(s, ins, slot, f[at + Ord.lots]! - f[at + Ord.filled]!);
    if (lent > 0) add(reserved, lender(s, ins, termsDirection(i[at * 2 + OrdI.terms]!)), lent);
  }
}

function checkPositions(s: State, ins: Instrument, reserved: Map<number, bigint>): void {
  const { i } = s.positions.store;
  let lent = 0;
  let borrowed = 0;
  let watched = 0;
  let held = 0n;
  for (const slot of s.positions.store.liveSlots()) {
    const at = slot * positionInts;
    if (i[at + PosI.instrument] !== ins.slot) continue;
    const owner = i[at + PosI.owner]!;
    const { long, lots, entry, margin, loan } = holdingOf(s, slot);
    const id = s.positions.id(slot);
    must(lots > 0 && entry >= 0 && margin >= 0 && loan >= 0, 'positionsAreWhole', `position ${id}`);
    must(long ? entry === margin + loan : entry === loan, 'loanIsTheRest', `position ${id}: ${entry}, ${margin}, ${loan}`);
    const cash = isCash(i[at + PosI.flags]!);
    if (!cash) watched += 1;
    must(i[at + PosI.place]! > 0 === !cash, 'borrowersAreWatched', `position ${id}`);
    if (long) {
      lent += loan;
      const units = BigInt(lots * ins.lotUnits);
      held += units;
      const balance = shares(s, ins, owner);
      if (!cash) add(reserved, balance, Number(units));
      must(s.ledger.available(balance) + s.ledger.frozen(balance) === units, 'sharesStandInPositions', `position ${id}`);
    } else {
      borrowed += lots;
      add(reserved, money(s, ins, owner), entry + margin);
    }
  }
  const { lentUnits, lentLots, longs, shorts } = ins.stock!;
  must(
    lent === lentUnits && borrowed === lentLots,
    'lentIsBorrowed',
    `${ins.rules.symbol}: ${lent}, ${lentUnits}; ${borrowed}, ${lentLots}`,
  );
  must(watched === longs.size + shorts.size, 'borrowersAreWatched', ins.rules.symbol);
  for (const { balance } of houseShares(s, ins)) held += s.ledger.available(balance) + s.ledger.frozen(balance);
  must(held === -s.ledger.available(outsideShares(s, ins)), 'everyShareIsHeld', `${ins.rules.symbol}: ${held}`);
}

function add(reserved: Map<number, bigint>, balance: number, units: number): void {
  reserved.set(balance, (reserved.get(balance) ?? 0n) + BigInt(units));
}

function must(holds: boolean, invariant: string, detail: string): void {
  if (!holds) throw new InvariantBroken(invariant, detail);
}
