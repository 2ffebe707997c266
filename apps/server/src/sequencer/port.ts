import type { Actor, Command, EngineReader, Outcome, Records, Signature } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';

/** One venue's engine as the rest of the server sees it, whether it runs in this process or another. */
export interface EnginePort {
  readonly venue: Venue;
  readonly state: EngineState;
  /**
   * Sequences, applies and journals one command; resolves when the journal write is durable, never before.
   * The same `commandId` with the same body gives the first answer for ever; with another body the promise rejects with `commandIdReused`.
   * Rejects with the Refusals `unavailable` (nothing was accepted), `outcomeUnknown` (the write's fate is not known; ask again with the same id) or `overloaded`.
   */
  submit(request: CommandRequest): Promise<Applied>;
  /** Reads the live state and resolves once everything it saw is durable, with the sequence it stands on. Reads only, synchronously. */
  read<T>(reader: (engine: EngineReader) => T): Promise<{ seq: number; value: T }>;
  /** The stored answer to a command id of this account, if there ever was one. */
  outcomeOf(account: number, commandId: string): Promise<Applied | undefined>;
  /** Durable events in order, after each group commit. Returns the unsubscribe. Listeners must not throw and must not block. */
  onDurable(listener: (batch: DurableBatch) => void): () => void;
  /** The sequence up to which the histories hold everything. */
  projected(): number;
  /** Resolves when projections have caught up with `seq`, or false after `timeoutMs`. */
  waitProjected(seq: number, timeoutMs: number): Promise<boolean>;
}

export type EngineState = 'recovering' | 'running' | 'unavailable' | 'stopped';

export interface CommandRequest {
  /** Whose command id space; for the server's own commands the house account it acts for, or 0. */
  account: number;
  /** A UUID from the client; absent for the server's own commands, which are not deduplicated. */
  commandId?: string | undefined;
  command: Command;
  /** Who sends it; the usual sender of such a command when absent. */
  actor?: Actor | undefined;
  /** The signature of the customer's device, which was checked. It is kept with the command. */
  signed?: Signature | undefined;
}

export interface Applied {
  seq: number;
  time: number;
  outcome: Outcome;
  /** True when this is a repeated answer. */
  repeated: boolean;
}

export interface DurableBatch {
  firstSeq: number;
  lastSeq: number;
  time: number;
  /** What its commands did. Listeners decode only the events that concern them. */
  records: Records;
}

export type Venues = Record<Venue, EnginePort>;
