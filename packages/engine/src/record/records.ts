import type { OrderStatus } from '@bourse/protocol/enums';
import type { EventBase } from '../event-base.ts';
import type { EngineEvent, OrderReason } from '../events.ts';
import { decodeDepth, decodeFill, decodeLedger, decodeOrder, decodeReference, type Head, reasonOf, statusOf } from './decode.ts';
import { decodeFundingPayment, decodeMark, decodePosition, decodePositionFill, decodeTerms } from './decode-leverage.ts';
import type { ColdEvent } from './event-log.ts';
import {
  ColdRecord,
  CommandRecord,
  DepthRecord,
  FillRecord,
  FundingPaymentRecord,
  LedgerRecord,
  lengthOf,
  MarkRecord,
  OrderRecord,
  PositionFillRecord,
  PositionRecord,
  ReferenceRecord,
  TermsRecord,
} from './layouts.ts';

export type EventKind = EngineEvent['kind'];

/** How records of one code are read: their event, and where the account is that they belong to (0: nobody's). */
interface Reading {
  readonly kind: EventKind;
  readonly account: number;
  decode(n: Float64Array, at: number, head: Head, sources: readonly string[]): EngineEvent;
}

/** By code. */
const readings: Reading[] = [];
readings[OrderRecord.code] = { kind: 'order', account: OrderRecord.account, decode: decodeOrder };
readings[FillRecord.code] = { kind: 'fill', account: FillRecord.takerAccount, decode: decodeFill };
readings[LedgerRecord.code] = { kind: 'ledger', account: LedgerRecord.account, decode: decodeLedger };
readings[DepthRecord.code] = { kind: 'depth', account: 0, decode: decodeDepth };
readings[ReferenceRecord.code] = { kind: 'reference', account: 0, decode: decodeReference };
readings[MarkRecord.code] = { kind: 'mark', account: 0, decode: decodeMark };
readings[TermsRecord.code] = { kind: 'orderTerms', account: 0, decode: decodeTerms };
readings[PositionRecord.code] = { kind: 'position', account: PositionRecord.account, decode: decodePosition };
readings[PositionFillRecord.code] = { kind: 'positionFill', account: PositionFillRecord.account, decode: decodePositionFill };
readings[FundingPaymentRecord.code] = { kind: 'fundingPayment', account: FundingPaymentRecord.account, decode: decodeFundingPayment };

/**
 * What commands did, as packed records: the engine's numbers, its cold events and the names of its feeds. Nothing in it changes until it is released.
 */
export class Records {
  readonly cold: readonly ColdEvent[];
  readonly sources: readonly string[];
  private held: Float64Array | undefined;
  private giveBack: (() => void) | undefined;
  private all: readonly EngineEvent[] | undefined;

  constructor(numbers: Float64Array, cold: readonly ColdEvent[], sources: readonly string[], giveBack?: () => void) {
    this.held = numbers;
    this.cold = cold;
    this.sources = sources;
    this.giveBack = giveBack;
  }

  /** Throws once they are released. */
  get numbers(): Float64Array {
    if (this.held === undefined) throw new Error('these records were released');
    return this.held;
  }

  /** Lets the engine write over the numbers. Only the last reader may call it; records that nobody releases cost their memory, no more. */
  release(): void {
    const { giveBack } = this;
    this.held = giveBack === undefined ? this.held : undefined;
    this.giveBack = undefined;
    giveBack?.();
  }

  /** Every event as an object: decoded once, when somebody asks. */
  get events(): readonly EngineEvent[] {
    this.all ??= this.decode();
    return this.all;
  }

  cursor(): RecordCursor {
    return new RecordCursor(this);
  }

  /** Events of these kinds, or all of them, as new objects. */
  decode<K extends EventKind>(kinds?: ReadonlySet<K>): Extract<EngineEvent, { kind: K }>[] {
    const events: EngineEvent[] = [];
    const cursor = this.cursor();
    while (cursor.next()) if (kinds === undefined || kinds.has(cursor.kind as K)) events.push(cursor.event());
    return events as Extract<EngineEvent, { kind: K }>[];
  }

  /** How many events are of these kinds. */
  count(kinds: ReadonlySet<EventKind>): number {
    let count = 0;
    const cursor = this.cursor();
    while (cursor.next()) if (kinds.has(cursor.kind)) count += 1;
    return count;
  }

  /** The records of commands after a sequence. */
  after(seq: number): Records {
    const { numbers } = this;
    let at = 0;
    while (at < numbers.length && (numbers[at] !== CommandRecord.code || numbers[at + CommandRecord.seq]! <= seq))
      at += lengthOf(numbers[at]!);
    return new Records(numbers.subarray(at), this.cold, this.sources);
  }
}

/** Goes through records one by one: `kind`, `seq`, `index`, `time` and `account` cost no decoding, so a reader decodes only what concerns it. */
export class RecordCursor implements EventBase {
  seq = 0;
  index = -1;
  time = 0;
  private readonly records: Records;
  private at = 0;
  private end = 0;
  private reading: Reading | undefined;
  private cold: ColdEvent | undefined;

  constructor(records: Records) {
    this.records = records;
  }

  /** Goes to the next event; false when there is none. */
  next(): boolean {
    const n = this.records.numbers;
    for (;;) {
      const at = this.end;
      if (at >= n.length) return false;
      const code = n[at]!;
      this.at = at;
      this.end = at + lengthOf(code);
      if (code !== CommandRecord.code) {
        this.index += 1;
        this.reading = readings[code];
        this.cold = this.reading === undefined ? this.records.cold[n[at + ColdRecord.place]!] : undefined;
        return true;
      }
      this.seq = n[at + CommandRecord.seq]!;
      this.time = n[at + CommandRecord.time]!;
      this.index = -1;
    }
  }

  get kind(): EventKind {
    return this.reading !== undefined ? this.reading.kind : (this.cold!.declaration.kind as EventKind);
  }

  /** The account it belongs to, of a fill the taker's; 0 when it is nobody's. */
  get account(): number {
    const { reading, cold } = this;
    if (reading !== undefined) return reading.account === 0 ? 0 : this.records.numbers[this.at + reading.account]!;
    const { owner } = cold!.declaration;
    return owner === undefined ? 0 : ((cold!.body as Record<string, number>)[owner] ?? 0);
  }

  /** The maker's account of a fill, 0 of anything else. */
  get maker(): number {
    return this.kind === 'fill' ? this.records.numbers[this.at + FillRecord.makerAccount]! : 0;
  }

  /** The status of an order, and why its event came about. */
  get status(): OrderStatus {
    return statusOf(this.records.numbers[this.at + OrderRecord.flags]!);
  }
  get reason(): OrderReason {
    return reasonOf(this.records.numbers[this.at + OrderRecord.flags]!);
  }

  event(): EngineEvent {
    const { reading, records } = this;
    if (reading !== undefined) return reading.decode(records.numbers, this.at, this, records.sources);
    const { seq, index, time } = this;
    const { declaration, body } = this.cold!;
    return { seq, index, time, kind: declaration.kind, ...body } as EngineEvent;
  }
}
