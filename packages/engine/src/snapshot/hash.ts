import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Sha256 } from '../api.ts';
import { Lev, LevI, levelWidth } from '../book/levels.ts';
import { openSlots } from '../book/order-record.ts';
import { Ord, OrdI, orderWidth } from '../book/orders.ts';
import type { BookSide } from '../book/side.ts';
import { Acc, accountInts } from '../core/account-book.ts';
import type { State } from '../core/state.ts';
import { Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { sections } from '../rooms.ts';

const hashVersion = 2;

/** Feeds numbers and texts to SHA-256 as little-endian doubles, each list preceded by its length so that no two states read alike. */
class Digest {
  private readonly sha: Sha256;
  private readonly numbers = new Float64Array(4096);
  private readonly view = new Uint8Array(this.numbers.buffer);
  private length = 0;

  constructor(sha: Sha256) {
    this.sha = sha;
  }

  number(value: number): void {
    // Minus zero means zero.
    this.numbers[this.length++] = value + 0;
    if (this.length === this.numbers.length) this.flush();
  }

  /** Neighbouring numbers of a record. */
  fields(from: Float64Array, first: number, last: number): void {
    for (let at = first; at <= last; at++) this.number(from[at]!);
  }

  all(...values: number[]): void {
    for (const value of values) this.number(value);
  }

  text(value: string): void {
    this.number(value.length);
    for (let at = 0; at < value.length; at++) this.number(value.charCodeAt(at));
  }

  bytes(value: Uint8Array): void {
    this.number(value.length);
    this.flush();
    this.sha.update(value);
  }

  hex(): string {
    this.flush();
    return bytesToHex(this.sha.digest());
  }

  private flush(): void {
    this.sha.update(this.view.subarray(0, this.length * 8));
    this.length = 0;
  }
}

/**
 * The fingerprint of what the state means. Everything is written in an order that follows from ids, prices and queues, never from
 * where something happens to lie in memory; balances of zero are left out, because having been touched means nothing.
 */
export function stateHash(s: State, hasher: () => Sha256 = () => sha256.create()): string {
  const d = new Digest(hasher());
  d.number(hashVersion);
  d.text(s.venue);
  for (const { name, later, save } of sections) {
    const bytes = save(s);
    if (later && bytes.length === 0) continue;
    d.text(name);
    d.bytes(bytes);
  }
  hashAccounts(s, d);
  for (const ins of [...s.instruments.list].sort((a, b) => a.id - b.id)) {
    d.number(ins.id);
    hashSide(s, ins.book.bids, d);
    hashSide(s, ins.book.asks, d);
  }
  for (let at = 0; at < s.finished.ids.length; at++) {
    if (s.finished.ids[at] !== 0) d.all(s.finished.ids[at]!, s.finished.accounts[at]!, s.finished.statuses[at]!);
  }
  hashPositions(s, d);
  hashHeld(s, d);
  return d.hex();
}

/** Accounts by id: what they are, their balances by asset and wallet, and their open orders by id. */
function hashAccounts(s: State, d: Digest): void {
  const { i } = s.accounts.store;
  const slots = [...s.accounts.slots()].sort((a, b) => i[a * accountInts]! - i[b * accountInts]!);
  d.number(slots.length);
  for (const slot of slots) {
    const at = slot * accountInts;
    d.all(i[at]!, i[at + Acc.kind]!, i[at + Acc.feeClass]!, i[at + Acc.grantDay]!);
    hashBalances(s, slot, d);
    const orders = openSlots(s, slot, 0);
    d.number(orders.length);
    for (const order of orders) hashOrder(s, order, d);
  }
}

function hashBalances(s: State, owner: number, d: Digest): void {
  const { ledger } = s;
  const held = ledger.of(owner).filter((slot) => ledger.limbs(slot).some((limb) => limb !== 0));
  held.sort((a, b) => ledger.asset(a) - ledger.asset(b) || ledger.wallet(a) - ledger.wallet(b));
  d.number(held.length);
  for (const slot of held) d.all(ledger.asset(slot), ledger.wallet(slot), ...ledger.limbs(slot));
}

function hashOrder(s: State, slot: number, d: Digest): void {
  const { f, i } = s.orders.store;
  const at = slot * orderWidth;
  d.fields(f, at + Ord.id, at + Ord.placedAt);
  d.number(s.instruments.at(i[at * 2 + OrdI.instrument]!).id);
  d.number(i[at * 2 + OrdI.flags]!);
  const terms = i[at * 2 + OrdI.terms]!;
  if (terms !== 0) d.number(terms);
}

/** The queues of one side, best price first, as order ids. */
function hashSide(s: State, side: BookSide, d: Digest): void {
  d.number(side.size);
  side.walk((level) => {
    const at = level * levelWidth;
    d.all(s.levels.store.f[at + Lev.price]!, s.levels.store.i[at * 2 + LevI.orders]!);
    const { f, i } = s.orders.store;
    for (let slot = s.levels.store.i[at * 2 + LevI.head]!; slot !== 0; slot = i[slot * orderWidth * 2 + OrdI.next]!)
      d.number(f[slot * orderWidth]!);
    return true;
  });
}

/** Open positions by id. */
function hashPositions(s: State, d: Digest): void {
  d.number(s.positions.count);
  const { f, i } = s.positions.store;
  const slots = [...s.positions.store.liveSlots()].sort((a, b) => f[a * positionWidth]! - f[b * positionWidth]!);
  for (const slot of slots) {
    d.fields(f, slot * positionWidth + Pos.id, slot * positionWidth + Pos.watch);
    const at = slot * positionInts;
    d.all(s.accounts.id(i[at + PosI.owner]!), s.instruments.at(i[at + PosI.instrument]!).id, i[at + PosI.flags]!);
  }
}

/** Protections that are held. */
function hashHeld(s: State, d: Digest): void {
  for (const { id, book } of [...s.instruments.list].sort((a, b) => a.id - b.id)) {
    const { held } = book;
    if (held.size === 0) continue;
    d.text('held');
    d.all(id, held.size, ...held.slots.map((slot) => s.orders.store.f[slot * orderWidth]!));
  }
}
