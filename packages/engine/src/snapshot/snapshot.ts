import { PositionDirection, type Venue } from '@bourse/protocol/enums';
import type { RecordStore } from '../base/store.ts';
import { utf8Decode, utf8Encode } from '../base/utf8.ts';
import { LevI, levelWidth } from '../book/levels.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { Instrument } from '../catalogue/instruments.ts';
import { type ContractLive, contractFrom, contractLive } from '../contract/contract.ts';
import { defaultLimits } from '../core/limits.ts';
import { type Reserve, State } from '../core/state.ts';
import { countOrder } from '../leverage/order-sums.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { products } from '../products.ts';
import { sections as coldSections } from '../rooms.ts';
import { waitsForOpen } from '../stock/queue.ts';
import { readStocks, requeueStocks, type StocksMeta, writeStocks } from '../stock/snapshot.ts';

/**
 * The state as bytes: a header, a JSON part for what is small and shaped, then the record stores as they lie in memory. Copying flat
 * buffers is what makes a million orders a matter of milliseconds. Version 3: `BENG`, version u32, checksum u32, JSON length u32, JSON padded to 8 bytes, sections padded to 8 bytes, all little-endian.
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

interface StoreMark {
  used: number;
  free: number;
  count: number;
}

interface Meta {
  venue: Venue;
  finishedOrders: number;
  /** Contracts with what they keep, by instrument. */
  contracts: [number, ContractLive][];
  stores: { accounts: StoreMark; orders: StoreMark; levels: StoreMark; positions: StoreMark };
  /** Order, take-profit, stop-loss. */
  attached: [number, number, number][];
  sections: number[];
  /** Numbers of the sections kept as fields, after the others. */
  cold: number[];
  stocks?: StocksMeta | undefined;
}

const hotSections = 7;
/** Sections from this number on stand on orders and positions. */
const afterStores = 5;

const storesOf = (s: State) => [s.accounts.store, s.orders.store, s.levels.store] as const;
const mark = ({ used, free, count }: RecordStore): StoreMark => ({ used, free, count });
const padded = (length: number) => (length + 7) & ~7;
const bytesOf = (array: Float64Array | Uint8Array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

export function writeSnapshot(s: State): Uint8Array {
  const sections = [
    ...storesOf(s).map((store) => store.bytes()),
    bytesOf(s.finished.ids),
    bytesOf(s.finished.accounts),
    bytesOf(s.finished.statuses),
    s.positions.store.bytes(),
    ...coldSections.map((section) => section.save(s)),
  ];
  const meta: Meta = {
    venue: s.venue,
    finishedOrders: s.limits.finishedOrders,
    contracts: s.instruments.list.flatMap(({ id, contract }) => (contract === undefined ? [] : [[id, contractLive(contract)]])),
    stores: {
      accounts: mark(s.accounts.store),
      orders: mark(s.orders.store),
      levels: mark(s.levels.store),
      positions: mark(s.positions.store),
    },
    attached: [...s.attached].map(([order, { takeProfit, stopLoss }]) => [order, takeProfit, stopLoss]),
    sections: sections.map((section) => section.length),
    cold: coldSections.map(({ number }) => number),
    stocks: writeStocks(s),
  };
  const json = utf8Encode(JSON.stringify(meta));
  const total = headerBytes + padded(json.length) + sections.reduce((sum, section) => sum + padded(section.length), 0);
  const bytes = new Uint8Array(total);
  bytes.set(json, headerBytes);
  let at = headerBytes + padded(json.length);
  for (const section of sections) {
    bytes.set(section, at);
    at += padded(section.length);
  }
  const header = new DataView(bytes.buffer);
  header.setUint32(0, magic, true);
  header.setUint32(4, version, true);
  header.setUint32(12, json.length, true);
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
  const json = length > bytes.length ? undefined : utf8Decode(bytes.subarray(headerBytes, headerBytes + length));
  if (json === undefined) throw new SnapshotError('its description is damaged');
  const meta = JSON.parse(json) as Meta;
  let at = headerBytes + padded(length);
  const sections = meta.sections.map((size) => {
    const section = bytes.subarray(at, at + size);
    at += padded(size);
    return section;
  });
  if (at !== bytes.length) throw new SnapshotError('its parts do not add up');
  return rebuild(meta, sections, reserve);
}

function rebuild(meta: Meta, sections: Uint8Array[], reserve: Reserve): State {
  const limits = { ...defaultLimits, finishedOrders: meta.finishedOrders };
  const s = new State(meta.venue, limits, { accounts: 0, orders: 0, levels: 0, positions: 0 }, products);
  const { accounts, orders, levels, positions } = meta.stores;
  s.accounts.store.load(sections[0]!, accounts, reserve.accounts);
  s.orders.store.load(sections[1]!, orders, reserve.orders);
  s.levels.store.load(sections[2]!, levels, reserve.levels);
  bytesOf(s.finished.ids).set(sections[3]!);
  bytesOf(s.finished.accounts).set(sections[4]!);
  s.finished.statuses.set(sections[5]!);
  s.positions.store.load(sections[6]!, positions, reserve.positions);
  s.positions.reindex();
  s.accounts.reindex(reserve.accounts);
  s.ledger.reindex();
  const early = hotSections;
  for (const [at, { number, load }] of coldSections.entries()) {
    if (meta.cold[at] !== number) throw new SnapshotError(`section ${number} is missing`);
    if (number < afterStores) load(s, sections[early + at]!);
  }
  for (const [id, live] of meta.contracts) restoreContract(s, s.instruments.get(id)!, live);
  for (const [order, takeProfit, stopLoss] of meta.attached) s.attached.set(order, { takeProfit, stopLoss });
  readStocks(s, meta.stocks);
  restoreQueues(s, reserve);
  restoreWatch(s);
  for (const [at, { number, load }] of coldSections.entries()) if (number >= afterStores) load(s, sections[early + at]!);
  if (meta.stocks !== undefined) requeueStocks(s);
  return s;
}

function restoreContract(s: State, ins: Instrument, live: ContractLive): void {
  ins.contract = contractFrom(live, s.positions);
  if (live.backlog) s.backlogs += 1;
  if (live.round !== undefined) s.funding.add(ins.slot);
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
