import { MarginMode, PositionDirection } from '@bourse/protocol/enums';
import { NumberIndex } from '../base/number-index.ts';
import { PagedSums } from '../base/paged-sums.ts';
import { RecordStore } from '../base/store.ts';
import { PlaceIndex, placeKey } from './place-index.ts';

/** Fields of a position record (128 bytes): doubles, then 32-bit integers. Amounts are quote units, prices ticks. */
export const positionWidth = 16;
export const positionInts = 32;
export const Pos = {
  id: 0,
  lots: 1,
  entryValue: 2,
  margin: 3,
  loan: 4,
  realised: 5,
  fees: 6,
  funding: 7,
  closedLots: 8,
  exitValue: 9,
  closedEntry: 10,
  openedAt: 11,
  /** Mark price at which its margin must be checked again, and the key of the watch heaps. 0: not watched. */
  watch: 12,
} as const;
export const PosI = {
  /** Account slot. */
  owner: 26,
  /** Instrument slot. */
  instrument: 27,
  /** What `packPosition` packs. */
  flags: 28,
  /** Neighbours in the account's list, by id; `next` also chains freed slots. */
  next: 29,
  previous: 30,
  /** Place in a watch heap, 0 when in none. */
  place: 31,
} as const;

/** direction 1 bit, mode 1 bit, leverage 8 bits, warned 1 bit. */
export const packPosition = (direction: PositionDirection, mode: MarginMode, leverage: number) =>
  (direction - 1) | ((mode - 1) << 1) | (leverage << 2);
export const directionOf = (flags: number) => ((flags & 1) + 1) as PositionDirection;
export const modeOf = (flags: number) => (((flags >> 1) & 1) + 1) as MarginMode;
export const leverageOf = (flags: number) => (flags >> 2) & 255;
export const warnedBit = 1 << 10;

/** The opposite direction. */
export const oppositeOf = (direction: PositionDirection) =>
  direction === PositionDirection.long ? PositionDirection.short : PositionDirection.long;

/**
 * Open positions of contracts and stocks: at most one per direction, account and instrument. Found by id or by (account, instrument, direction), and listed
 * by account in the order they were opened. Closed positions are only in the histories.
 */
export class Positions {
  readonly store: RecordStore;
  private byId = new NumberIndex();
  private byPlace = new PlaceIndex();
  private firsts = new NumberIndex();
  private lasts = new NumberIndex();
  /** How many of an account's positions are in full margin. Most accounts have none and need no look at what backs them. */
  private fulls = new PagedSums();

  /** The last result of `find`, because one command looks up the same position repeatedly. */
  private lastKey = -1;
  private lastSlot = 0;

  constructor(capacity: number) {
    this.store = new RecordStore(positionWidth, PosI.next, capacity);
  }

  get count(): number {
    return this.store.count;
  }

  /** The slot of an open position by its id, 0 when there is none. */
  slot(id: number): number {
    return this.byId.get(id);
  }

  id(slot: number): number {
    return this.store.f[slot * positionWidth]!;
  }

  /** The slot of an account's position, 0 when there is none. */
  find(owner: number, instrument: number, direction: PositionDirection): number {
    const key = placeKey(owner, instrument, direction);
    if (key !== this.lastKey) {
      this.lastSlot = this.byPlace.get(key);
      this.lastKey = key;
    }
    return this.lastSlot;
  }

  /** Adds a new, empty position at the end of its account's list. */
  open(id: number, owner: number, instrument: number, flags: number, time: number): number {
    this.lastKey = -1;
    const slot = this.store.take();
    const { f, i } = this.store;
    f.fill(0, slot * positionWidth, (slot + 1) * positionWidth);
    f[slot * positionWidth] = id;
    f[slot * positionWidth + Pos.openedAt] = time;
    const at = slot * positionInts;
    i[at + PosI.owner] = owner;
    i[at + PosI.instrument] = instrument;
    i[at + PosI.flags] = flags;
    const last = this.lasts.get(owner);
    i[at + PosI.previous] = last;
    if (last === 0) this.firsts.add(owner, slot);
    else {
      i[last * positionInts + PosI.next] = slot;
      this.lasts.remove(owner);
    }
    this.lasts.add(owner, slot);
    if (modeOf(flags) === MarginMode.full) this.fulls.add(owner, 1);
    this.byId.add(id, slot);
    this.byPlace.add(placeKey(owner, instrument, directionOf(flags)), slot);
    return slot;
  }

  /** Removes a position that has no lots left and is in no watch heap. */
  close(slot: number): void {
    this.lastKey = -1;
    const { f, i } = this.store;
    const at = slot * positionInts;
    const owner = i[at + PosI.owner]!;
    const next = i[at + PosI.next]!;
    const previous = i[at + PosI.previous]!;
    if (previous === 0) {
      this.firsts.remove(owner);
      if (next !== 0) this.firsts.add(owner, next);
    } else i[previous * positionInts + PosI.next] = next;
    if (next === 0) {
      this.lasts.remove(owner);
      if (previous !== 0) this.lasts.add(owner, previous);
    } else i[next * positionInts + PosI.previous] = previous;
    if (modeOf(i[at + PosI.flags]!) === MarginMode.full) this.fulls.add(owner, -1);
    this.byId.remove(f[slot * positionWidth]!);
    this.byPlace.remove(placeKey(owner, i[at + PosI.instrument]!, directionOf(i[at + PosI.flags]!)));
    this.store.give(slot);
  }

  /** Whether any position of an account is in full margin. */
  hasFull(owner: number): boolean {
    return this.fulls.get(owner) > 0;
  }

  first(owner: number): number {
    return this.firsts.get(owner);
  }
  next(slot: number): number {
    return this.store.i[slot * positionInts + PosI.next]!;
  }

  /** Rebuilds the indexes after the store was loaded: lists by id, which is the order of opening. */
  reindex(): void {
    this.lastKey = -1;
    this.byId = new NumberIndex();
    this.byPlace = new PlaceIndex();
    this.firsts = new NumberIndex();
    this.lasts = new NumberIndex();
    this.fulls = new PagedSums();
    const { f, i } = this.store;
    for (const slot of this.store.liveSlots()) {
      const at = slot * positionInts;
      const owner = i[at + PosI.owner]!;
      this.byId.add(f[slot * positionWidth]!, slot);
      if (modeOf(i[at + PosI.flags]!) === MarginMode.full) this.fulls.add(owner, 1);
      this.byPlace.add(placeKey(owner, i[at + PosI.instrument]!, directionOf(i[at + PosI.flags]!)), slot);
      if (i[at + PosI.previous] === 0) this.firsts.add(owner, slot);
      if (i[at + PosI.next] === 0) this.lasts.add(owner, slot);
    }
  }
}
