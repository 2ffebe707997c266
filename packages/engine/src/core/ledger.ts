import { BalanceDirection, type Wallet } from '@bourse/protocol/enums';
import { limb, maxSafe, toBig } from '../base/exact.ts';
import { NumberIndex } from '../base/number-index.ts';
import type { RecordStore } from '../base/store.ts';
import type { EventLog } from '../record/event-log.ts';
import { LedgerRecord } from '../record/layouts.ts';
import { Acc, type AccountBook, accountInts, Kind } from './account-book.ts';
import { mayBeNegative } from './accounts.ts';

/**
 * A balance takes a quarter of a block, 32 bytes: two doubles (the low limbs), then 32-bit integers. Its slot is the number of that
 * quarter, so slot ÷ 4 is its block; the first quarter of a block is not a balance.
 */
const doubles = 4;
const ints = 8;
const Bal = { availableLow: 0, frozenLow: 1 } as const;
/** `key` is asset index × 8 + wallet, 0 in an unused quarter. */
const BalI = { availableHigh: 4, frozenHigh: 5, key: 6, asset: 7 } as const;
/** Asset indices are below 4096, wallets below 8. */
const keySpan = 32_768;

/** A bug, never a customer's doing: the engine stops rather than go on with wrong money. */
export class InvariantBroken extends Error {
  readonly invariant: string;
  constructor(invariant: string, detail: string) {
    super(`${invariant}: ${detail}`);
    this.name = 'InvariantBroken';
    this.invariant = invariant;
  }
}

export function must(holds: boolean, invariant: string, detail: string): void {
  if (!holds) throw new InvariantBroken(invariant, detail);
}

/**
 * Double entry. Every change of a balance is one line of a posting with its flow code; lines of one posting sum to zero per asset.
 * Amounts of trades are safe integers; edge amounts come as limbs. No function here decides anything: callers have checked funds, and
 * a balance that would go below zero is a bug that stops the engine.
 */
export class Ledger {
  readonly store: RecordStore;
  private readonly accounts: AccountBook;
  private readonly log: EventLog;
  /** Balances that stand in further blocks. */
  private index = new NumberIndex();
  /** Number of the current posting within the command. */
  posting = 0;

  constructor(accounts: AccountBook, log: EventLog) {
    this.accounts = accounts;
    this.log = log;
    this.store = accounts.store;
  }

  /** The balance of (account slot, wallet, asset index), 0 when it was never touched. */
  find(owner: number, wallet: Wallet, assetIndex: number): number {
    const key = assetIndex * 8 + wallet;
    const i = this.store.i;
    const at = owner * accountInts + BalI.key;
    if (i[at + ints] === key) return owner * 4 + 1;
    if (i[at + ints * 2] === key) return owner * 4 + 2;
    if (i[at + ints * 3] === key) return owner * 4 + 3;
    return i[owner * accountInts + Acc.more] === 0 ? 0 : this.index.get(owner * keySpan + key);
  }

  /** The same, made when absent. */
  obtain(owner: number, wallet: Wallet, assetIndex: number, asset: number): number {
    const found = this.find(owner, wallet, assetIndex);
    return found !== 0 ? found : this.make(owner, assetIndex * 8 + wallet, asset);
  }

  private make(owner: number, key: number, asset: number): number {
    const more = this.store.i[owner * accountInts + Acc.more]!;
    const unused = this.unused(owner) || (more === 0 ? 0 : this.unused(more));
    const slot = unused !== 0 ? unused : this.accounts.addBlock(owner) * 4 + 1;
    const { i } = this.store;
    i[slot * ints + BalI.key] = key;
    i[slot * ints + BalI.asset] = asset;
    if (slot >> 2 !== owner) this.index.add(owner * keySpan + key, slot);
    return slot;
  }

  /** An unused quarter of a block, 0 when there is none. */
  private unused(block: number): number {
    for (let slot = block * 4 + 1; slot < block * 4 + 4; slot++) if (this.store.i[slot * ints + BalI.key] === 0) return slot;
    return 0;
  }

  /** Slots of an account's balances. */
  of(owner: number): number[] {
    const slots: number[] = [];
    const i = this.store.i;
    for (let block = owner; block !== 0; block = i[block * accountInts + Acc.more]!) {
      for (let slot = block * 4 + 1; slot < block * 4 + 4; slot++) if (i[slot * ints + BalI.key] !== 0) slots.push(slot);
    }
    return slots;
  }

