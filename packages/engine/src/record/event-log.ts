import type { EventBody, EventDeclaration } from '../define/declare.ts';

/**
 * Events as flat numbers, written on the hot path without making an object. Each record is its kind followed by its fields in the order
 * given at its writer; `decode.ts` turns records into `EngineEvent`s when somebody wants them. Amounts are two limbs. Writers put fields
 * into `numbers` themselves, at the place `open` gives them: handing a dozen doubles to a function would box each one.
 */
export const Record = {
  command: 0,
  order: 1,
  fill: 2,
  ledger: 3,
  depth: 4,
  reference: 5,
  /** An event of the cold lane: its place in `cold`. */
  cold: 6,
  orderTerms: 7,
  mark: 8,
  position: 9,
  positionFill: 10,
  fundingPayment: 11,
} as const;
/** By kind. */
export const recordLength: readonly number[] = [3, 14, 18, 15, 6, 5, 2, 6, 8, 20, 25, 11];
const longest = Math.max(...recordLength);
const small = 4096;
/** A log that grew beyond this for one large command does not stay that large. */
const keepNumbers = 1 << 20;

/** An event that was declared, as a plain object. */
export interface ColdEvent {
  readonly declaration: EventDeclaration;
  readonly body: object;
}

export class EventLog {
  /** Events of the cold lane, in their order. */
  cold: ColdEvent[] = [];
  numbers: Float64Array = new Float64Array(small);
  length = 0;

  /** Room for a record of a kind; answers where it begins, with the kind written. */
  open(kind: number): number {
    const at = this.length;
    if (at + longest > this.numbers.length) this.grow();
    this.numbers[at] = kind;
    this.length = at + recordLength[kind]!;
    return at;
  }

  clear(): void {
    this.length = 0;
    if (this.cold.length > 0) this.cold = [];
    if (this.numbers.length > keepNumbers) this.numbers = new Float64Array(small);
  }

  reference(instrument: number, priceTicks: number, tickTime: number, source: number): void {
    const at = this.open(Record.reference);
    const n = this.numbers;
    n[at + 1] = instrument;
    n[at + 2] = priceTicks;
    n[at + 3] = tickTime;
    n[at + 4] = source;
  }

  /** Tells an event of the cold lane. */
  tell<E extends EventDeclaration>(declaration: E, body: EventBody<E>): void {
    const at = this.open(Record.cold);
    this.numbers[at + 1] = this.cold.push({ declaration, body }) - 1;
  }

  private grow(): void {
    const wider = new Float64Array(this.numbers.length * 2);
    wider.set(this.numbers);
    this.numbers = wider;
  }
}
