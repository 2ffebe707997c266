import { PositionDirection } from '@bourse/protocol/enums';
import type { RecordStore } from '../base/store.ts';
import { LevI, levelWidth } from '../book/levels.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import { earliestLimits } from '../core/limits.ts';
import { type Reserve, State } from '../core/state.ts';
import { ByteReader, ByteWriter } from '../define/bytes.ts';
import { choice, count, list, struct, type ValueOf } from '../define/field.ts';
import { countOrder } from '../leverage/order-sums.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { products } from '../products.ts';
import { sections } from '../rooms.ts';
import { requeueStocks } from '../stock/keep.ts';
import { waitsForOpen } from '../stock/queue.ts';

/**
 * The state as bytes: a header, a description of the layout, the record stores as they lie in memory, then the sections that rooms keep as
 * fields. Copying flat buffers is what makes a million orders a matter of milliseconds. Version 3: `BENG`, version u32, checksum u32, length of
 * the description u32, the description, and the parts, each padded to 8 bytes, all little-endian.
 */
const magic = 0x474e_4542;
const version = 3;
const headerBytes = 16;

/** Bytes that are not a whole snapshot of a version this code reads. */
export class SnapshotError extends Error {
  constructor(problem: string) {
    super(`not a readable snapshot: ${problem}`);
    this.name = 'SnapshotError';
  }
}

const mark = struct({ used: count(), free: count(), count: count() });
/** What is needed to read the rest: how large things are, and which sections follow the records. */
const layout = struct({
  venue: choice(['real', 'demo']),
  finishedOrders: count(),
  stores: struct({ accounts: mark, orders: mark, levels: mark, positions: mark }),
  sizes: list(count()),
  sections: list(count()),
});
type Layout = ValueOf<typeof layout>;

const hotParts = 7;

