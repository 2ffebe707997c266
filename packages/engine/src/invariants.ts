import { OrderStatus } from '@bourse/protocol/enums';
import { Lev, LevI, levelWidth } from './book/levels.ts';
import { openSlots } from './book/order-record.ts';
import { Ord, OrdI, orderWidth } from './book/orders.ts';
import type { BookSide } from './book/side.ts';
import type { Instrument } from './catalogue/instruments.ts';
import { checkFunding, checkPositions } from './contract/invariants.ts';
import { checkWatch } from './contract/watch-invariants.ts';
import { Acc, accountInts } from './core/account-book.ts';
import { mayBeNegative } from './core/accounts.ts';
import { must } from './core/ledger.ts';
import type { State } from './core/state.ts';
import { checkOrderSums } from './leverage/invariants.ts';
import { reservedBy } from './orders/view.ts';
import { byValueOf, statusOf } from './record/decode.ts';
import { rooms } from './rooms.ts';
import { checkStocks } from './stock/invariants.ts';
import { queued } from './stock/queue.ts';

/** Walks the whole state; throws `InvariantBroken` with the first invariant that does not hold. */
export function checkInvariants(s: State): void {
  const reserved = new Map<number, bigint>();
  let open = 0;
  for (const ins of s.instruments.list) open += checkBook(s, ins, reserved);
  must(open === s.orders.open, 'everyOrderIsQueuedOnce', `${open} queued, ${s.orders.open} known`);
  checkAccounts(s, open);
  for (const { check } of rooms) check?.(s, reserved);
  checkOrderSums(s);
  checkPositions(s, reserved);
  checkWatch(s);
  checkFunding(s);
  checkStocks(s, reserved);
  checkBalances(s, reserved);
}

function checkBook(s: State, ins: Instrument, reserved: Map<number, bigint>): number {
  const { book } = ins;
  must(book.bestBid() < book.bestAsk(), 'neverCrossed', `${ins.rules.symbol} bid ${book.bestBid()}, ask ${book.bestAsk()}`);
  const resting = checkSide(s, ins, book.bids, reserved) + checkSide(s, ins, book.asks, reserved);
  must(resting === book.orders, 'levelsCountTheirOrders', `${ins.rules.symbol} ${resting} queued, ${book.orders} counted`);
  let waiting = 0;
  for (const heap of [book.rising, book.falling]) {
    heap.each((slot) => {
      waiting += 1;
      const flags = s.orders.store.i[slot * orderWidth * 2 + OrdI.flags]!;
      must(statusOf(flags) === OrderStatus.untriggered, 'waitingIsUntriggered', `order ${s.orders.store.f[slot * orderWidth]}`);
      must(book.heapFor(slot) === heap, 'waitsOnItsSide', `order ${s.orders.store.f[slot * orderWidth]}`);
      checkOrder(s, ins, slot, reserved);
    });
  }
  for (const slot of ins.stock === undefined ? [] : queued(s, ins)) {
    waiting += 1;
    checkOrder(s, ins, slot, reserved);
  }
  let last = 0;
  for (const slot of book.held.slots) {
    const id = s.orders.store.f[slot * orderWidth]!;
    must(id > last && book.held.has(slot), 'heldInOrder', `order ${id} after ${last}`);
    checkOrder(s, ins, slot, reserved);
    last = id;
  }
  must(s.heldReviews.has(ins.slot) === book.held.due > 0, 'whoIsAskedIsDue', ins.rules.symbol);
  return resting + waiting + book.held.size;
}

