import type { Command, EngineEvent, Outcome } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';

/** A command that is durable, with its answer. */
export interface AppliedCommand {
  seq: number;
  time: number;
  command: Command;
  outcome: Outcome;
  /** The outcome as it is stored, where it is known. */
  outcomeText?: string;
  /** Absent for the server's own commands. */
  identity?: CommandIdentity | undefined;
}

/** The key under which a customer's command is stored. */
export interface CommandIdentity {
  account: number;
  /** A UUID in lower case. */
  commandId: string;
  /** First 32 hex digits of the SHA-256 of the command's body. */
  bodyHash: string;
  /** The time inside the id, where it is ahead of the exchange's time. */
  ahead: number | undefined;
}

/** The effects of one or more journal batches. */
export interface ProjectionBatch {
  firstSeq: number;
  lastSeq: number;
  time: number;
  commands: readonly AppliedCommand[];
  events: readonly EngineEvent[];
}

export interface StoredAnswer extends CommandIdentity {
  seq: number;
  time: number;
  outcome: Outcome;
}

export interface AnswerKey {
  account: number;
  commandId: string;
}

/** Where projections are stored. Adapters: Postgres and memory. */
export interface ProjectionStore {
  /** Sequence up to which everything is projected; 0 at first. */
  checkpoint(venue: Venue): Promise<number>;
  /**
   * Projects the batch and moves the checkpoint from `after` to its last sequence, in one transaction. Does nothing when the checkpoint is not at
   * `after`. Resolves with the checkpoint as it is then. Rejects a batch that does not begin right after `after`, and keeps nothing of a batch that fails.
   */
  project(venue: Venue, after: number, batch: ProjectionBatch): Promise<number>;
  /** The stored answers of these keys, in any order. Keys without an answer are left out. */
  answers(venue: Venue, keys: readonly AnswerKey[]): Promise<StoredAnswer[]>;
  /** The answers with the highest sequences, ascending, and a time: every answer stored after that time is among them. */
  newestAnswers(venue: Venue, limit: number): Promise<{ answers: StoredAnswer[]; coverTime: number }>;
  /** For each account, the latest id time that was ahead of the exchange's time, if it is later than `after`. */
  aheadOf(venue: Venue, after: number): Promise<{ account: number; ahead: number }[]>;
}

/** Outcomes hold bigints, which JSON does not support. They are stored as `{"$bigint":"…"}`. */
export const outcomeToText = (outcome: Outcome): string =>
  outcome.ok && outcome.result.kind === 'order'
    ? orderToText(outcome.result)
    : JSON.stringify(outcome, (_key, value: unknown) => (typeof value === 'bigint' ? { $bigint: value.toString() } : value));

/** What `JSON.stringify` makes of it, for a fifth of the cost: most commands are orders, and each outcome is written in two threads. */
const orderToText = ({ order, status, filledLots, filledQuote }: OrderResult): string =>
  `{"ok":true,"result":{"kind":"order","order":${order},"status":${status},"filledLots":${filledLots},"filledQuote":${filledQuote}}}`;

type OrderResult = Extract<Extract<Outcome, { ok: true }>['result'], { kind: 'order' }>;

export const outcomeFromText = (text: string): Outcome => JSON.parse(text, text.includes('$bigint') ? withBigints : undefined) as Outcome;
const withBigints = (_key: string, value: unknown) =>
  typeof value === 'object' && value !== null && '$bigint' in value ? BigInt(String(value.$bigint)) : value;

/** Throws when a batch does not begin right after `after`: it would leave a gap, or write rows twice. */
export function mustFollow(after: number, { firstSeq }: ProjectionBatch): void {
  if (firstSeq !== after + 1) throw new Error(`projections expect ${after + 1}, not ${firstSeq}`);
}
