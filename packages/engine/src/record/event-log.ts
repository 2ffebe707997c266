import type { EventBody, EventDeclaration } from '../define/declare.ts';
import type { EventBase } from '../event-base.ts';
import { ColdRecord, lengthOf, ReferenceRecord } from './layouts.ts';

/** Numbers of one block: about what 600 orders tell. Blocks in use should stay in the cache of the processor. */
const blockLength = 1 << 15;
/** A block with less room than this is not written further, so that few batches grow it. */
const room = 1 << 14;
/** Free blocks that are kept for later. */
const keptBlocks = 64;

/** Where records lie. A block is written again when nobody holds records in it. */
class Block {
  readonly numbers: Float64Array;
  /** How many batches of taken records lie in it. */
  holders = 0;

  constructor(length: number) {
    this.numbers = new Float64Array(length);
  }
}

/** Records that were taken. They stay as they are until `release`. */
export interface TakenRecords {
  readonly numbers: Float64Array;
  readonly cold: readonly ColdEvent[];
  /** Lets the log write over them. Call it once, and only when nobody reads them any more; records that nobody releases cost their memory, no more. */
  release(): void;
}

/** An event that was declared, as a plain object. */
export interface ColdEvent {
  readonly declaration: EventDeclaration;
  readonly body: object;
}

/**
 * Events as flat numbers, written on the hot path without making an object. `layouts.ts` declares the records, `records.ts` reads them. Writers put fields
 * into `numbers` themselves, at the place `open` gives them: handing a dozen doubles to a function would box each one.
 */
export class EventLog {
  /** Events of the cold lane, in their order. */
  cold: ColdEvent[] = [];
  numbers: Float64Array;
  /** The end of the last record. */
  length = 0;
  /** Where the records begin that nobody has taken. */
  private start = 0;
  private block = new Block(blockLength);
  private readonly free: Block[] = [];

  constructor() {
    this.numbers = this.block.numbers;
  }

  /** How many numbers nobody has taken. */
  get untaken(): number {
    return this.length - this.start;
  }

  /** Room for the record with this code; answers where it begins, with the code written. */
  open(code: number): number {
    const at = this.length;
    const end = at + lengthOf(code);
    if (end > this.numbers.length) this.grow();
    this.numbers[at] = code;
    this.length = end;
    return at;
  }

  /** The records that nobody has taken, without a copy: good until the next `take` or `clear`. */
  view(): Float64Array {
    return this.numbers.subarray(this.start, this.length);
  }

  /** The same until they are released: the log goes on behind them, or in another block. */
  take(): TakenRecords {
    const { block, cold } = this;
    const numbers = this.view();
    block.holders += 1;
    this.cold = [];
    this.start = this.length;
    if (block.numbers.length - this.length < room || block.numbers.length > blockLength) this.goOn();
    return { numbers, cold, release: () => this.released(block) };
  }

  /** Forgets the records that nobody has taken. */
  clear(): void {
    this.length = this.start;
    if (this.cold.length > 0) this.cold = [];
    if (this.numbers.length > blockLength) this.goOn();
  }

  reference(instrument: number, priceTicks: number, tickTime: number, source: number): void {
    const at = this.open(ReferenceRecord.code);
    const n = this.numbers;
    n[at + ReferenceRecord.instrument] = instrument;
    n[at + ReferenceRecord.priceTicks] = priceTicks;
    n[at + ReferenceRecord.tickTime] = tickTime;
    n[at + ReferenceRecord.source] = source;
  }

  /** Tells an event of the cold lane. */
  tell<E extends EventDeclaration>(declaration: E, body: EventBody<E>): void {
    const at = this.open(ColdRecord.code);
    this.numbers[at + ColdRecord.place] = this.cold.push({ declaration, body }) - 1;
  }

  /** Takes back the last record, which began at `at`, and answers what it says: views are read through the records of their events. */
  takeBack<E>(at: number, decode: (n: Float64Array, at: number, head: EventBase) => E, { seq, time }: { seq: number; time: number }): E {
    this.length = at;
    return decode(this.numbers, at, { seq, index: 0, time });
  }

  private released(block: Block): void {
    block.holders -= 1;
    this.keep(block);
  }

  /** Keeps a block for later, unless somebody holds records in it. */
  private keep(block: Block): void {
    if (block.holders > 0 || block === this.block || block.numbers.length > blockLength || this.free.length >= keptBlocks) return;
    this.free.push(block);
  }

  /** Goes on at the beginning of another block. */
  private goOn(): void {
    this.block = this.free.pop() ?? new Block(blockLength);
    this.numbers = this.block.numbers;
    this.start = this.length = 0;
  }

  /** Goes on at the same place of a wider block. */
  private grow(): void {
    const { block } = this;
    this.block = new Block(block.numbers.length * 2);
    this.numbers = this.block.numbers;
    this.numbers.set(block.numbers);
    this.keep(block);
  }
}
