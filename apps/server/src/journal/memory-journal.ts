import type { Venue } from '@bourse/protocol/enums';
import type { Clock } from '../platform/clock.ts';
import {
  type Batch,
  chainChecker,
  checksum,
  genesisHash,
  type Journal,
  JournalDamaged,
  type JournalWriter,
  NotWritten,
  nextHash,
  type StoredBatch,
} from './journal.ts';

/** What happens to one append. */
export interface AppendFate {
  delayMs: number;
  /** `torn`: part of the bytes reach the disk, and the writer dies or gets an error. */
  write: 'whole' | 'none' | 'torn';
  /** `silence`: the writer never gets an answer, as when the process dies meanwhile. */
  answer: 'done' | 'error' | 'refused' | 'silence';
}

const wellFated: AppendFate = { delayMs: 0, write: 'whole', answer: 'done' };

/** A venue's journal on a simulated disk. The disk outlives the journals opened on it, as a file outlives processes. */
export interface MemoryDisk {
  batches: (StoredBatch & { crc: number })[];
  epoch: number;
  /** Epoch of the living writer; 0 when there is none. */
  held: number;
}

export const createMemoryDisk = (): MemoryDisk => ({ batches: [], epoch: 0, held: 0 });

export interface MemoryJournalOptions {
  venue: Venue;
  disk?: MemoryDisk;
  clock?: Clock;
  /** Decides the fate of each append. Without it, every append succeeds. */
  fate?: (batch: Batch) => AppendFate;
  /** Whether another writer may take the lease from its holder, because the holder was silent for too long. */
  mayTakeOver?: () => boolean;
}

export function createMemoryJournal(options: MemoryJournalOptions): Journal {
  const { venue, disk = createMemoryDisk(), clock, fate = () => wellFated, mayTakeOver = () => false } = options;

  const mine = new Set<number>();

  const pause = (delayMs: number): Promise<void> =>
    clock && delayMs > 0 ? new Promise((resolve) => clock.after(delayMs, resolve)) : Promise.resolve();

  const head = () => {
    const last = disk.batches.at(-1);
    return {
      nextSeq: last ? last.firstSeq + last.count : 1,
      hash: last ? last.hash : genesisHash(venue),
      epoch: disk.epoch,
    };
  };

  /** A torn last batch was never confirmed to anybody, so opening the journal removes it. A torn batch elsewhere is damage. */
  const cutTornTail = () => {
    const last = disk.batches.at(-1);
    if (last && checksum(last.bytes) !== last.crc) disk.batches.pop();
  };

  const append = async (epoch: number, batch: Batch): Promise<'appended' | 'fenced'> => {
    const { delayMs, write, answer } = fate(batch);
    if (answer === 'refused') throw new NotWritten('the disk refuses');
    await pause(delayMs);
    // The epoch is checked when the write happens, not when it was requested.
    if (disk.epoch !== epoch || head().nextSeq !== batch.firstSeq) return 'fenced';
    if (write !== 'none') {
      const bytes = batch.bytes.slice();
      const stored = { ...batch, bytes, epoch, hash: nextHash(head().hash, bytes), crc: checksum(bytes) };
      if (write === 'torn') stored.bytes = bytes.subarray(0, bytes.length >> 1);
      disk.batches.push(stored);
    }
    if (answer === 'silence') return new Promise(() => {});
    if (answer === 'error') throw new Error('the disk failed');
    return 'appended';
  };

  return {
    venue,
    async tryAcquire(): Promise<JournalWriter | undefined> {
      await pause(1);
      if (disk.held !== 0 && !mayTakeOver()) return undefined;
      cutTornTail();
      disk.epoch += 1;
      const { epoch } = disk;
      disk.held = epoch;
      mine.add(epoch);
      let { nextSeq, hash } = head();
      let released = false;
      return {
        epoch,
        get nextSeq() {
          return nextSeq;
        },
        get hash() {
          return hash;
        },
        async append(batch) {
          if (released) throw new NotWritten('its writer gave its place up');
          const result = await append(epoch, batch);
          if (result === 'appended') {
            nextSeq = batch.firstSeq + batch.count;
            hash = nextHash(hash, batch.bytes);
          }
          return result;
        },
        renew: async () => disk.epoch === epoch,
        async release() {
          released = true;
          if (disk.held === epoch) disk.held = 0;
        },
      };
    },
    async *read(fromSeq) {
      await pause(1);
      const at = disk.batches.findIndex((batch) => batch.firstSeq + batch.count > fromSeq);
      if (at < 0) return;
      const before = disk.batches[at - 1];
      const check = chainChecker(
        venue,
        before ? { hash: before.hash, nextSeq: before.firstSeq + before.count } : { hash: genesisHash(venue), nextSeq: 1 },
      );
      for (let index = at; index < disk.batches.length; index += 1) {
        const batch = disk.batches[index];
        if (!batch) return;
        if (checksum(batch.bytes) !== batch.crc) {
          if (index === disk.batches.length - 1) return;
          throw new JournalDamaged(venue, batch.firstSeq, 'its bytes do not match their checksum');
        }
        check(batch);
        yield batch;
      }
    },
    head: async () => head(),
    heldByAnother: async () => disk.held !== 0 && !mine.has(disk.held),
  };
}