const storesOf = (s: State) => [s.accounts.store, s.orders.store, s.levels.store] as const;
const markOf = ({ used, free, count }: RecordStore) => ({ used, free, count });
const padded = (length: number) => (length + 7) & ~7;
const bytesOf = (array: Float64Array | Uint8Array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export function writeSnapshot(s: State): Uint8Array {
  const parts = [
    ...storesOf(s).map((store) => store.bytes()),
    bytesOf(s.finished.ids),
    bytesOf(s.finished.accounts),
    bytesOf(s.finished.statuses),
    s.positions.store.bytes(),
    ...sections.map((section) => section.save(s)),
  ];
  const w = new ByteWriter();
  layout.write(w, {
    venue: s.venue,
    finishedOrders: s.limits.finishedOrders,
    stores: {
      accounts: markOf(s.accounts.store),
      orders: markOf(s.orders.store),
      levels: markOf(s.levels.store),
      positions: markOf(s.positions.store),
    },
    sizes: parts.map((part) => part.length),
    sections: sections.map(({ number }) => number),
  });
  const described = w.done();
  const total = headerBytes + padded(described.length) + parts.reduce((sum, part) => sum + padded(part.length), 0);
  const bytes = new Uint8Array(total);
  bytes.set(described, headerBytes);
  let at = headerBytes + padded(described.length);
  for (const part of parts) {
    bytes.set(part, at);
    at += padded(part.length);
  }
  const header = new DataView(bytes.buffer);
  header.setUint32(0, magic, true);
  header.setUint32(4, version, true);
  header.setUint32(12, described.length, true);
  header.setUint32(8, checksum(bytes), true);
  return bytes;
}

/** Throws a `SnapshotError` for bytes that are cut, changed, or of another version. */
export function readSnapshot(given: Uint8Array, reserve: Reserve): State {
  const bytes = given.byteOffset % 8 === 0 ? given : given.slice();
  if (bytes.length < headerBytes || bytes.length % 8 !== 0) throw new SnapshotError('it is cut');
  const header = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (header.getUint32(0, true) !== magic) throw new SnapshotError('it does not begin as one');
  const written = header.getUint32(4, true);
  if (written !== version) throw new SnapshotError(`version ${written}`);
  if (header.getUint32(8, true) !== checksum(bytes)) throw new SnapshotError('its checksum differs');
  const length = header.getUint32(12, true);
  if (length > bytes.length) throw new SnapshotError('its description is damaged');
  const described = layout.read(new ByteReader(bytes.subarray(headerBytes, headerBytes + length)));
  let at = headerBytes + padded(length);
  const parts = described.sizes.map((size) => {
    const part = bytes.subarray(at, at + size);
    at += padded(size);
    return part;
  });
  if (at !== bytes.length) throw new SnapshotError('its parts do not add up');
  return rebuild(described, parts, reserve);
}

function rebuild({ venue, finishedOrders, stores, sections: kept }: Layout, parts: Uint8Array[], reserve: Reserve): State {
  const s = new State(venue, { ...earliestLimits, finishedOrders }, { accounts: 0, orders: 0, levels: 0, positions: 0 }, products);
  s.accounts.store.load(parts[0]!, stores.accounts, reserve.accounts);
  s.orders.store.load(parts[1]!, stores.orders, reserve.orders);
  s.levels.store.load(parts[2]!, stores.levels, reserve.levels);
  bytesOf(s.finished.ids).set(parts[3]!);
  bytesOf(s.finished.accounts).set(parts[4]!);
  s.finished.statuses.set(parts[5]!);
  s.positions.store.load(parts[6]!, stores.positions, reserve.positions);
  s.positions.reindex();
  s.accounts.reindex(reserve.accounts);
  s.ledger.reindex();
  for (const { number, name, later, load } of sections) {
    const at = kept.indexOf(number);
    if (at < 0 && later) continue;
    if (at < 0) throw new SnapshotError(`section ${name} is missing`);
    load(s, parts[hotParts + at]!);
  }
  restoreQueues(s, reserve);
  restoreWatch(s);
  requeueStocks(s);
  return s;
}

/** Sorted levels, trigger heaps and the index by id are not stored: they follow from the records. */
function restoreQueues(s: State, reserve: Reserve): void {
  const levels = s.levels.store;
  for (const slot of levels.liveSlots()) {
    const at = slot * levelWidth * 2;
    const { book } = s.instruments.at(levels.i[at + LevI.instrument]!);
    (levels.i[at + LevI.side] === 0 ? book.bids : book.asks).restore(slot);
    book.orders += levels.i[at + LevI.orders]!;
  }
  const orders = s.orders.store;
  s.orders.reindex(Math.max(orders.count, reserve.orders));
  for (const slot of orders.liveSlots()) {
    s.orders.register(orders.f[slot * orderWidth]!, slot);
    const { book } = s.instruments.at(orders.i[slot * orderWidth * 2 + OrdI.instrument]!);
    if (book.held.has(slot)) book.held.add(slot);
    else if (!book.isResting(slot) && !waitsForOpen(s, slot)) book.heapFor(slot).push(slot);
    if (orders.i[slot * orderWidth * 2 + OrdI.terms] !== 0) countOrder(s, slot);
  }
}

/** Watch heaps follow from the positions and the prices they wait for, and open lots from the longs. */
function restoreWatch(s: State): void {
  const { store } = s.positions;
  for (const slot of store.liveSlots()) {
    const { contract } = s.instruments.at(store.i[slot * positionInts + PosI.instrument]!);
    if (contract === undefined) continue;
    const direction = directionOf(store.i[slot * positionInts + PosI.flags]!);
    contract.heap(direction).add(slot);
    if (direction === PositionDirection.long) contract.openLots += store.f[slot * positionWidth + Pos.lots]!;
  }
}

/** A 32-bit mix over the words after the checksum: four lanes, because a chain of multiplications would wait for each. */
function checksum(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let a = 1;
  let b = 2;
  let c = 3;
  let d = words[3]!;
  for (let at = 4; at + 3 < words.length; at += 4) {
    a = Math.imul(a ^ words[at]!, 0x0100_0193);
    b = Math.imul(b ^ words[at + 1]!, 0x0100_0193);
    c = Math.imul(c ^ words[at + 2]!, 0x0100_0193);
    d = Math.imul(d ^ words[at + 3]!, 0x0100_0193);
  }
  for (let at = words.length & ~3; at < words.length; at++) a = Math.imul(a ^ words[at]!, 0x0100_0193);
  return (Math.imul(a, 31) ^ Math.imul(b, 37) ^ Math.imul(c, 41) ^ Math.imul(d, 43) ^ words.length) >>> 0;
}