function checkSide(s: State, ins: Instrument, side: BookSide, reserved: Map<number, bigint>): number {
  const levels = s.levels.store;
  const { f, i } = s.orders.store;
  let count = 0;
  let last = 0;
  side.walk((level) => {
    const at = level * levelWidth;
    const price = levels.f[at + Lev.price]!;
    must(last === 0 || (side === ins.book.bids ? price < last : price > last), 'levelsAreSorted', `${ins.rules.symbol} ${last}, ${price}`);
    last = price;
    let lots = 0;
    let orders = 0;
    let previous = 0;
    for (let slot = levels.i[at * 2 + LevI.head]!; slot !== 0; slot = i[slot * orderWidth * 2 + OrdI.next]!) {
      const o = slot * orderWidth;
      must(i[o * 2 + OrdI.previous] === previous && i[o * 2 + OrdI.place] === level, 'queuesAreLinked', `order ${f[o]}`);
      must(f[o + Ord.price] === price && (i[o * 2 + OrdI.flags]! & 1) === side.side, 'restsAtItsPrice', `order ${f[o]}`);
      checkOrder(s, ins, slot, reserved);
      lots += f[o + Ord.lots]! - f[o + Ord.filled]!;
      orders += 1;
      previous = slot;
    }
    must(levels.i[at * 2 + LevI.tail] === previous, 'queuesAreLinked', `${ins.rules.symbol} at ${price}`);
    must(orders > 0, 'noEmptyLevel', `${ins.rules.symbol} at ${price}`);
    must(
      lots === levels.f[at + Lev.lots] && orders === levels.i[at * 2 + LevI.orders],
      'levelsCountTheirOrders',
      `${ins.rules.symbol} at ${price}`,
    );
    count += orders;
    return true;
  });
  return count;
}

function checkOrder(s: State, ins: Instrument, slot: number, reserved: Map<number, bigint>): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  must(s.orders.slot(f[at]!) === slot, 'ordersAreFoundById', `order ${f[at]}`);
  must(byValueOf(i[at * 2 + OrdI.flags]!) || f[at + Ord.filled]! < f[at + Ord.lots]!, 'filledBelowQuantity', `order ${f[at]}`);
  const balance = i[at * 2 + OrdI.reserve]!;
  must(s.ledger.owner(balance) === i[at * 2 + OrdI.owner], 'reservesFromItsOwner', `order ${f[at]}`);
  reserved.set(balance, (reserved.get(balance) ?? 0n) + BigInt(reservedBy(s, ins, slot)));
}

function checkAccounts(s: State, open: number): void {
  let listed = 0;
  for (const owner of s.accounts.slots()) {
    const slots = openSlots(s, owner, 0);
    must(
      slots.length === s.accounts.store.i[owner * accountInts + Acc.orders],
      'accountsCountTheirOrders',
      `account ${s.accounts.id(owner)}`,
    );
    let last = 0;
    for (const slot of slots) {
      const id = s.orders.store.f[slot * orderWidth]!;
      must(id > last && s.orders.store.i[slot * orderWidth * 2 + OrdI.owner] === owner, 'listsAreSorted', `order ${id}`);
      last = id;
    }
    listed += slots.length;
  }
  must(listed === open, 'everyOrderIsListedOnce', `${listed} listed, ${open} queued`);
}

function checkBalances(s: State, reserved: Map<number, bigint>): void {
  const sums = new Map<number, bigint>();
  for (const owner of s.accounts.slots()) {
    const account = s.accounts.id(owner);
    for (const slot of s.ledger.of(owner)) {
      const asset = s.ledger.asset(slot);
      const available = s.ledger.available(slot);
      const frozen = s.ledger.frozen(slot);
      const held = reserved.get(slot) ?? 0n;
      must(s.ledger.owner(slot) === owner, 'balancesHaveOneOwner', `account ${account}, asset ${asset}`);
      must(available >= 0n || mayBeNegative(account), 'neverNegative', `account ${account}, asset ${asset}`);
      must(frozen === held, 'frozenIsReserved', `account ${account}, asset ${asset}: ${frozen}, ${held}`);
      sums.set(asset, (sums.get(asset) ?? 0n) + available + frozen);
    }
  }
  for (const [asset, sum] of sums) must(sum === 0n, 'zeroSum', `asset ${asset}: ${sum}`);
}
