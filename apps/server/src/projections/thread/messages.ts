import type { Venue } from '@bourse/protocol/enums';
import type { LogLevel } from '../../config.ts';
import type { Connection } from '../../platform/postgres.ts';

/** What a histories' thread is started with. */
export interface HistoriesStart {
  venue: Venue;
  connection: Connection;
  logLevel: LogLevel;
}

/** Consecutive batches to project after the sequence `after`, as packed bytes and numbers: they cross to a thread for much less than objects do. */
export interface Packed {
  id: number;
  after: number;
  parts: readonly PackedPart[];
  /** The events of all parts, one part's numbers after another's. Its memory goes over to the thread. */
  numbers: Float64Array;
}

export interface PackedPart {
  firstSeq: number;
  lastSeq: number;
  time: number;
  /** Its commands as the journal holds them. They may begin before `firstSeq`, when the rest of a batch is projected. */
  bytes: Uint8Array;
  /** A line for each command from `firstSeq` on: the hash of the body of a customer's command, and the outcome as JSON. */
  outcomes: string;
  /** How many of the numbers are its own. */
  length: number;
  cold: readonly { kind: string; body: object }[];
  sources: readonly string[];
}

/** The answer to a `Packed`: the checkpoint as the store resolved it, or why it failed. */
export type Projected = { id: number; checkpoint: number } | { id: number; failed: string };