  wallet(slot: number): Wallet {
    return (this.store.i[slot * ints + BalI.key]! & 7) as Wallet;
  }

  asset(slot: number): number {
    return this.store.i[slot * ints + BalI.asset]!;
  }

  /** The account slot whose balance it is. */
  owner(slot: number): number {
    const block = slot >> 2;
    const { i } = this.store;
    return i[block * accountInts + Acc.kind] === Kind.more ? i[block * accountInts + Acc.firstOrder]! : block;
  }

  /** Available and frozen as limbs: high, low, high, low. */
  limbs(slot: number): readonly [number, number, number, number] {
    const { f, i } = this.store;
    return [
      i[slot * ints + BalI.availableHigh]!,
      f[slot * doubles + Bal.availableLow]!,
      i[slot * ints + BalI.frozenHigh]!,
      f[slot * doubles + Bal.frozenLow]!,
    ];
  }

  available(slot: number): bigint {
    return slot === 0 ? 0n : toBig(this.store.i[slot * ints + BalI.availableHigh]!, this.store.f[slot * doubles + Bal.availableLow]!);
  }

  frozen(slot: number): bigint {
    return slot === 0 ? 0n : toBig(this.store.i[slot * ints + BalI.frozenHigh]!, this.store.f[slot * doubles + Bal.frozenLow]!);
  }

  /** Available as a number; what lies beyond the safe range counts as its end. */
  availableUnits(slot: number): number {
    return slot === 0 ? 0 : Math.min(maxSafe, this.store.i[slot * ints + BalI.availableHigh]! * limb + this.store.f[slot * doubles]!);
  }

  /** Frozen, the same way. */
  frozenUnits(slot: number): number {
    return slot === 0 ? 0 : Math.min(maxSafe, this.store.i[slot * ints + BalI.frozenHigh]! * limb + this.store.f[slot * doubles + 1]!);
  }

  /** Whether `amount` (safe) is available. */
  covers(slot: number, amount: number): boolean {
    if (slot === 0) return amount <= 0;
    const high = this.store.i[slot * ints + BalI.availableHigh]!;
    return high > 0 || (high === 0 && this.store.f[slot * doubles + Bal.availableLow]! >= amount);
  }

  /** Into available. */
  credit(slot: number, amount: number, flow: number, order: number, fill: number): void {
    this.raise(slot, 0, amount);
    const at = this.line(slot, flow * 64 + BalanceDirection.in, order, fill);
    this.log.numbers[at + LedgerRecord.availableLow] = amount;
  }

  /** Out of available. */
  debit(slot: number, amount: number, flow: number, order: number, fill: number): void {
    this.lower(slot, 0, amount);
    const at = this.line(slot, flow * 64 + BalanceDirection.out, order, fill);
    this.log.numbers[at + LedgerRecord.availableLow] = -amount;
  }

  /** Out of frozen. */
  spend(slot: number, amount: number, flow: number, order: number, fill: number): void {
    this.lower(slot, 1, amount);
    const at = this.line(slot, flow * 64 + BalanceDirection.release, order, fill);
    this.log.numbers[at + LedgerRecord.frozenLow] = -amount;
  }

  /** Available to frozen: a posting of its own. */
  freeze(slot: number, amount: number, flow: number, order: number, fill: number): void {
    this.posting += 1;
    this.lower(slot, 0, amount);
    this.raise(slot, 1, amount);
    const at = this.line(slot, flow * 64 + BalanceDirection.freeze, order, fill);
    this.log.numbers[at + LedgerRecord.availableLow] = -amount;
    this.log.numbers[at + LedgerRecord.frozenLow] = amount;
  }

  /** Frozen to available: a posting of its own. */
  release(slot: number, amount: number, flow: number, order: number, fill: number): void {
    this.posting += 1;
    this.lower(slot, 1, amount);
    this.raise(slot, 0, amount);
    const at = this.line(slot, flow * 64 + BalanceDirection.release, order, fill);
    this.log.numbers[at + LedgerRecord.availableLow] = amount;
    this.log.numbers[at + LedgerRecord.frozenLow] = -amount;
  }

