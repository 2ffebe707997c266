import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Venue } from '@bourse/protocol/enums';

/** Encoded commands that the journal takes in one write. */
export interface Batch {
  firstSeq: number;
  count: number;
  /** Time of its last command, milliseconds. */
  time: number;
  bytes: Uint8Array;
}

export interface StoredBatch extends Batch {
  epoch: number;
  /** Hash of the chain up to and including this batch. */
  hash: Uint8Array;
}

/** The end of the hash chain. */
export interface Head {
  nextSeq: number;
  hash: Uint8Array;
  epoch: number;
}

/** One venue's journal. Adapters: Postgres, and memory with faults for the simulator. Both pass `journalConformance`. */
export interface Journal {
  readonly venue: Venue;
  /** Becomes the only writer, with an epoch higher than any before. Undefined while another writer is alive. */
  tryAcquire(): Promise<JournalWriter | undefined>;
  /** The batches from the one that holds `fromSeq`. Each is checked: it is whole, leaves no gap, and its hash follows from the one before. */
  read(fromSeq: number): AsyncIterable<StoredBatch>;
  head(): Promise<Head>;
  /** Whether another process is the writer now. This process's own earlier writer, which died with its connection, does not count. */
  heldByAnother(): Promise<boolean>;
}

/** The right to append. After an error its state is unknown, and it must not be used again. */
export interface JournalWriter extends Head {
  /**
   * Resolves `appended` when the batch is durable, and `fenced` when another writer has taken over and nothing was written. Rejects with `NotWritten`
   * when certainly nothing was written, and with any other error when the result is unknown.
   */
  append(batch: Batch): Promise<'appended' | 'fenced'>;
  /** Renews the lease. False when another writer has taken over. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
}

export class NotWritten extends Error {
  constructor(cause: unknown) {
    super('nothing was written to the journal', { cause });
    this.name = 'NotWritten';
  }
}

export class JournalDamaged extends Error {
  readonly seq: number;
  constructor(venue: Venue, seq: number, what: string) {
    super(`The ${venue} journal is damaged at ${seq}: ${what}.`);
    this.name = 'JournalDamaged';
    this.seq = seq;
  }
}

export const genesisHash = (venue: Venue): Uint8Array => createHash('sha256').update(`bourse journal of ${venue}`).digest();

export const nextHash = (previous: Uint8Array, bytes: Uint8Array): Uint8Array =>
  createHash('sha256').update(previous).update(bytes).digest();

export const checksum = (bytes: Uint8Array): number => crc32(bytes);

/** Follows a chain of batches and throws at the first one that does not fit. */
export function chainChecker(venue: Venue, start: { hash: Uint8Array; nextSeq: number }) {
  let { hash, nextSeq } = start;
  return (batch: StoredBatch): void => {
    if (batch.firstSeq !== nextSeq) throw new JournalDamaged(venue, nextSeq, `the next batch starts at ${batch.firstSeq}`);
    const expected = nextHash(hash, batch.bytes);
    if (!sameBytes(expected, batch.hash)) throw new JournalDamaged(venue, batch.firstSeq, 'its hash does not follow from the batch before');
    hash = expected;
    nextSeq += batch.count;
  };
}

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
