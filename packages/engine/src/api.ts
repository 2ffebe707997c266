import type { InstrumentStatus, Venue, Wallet } from '@bourse/protocol/enums';
import type { SequencedCommand, TradingMode } from './commands.ts';
import type { EngineEvent, OrderEvent, Outcome } from './events.ts';

/** The deterministic core as the sequencer sees it. Same commands in the same order give the same outcomes, events and hash on any machine. */
export interface Engine extends EngineReader {
  /** Applies the next command. `seq` must be the last plus one; `time` never goes back (the sequencer clamps it). Never throws for bad customer input. */
  apply(input: SequencedCommand): Outcome;
  /** Events since the last call, in order. */
  takeEvents(): EngineEvent[];
  /** The same events as flat numbers (`record/event-log.ts`), without taking them: a view, valid until the next call. */
  rawEvents(): Float64Array;
  /** Forgets the events since the last call, for hosts that replay. */
  discardEvents(): void;
  /** Versioned bytes of the whole state. */
  snapshot(): Uint8Array;
  /** SHA-256 over the meaning of the state (not its memory layout), as 64 hex digits: equal after restore, replay, or any equivalent history. */
  stateHash(): string;
  /** When the next timer is due, ms, or Infinity. */
  nextTimer(): number;
  /** Throws with the named invariant when one does not hold. Linear in the state: tests run it after every command. */
  checkInvariants(): void;
}

export interface EngineReader {
  readonly venue: Venue;
  readonly seq: number;
  readonly time: number;
  readonly mode: TradingMode;
  hasAccount(account: number): boolean;
  feeClass(account: number): number;
  balances(account: number): BalanceView[];
  order(order: number): OrderEvent | undefined;
  openOrders(account: number, instrument?: number): OrderEvent[];
  instrument(instrument: number): InstrumentView | undefined;
  depth(instrument: number, levels: number): { bids: LevelView[]; asks: LevelView[] };
  /** Names of the feeds seen so far, by the number raw events give them. */
  sources(): readonly string[];
  /** Named counts and sums for health and the console: orders, accounts, assets' totals. */
  statistics(): Record<string, number>;
}
export interface BalanceView {
  wallet: Wallet;
  asset: number;
  available: bigint;
  frozen: bigint;
}
export interface LevelView {
  priceTicks: number;
  lots: number;
  orders: number;
}
export interface InstrumentView {
  instrument: number;
  status: InstrumentStatus;
  referenceTicks: number;
  referenceTime: number;
  source: string;
}