  /** Moves an amount of any size, as limbs, from one available balance to another: a posting of its own. `order`: what it is for, if that has a number. */
  move(from: number, to: number, high: number, low: number, flowOut: number, flowIn: number, order = 0): void {
    this.posting += 1;
    this.add(from, -high, -low);
    const out = this.line(from, flowOut * 64 + BalanceDirection.out, order, 0);
    this.log.numbers[out + LedgerRecord.available] = -high;
    this.log.numbers[out + LedgerRecord.availableLow] = -low;
    this.add(to, high, low);
    const into = this.line(to, flowIn * 64 + BalanceDirection.in, order, 0);
    this.log.numbers[into + LedgerRecord.available] = high;
    this.log.numbers[into + LedgerRecord.availableLow] = low;
  }

  /** What `ask` answers if an amount were available in addition. The balance is as before afterwards, and no line is written. */
  supposing<T>(slot: number, high: number, low: number, ask: () => T): T {
    this.add(slot, high, low);
    try {
      return ask();
    } finally {
      this.add(slot, -high, -low);
    }
  }

  /** `part` is 0 for available, 1 for frozen. */
  private raise(slot: number, part: 0 | 1, amount: number): void {
    const f = this.store.f;
    const at = slot * doubles + part;
    const low = f[at]!;
    const room = limb - amount;
    if (low < room) f[at] = low + amount;
    else {
      f[at] = low - room;
      this.store.i[slot * ints + BalI.availableHigh + part]! += 1;
    }
  }

  private lower(slot: number, part: 0 | 1, amount: number): void {
    const f = this.store.f;
    const at = slot * doubles + part;
    const low = f[at]!;
    if (low >= amount) f[at] = low - amount;
    else {
      f[at] = low + (limb - amount);
      const high = --this.store.i[slot * ints + BalI.availableHigh + part]!;
      if (high < 0) this.assertMayBeNegative(slot, part);
    }
  }

  /** Changes available by signed limbs of one sign; the low limb's magnitude is below 2^53. */
  private add(slot: number, high: number, low: number): void {
    const { f, i } = this.store;
    i[slot * ints + BalI.availableHigh]! += high;
    if (low >= 0) this.raise(slot, 0, low);
    else {
      const rest = f[slot * doubles]! + low;
      f[slot * doubles] = rest < 0 ? rest + limb : rest;
      if (rest < 0) i[slot * ints + BalI.availableHigh]! -= 1;
    }
    if (i[slot * ints + BalI.availableHigh]! < 0) this.assertMayBeNegative(slot, 0);
  }

  private assertMayBeNegative(slot: number, part: 0 | 1): void {
    const account = this.store.i[(slot >> 2) * accountInts]!;
    if (part === 0 && mayBeNegative(account)) return;
    throw new InvariantBroken('neverNegative', `account ${account}, asset ${this.asset(slot)}`);
  }

  /**
   * Writes a line with the balance as it stands; answers where, for the caller to add the signed deltas. `label` is the flow code × 64 +
   * direction.
   */
  private line(slot: number, label: number, order: number, fill: number): number {
    const { f, i } = this.store;
    const to = this.log.open(LedgerRecord.code);
    const n = this.log.numbers;
    const at = slot * ints;
    n[to + LedgerRecord.posting] = this.posting;
    n[to + LedgerRecord.account] = i[(slot >> 2) * accountInts]!;
    n[to + LedgerRecord.label] = label + (i[at + BalI.key]! & 7) * 8;
    n[to + LedgerRecord.asset] = i[at + BalI.asset]!;
    n[to + LedgerRecord.available] = 0;
    n[to + LedgerRecord.availableLow] = 0;
    n[to + LedgerRecord.frozen] = 0;
    n[to + LedgerRecord.frozenLow] = 0;
    n[to + LedgerRecord.availableAfter] = i[at + BalI.availableHigh]!;
    n[to + LedgerRecord.availableAfterLow] = f[slot * doubles]!;
    n[to + LedgerRecord.frozenAfter] = i[at + BalI.frozenHigh]!;
    n[to + LedgerRecord.frozenAfterLow] = f[slot * doubles + 1]!;
    n[to + LedgerRecord.order] = order;
    n[to + LedgerRecord.fill] = fill;
    return to;
  }

  /** Rebuilds the index after the store was loaded. */
  reindex(): void {
    this.index = new NumberIndex();
    for (const owner of this.accounts.slots()) {
      if (this.store.i[owner * accountInts + Acc.more] === 0) continue;
      for (const slot of this.of(owner))
        if (slot >> 2 !== owner) this.index.add(owner * keySpan + this.store.i[slot * ints + BalI.key]!, slot);
    }
  }
}
