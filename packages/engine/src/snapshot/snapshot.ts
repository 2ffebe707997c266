import { PositionDirection, type Venue } from '@bourse/protocol/enums';
import type { RecordStore } from '../base/store.ts';
import { utf8Decode, utf8Encode } from '../base/utf8.ts';
import { LevI, levelWidth } from '../book/levels.ts';
import { OrdI, orderWidth } from '../book/orders.ts';
import type { Asset } from '../catalogue/assets.ts';
import { Instrument } from '../catalogue/instruments.ts';
import type { DefineInstrument, TradingMode } from '../commands.ts';
import { type ContractLive, contractFrom, contractLive } from '../contract/contract.ts';
import { defaultLimits, type Limits } from '../core/limits.ts';
import { type Reserve, State } from '../core/state.ts';
import { countOrder } from '../leverage/order-sums.ts';
import { directionOf, Pos, PosI, positionInts, positionWidth } from '../leverage/positions.ts';
import { products } from '../products.ts';
import { waitsForOpen } from '../stock/queue.ts';
import { readStocks, requeueStocks, type StocksMeta, writeStocks } from '../stock/snapshot.ts';
import { readTimed, type TimedMeta, writeTimed } from '../timed/keep.ts';

/**
 * The state as bytes: a header, a JSON part for what is small and shaped, then the record stores as they lie in memory. Copying flat
 * buffers is what makes a million orders a matter of milliseconds. Version 2 (version 1 had no positions, and is read as having none):
 * `BENG`, version u32, checksum u32, JSON length u32, JSON padded to 8 bytes, sections padded to 8 bytes, all little-endian.
 */
const magic = 0x474e_4542;
const version = 2;
const oldestVersion = 1;
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
  limits: Limits;
  seq: number;
  time: number;
  mode: TradingMode;
  nextOrder: number;
  nextFill: number;
  assets: Omit<Asset, 'index'>[];
  instruments: {
    rules: Omit<DefineInstrument, 'lotUnits'> & { lotUnits: string };
    reference: number;
    referenceTime: number;
    source: number;
    high: number;
    low: number;
    backlog: boolean;
    contract?: ContractLive | undefined;
    /** Of held orders: the one looked at last, and the looks still to come. */
    held?: [lookedTo: number, due: number] | undefined;
  }[];
  sources: string[];
  references: string[];
  timers: { kind: number; id: number; due: number }[];
  stores: { accounts: StoreMark; orders: StoreMark; levels: StoreMark; positions?: StoreMark };
  nextPosition?: number;
  nextSettlement?: number;
  nextFundingRound?: number;
  nextLiquidation?: number;
  /** Order, take-profit, stop-loss. */
  attached?: [number, number, number][];
  sections: number[];
  timed?: TimedMeta | undefined;
  stocks?: StocksMeta | undefined;
}

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
  ];
  const meta: Meta = {
    venue: s.venue,
    limits: s.limits,
    seq: s.seq,
    time: s.time,
    mode: s.mode,
    nextOrder: s.nextOrder,
    nextFill: s.nextFill,
    assets: s.assets.list.map(({ asset, code, scale, assetKind }) => ({ asset, code, scale, assetKind })),
    instruments: s.instruments.list.map((ins) => ({
      rules: { ...ins.rules, lotUnits: ins.rules.lotUnits.toString() },
      reference: ins.reference,
      referenceTime: ins.referenceTime,
      source: ins.source,
      high: ins.highSinceWake,
      low: ins.lowSinceWake,
      backlog: ins.backlog,
      contract: ins.contract === undefined ? undefined : contractLive(ins.contract),
      held: ins.book.held.due === 0 ? undefined : [ins.book.held.lookedTo, ins.book.held.due],
    })),
    sources: s.sources,
    references: [...s.references],
    timers: s.timers.sorted(),
    stores: {
      accounts: mark(s.accounts.store),
      orders: mark(s.orders.store),
      levels: mark(s.levels.store),
      positions: mark(s.positions.store),
    },
    nextPosition: s.nextPosition,
    nextSettlement: s.nextSettlement,
    nextFundingRound: s.nextFundingRound,
    nextLiquidation: s.nextLiquidation,
    attached: [...s.attached].map(([order, { takeProfit, stopLoss }]) => [order, takeProfit, stopLoss]),
    sections: sections.map((section) => section.length),
    timed: writeTimed(s),
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
  if (written < oldestVersion || written > version) throw new SnapshotError(`version ${written}`);
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
  const s = new State(meta.venue, { ...defaultLimits, ...meta.limits }, { accounts: 0, orders: 0, levels: 0, positions: 0 }, products);
  s.seq = meta.seq;
  s.time = meta.time;
  s.mode = meta.mode;
  s.nextOrder = meta.nextOrder;
  s.nextFill = meta.nextFill;
  s.nextPosition = meta.nextPosition ?? 1;
  s.nextSettlement = meta.nextSettlement ?? 1;
  s.nextFundingRound = meta.nextFundingRound ?? 1;
  s.nextLiquidation = meta.nextLiquidation ?? 1;
  const { accounts, orders, levels, positions } = meta.stores;
  s.accounts.store.load(sections[0]!, accounts, reserve.accounts);
  s.orders.store.load(sections[1]!, orders, reserve.orders);
  s.levels.store.load(sections[2]!, levels, reserve.levels);
  bytesOf(s.finished.ids).set(sections[3]!);
  bytesOf(s.finished.accounts).set(sections[4]!);
  s.finished.statuses.set(sections[5]!);
  if (positions !== undefined) s.positions.store.load(sections[6]!, positions, reserve.positions);
  s.positions.reindex();
  s.accounts.reindex(reserve.accounts);
  s.ledger.reindex();
  for (const asset of meta.assets) s.assets.add(asset);
  s.sources.splice(0, s.sources.length, ...meta.sources);
  for (const reference of meta.references) s.references.add(reference);
  for (const { kind, id, due } of meta.timers) s.timers.set(kind, id, due);
  for (const live of meta.instruments) restoreInstrument(s, live);
  for (const [order, takeProfit, stopLoss] of meta.attached ?? []) s.attached.set(order, { takeProfit, stopLoss });
  readStocks(s, meta.stocks);
  restoreQueues(s, reserve);
  restoreWatch(s);
  readTimed(s, meta.timed);
  if (meta.stocks !== undefined) requeueStocks(s);
  return s;
}

function restoreInstrument(s: State, live: Meta['instruments'][number]): void {
  const rules: DefineInstrument = { ...live.rules, lotUnits: BigInt(live.rules.lotUnits) };
  const base = s.assets.get(rules.baseAsset)!;
  const quote = s.assets.get(rules.quoteAsset)!;
  const ins = new Instrument(s.instruments.list.length + 1, rules, base, quote, s.levels, s.orders);
  ins.setReference(live.reference, live.referenceTime, live.source);
  ins.highSinceWake = live.high;
  ins.lowSinceWake = live.low;
  ins.backlog = live.backlog;
  if (live.contract !== undefined) ins.contract = contractFrom(live.contract, s.positions);
  if (live.backlog) s.backlogs += 1;
  if (live.contract?.backlog === true) s.backlogs += 1;
  if (live.held !== undefined) {
    [ins.book.held.lookedTo, ins.book.held.due] = live.held;
    s.asked.add(ins.slot);
  }
  if (live.contract?.round !== undefined) s.funding.add(ins.slot);
  s.instruments.add(ins);
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
