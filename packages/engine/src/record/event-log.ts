import type { EventBody, EventDeclaration } from '../define/declare.ts';
import type { EventBase } from '../event-base.ts';
import { ColdRecord, lengthOf, ReferenceRecord } from './layouts.ts';

const small = 4096;
/** A log that grew beyond this for one large command does not stay that large. */
const keepNumbers = 1 << 20;

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
  numbers: Float64Array = new Float64Array(small);
  length = 0;

  /** Room for the record with this code; answers where it begins, with the code written. */
  open(code: number): number {
    const at = this.length;
    const end = at + lengthOf(code);
    if (end > this.numbers.length) this.grow();
    this.numbers[at] = code;
    this.length = end;
    return at;
  }

  clear(): void {
    this.length = 0;
    if (this.cold.length > 0) this.cold = [];
    if (this.numbers.length > keepNumbers) this.numbers = new Float64Array(small);
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
