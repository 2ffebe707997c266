import { NumberIndex } from '../base/number-index.ts';
import { RecordStore } from '../base/store.ts';
import { firstCustomer, firstHouse } from './accounts.ts';

/**
 * An account's block, 128 bytes: 32 of its own, then its first three balances of 32 bytes each, so that a command finds who asks and
 * what they have in two neighbouring cache lines. Accounts with more balances have further blocks of three (`Kind.more`).
 */
export const accountWidth = 16;
export const accountInts = 32;
export const Acc = {
  id: 0,
  /** Day of the last demo grant, counted from 1. */
  grantDay: 1,
  feeClass: 2,
  kind: 3,
  /** Ends of the list of its open orders. In a further block: the account's slot. */
  firstOrder: 4,
  lastOrder: 5,
  orders: 6,
  /** The account's latest further block; in that, the one before. */
  more: 7,
} as const;
/** An account that may trade, one that may not, or a further block of balances. */
export const Kind = { closed: 0, trading: 1, more: 2 } as const;

/** Ids are given out in sequence from `firstCustomer`: up to this many are looked up in a plain table, any others in an index. */
const directSpan = 1 << 22;

/** Who may hold money and place orders. House accounts exist from the start, but for the desk of swaps; only the market maker among them may be opened for trading. */
export class AccountBook {
  readonly store: RecordStore;
  count = 0;
  private direct: Int32Array;
  private elsewhere = new NumberIndex();

  constructor(capacity: number) {
    this.store = new RecordStore(accountWidth, Acc.more, capacity);
    this.direct = new Int32Array(Math.max(64, capacity)).fill(0);
    for (const id of firstHouse) this.add(id);
  }

  /** The slot of an account, 0 when there is none. `id` is a positive 32-bit integer. */
  slot(id: number): number {
    const at = id - firstCustomer;
    if (at >= 0 && at < directSpan) return at < this.direct.length ? this.direct[at]! : 0;
    return this.elsewhere.get(id);
  }

  /** The slot of an account that may trade and transfer, 0 when there is none. */
  trading(id: number): number {
    const slot = this.slot(id);
    return slot !== 0 && this.store.i[slot * accountInts + Acc.kind] === Kind.trading ? slot : 0;
  }

  id(slot: number): number {
    return this.store.i[slot * accountInts]!;
  }

  feeClass(slot: number): number {
    return this.store.i[slot * accountInts + Acc.feeClass]!;
  }

  add(id: number): number {
    const slot = this.block(id);
    this.note(id, slot);
    return slot;
  }

  /** A further block for an account's balances, in front of those it has. */
  addBlock(owner: number): number {
    const block = this.block(this.id(owner));
    const { i } = this.store;
    i[block * accountInts + Acc.kind] = Kind.more;
    i[block * accountInts + Acc.firstOrder] = owner;
    i[block * accountInts + Acc.more] = i[owner * accountInts + Acc.more]!;
    i[owner * accountInts + Acc.more] = block;
    return block;
  }

  /** Slots of the accounts, in the order of their opening. */
  *slots(): Generator<number> {
    for (let slot = 1; slot < this.store.used; slot++) {
      if (this.store.i[slot * accountInts + Acc.kind] !== Kind.more) yield slot;
    }
  }

  /** Finds accounts again after the store was loaded. */
  reindex(capacity: number): void {
    this.direct = new Int32Array(Math.max(64, capacity)).fill(0);
    this.elsewhere = new NumberIndex();
    this.count = 0;
    for (const slot of this.slots()) this.note(this.id(slot), slot);
  }

  private block(id: number): number {
    const slot = this.store.take();
    const { i } = this.store;
    i.fill(0, slot * accountInts, (slot + 1) * accountInts);
    i[slot * accountInts] = id;
    return slot;
  }

  private note(id: number, slot: number): void {
    this.count += 1;
    const at = id - firstCustomer;
    if (at < 0 || at >= directSpan) {
      this.elsewhere.add(id, slot);
      return;
    }
    if (at >= this.direct.length) {
      const wider = new Int32Array(Math.min(directSpan, Math.max(at + 1, this.direct.length * 2)));
      wider.set(this.direct);
      this.direct = wider;
    }
    this.direct[at] = slot;
  }
}
