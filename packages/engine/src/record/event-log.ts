import type { EventBody, EventDeclaration } from '../define/declare.ts';
import type { EventBase } from '../event-base.ts';
import { ColdRecord, lengthOf, ReferenceRecord } from './layouts.ts';

/** Numbers of one block. A block that grew beyond it for large commands is not kept. */
const block = 1 << 16;
/** A block with less room than this is not written further, so that few batches grow it. */
const room = 1 << 13;

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
  numbers: Float64Array = new Float64Array(block);
  /** The end of the last record. */
  length = 0;
  /** Where the records begin that nobody has taken. */
  private start = 0;

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

  /** The same for good: the log goes on behind them, or in another block. */
  take(): Float64Array {
    const taken = this.view();
    this.cold = [];
    this.start = this.length;
    if (this.numbers.length - this.length < room || this.numbers.length > block) {
      this.numbers = new Float64Array(block);
      this.start = this.length = 0;
    }
    return taken;
  }

  /** Forgets the records that nobody has taken. */
  clear(): void {
    this.length = this.start;
    if (this.cold.length > 0) this.cold = [];
    if (this.numbers.length > block) this.take();
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

  private grow(): void {
    const wider = new Float64Array(this.numbers.length * 2);
    wider.set(this.numbers);
    this.numbers = wider;
  }
}
