import { describe, expect, it } from 'vitest';
import type { Batch, Journal, StoredBatch } from './journal.ts';

/** What a journal's adapter must bring to its exam. Each call gives a journal that is empty, but shares what lies on disk with `again`. */
export interface JournalUnderTest {
  journal: Journal;
  /** The same journal as another process sees it. */
  again: Journal;
  /** Lets a writer fall silent for so long that another may take over. */
  letLeaseExpire(): Promise<void>;
  /** Changes a byte of the batch that starts at `firstSeq`. */
  spoil(firstSeq: number): Promise<void>;
}

const batch = (firstSeq: number, count: number, text = `commands from ${firstSeq}`): Batch => ({
  firstSeq,
  count,
  time: 1_000 + firstSeq,
  bytes: new TextEncoder().encode(text),
});

const readAll = async (journal: Journal, from = 1): Promise<StoredBatch[]> => {
  const batches: StoredBatch[] = [];
  for await (const one of journal.read(from)) batches.push(one);
  return batches;
};

const acquired = async (journal: Journal) => {
  const writer = await journal.tryAcquire();
  if (!writer) throw new Error('the lease was not free');
  return writer;
};

export function journalConformance(name: string, open: () => Promise<JournalUnderTest>): void {
  describe(`${name} journal`, () => {
    it('starts empty, and gives back what was appended, in order and unchanged', async () => {
      const { journal, again } = await open();
      expect(await readAll(journal)).toEqual([]);
      const writer = await acquired(journal);
      expect(writer.nextSeq).toBe(1);
      const large = 'x'.repeat(100_000);
      for (const one of [batch(1, 2), batch(3, 1), batch(4, 5, large)]) expect(await writer.append(one)).toBe('appended');
      const stored = await readAll(again);
      expect(stored.map(({ firstSeq, count, epoch, time }) => [firstSeq, count, epoch, time])).toEqual([
        [1, 2, writer.epoch, 1_001],
        [3, 1, writer.epoch, 1_003],
        [4, 5, writer.epoch, 1_004],
      ]);
      expect(new TextDecoder().decode(stored[2]?.bytes)).toBe(large);
      expect(await again.head()).toMatchObject({ nextSeq: 9, epoch: writer.epoch });
      expect(Buffer.from((await again.head()).hash).equals(Buffer.from(writer.hash))).toBe(true);
      await writer.release();
    });

    it('reads from the batch that holds a sequence number', async () => {
      const { journal } = await open();
      const writer = await acquired(journal);
      for (const one of [batch(1, 3), batch(4, 3), batch(7, 3)]) await writer.append(one);
      const firsts = async (from: number) => (await readAll(journal, from)).map(({ firstSeq }) => firstSeq);
      expect(await firsts(4)).toEqual([4, 7]);
      expect(await firsts(5)).toEqual([4, 7]);
      expect(await firsts(10)).toEqual([]);
      await writer.release();
    });

    it('lets one writer in at a time, each with a higher epoch', async () => {
      const { journal, again } = await open();
      const first = await acquired(journal);
      expect(await again.tryAcquire()).toBeUndefined();
      expect([await journal.heldByAnother(), await again.heldByAnother()]).toEqual([false, true]);
      await first.append(batch(1, 1));
      await first.release();
      const second = await acquired(again);
      expect(second.epoch).toBeGreaterThan(first.epoch);
      expect(second.nextSeq).toBe(2);
      expect([await journal.heldByAnother(), await again.heldByAnother()]).toEqual([true, false]);
      await second.release();
      expect(await journal.heldByAnother()).toBe(false);
    });

    it('writes nothing for a writer that was overtaken', async () => {
      const { journal, again, letLeaseExpire } = await open();
      const stale = await acquired(journal);
      await stale.append(batch(1, 1));
      await letLeaseExpire();
      const fresh = await acquired(again);
      expect(await stale.append(batch(2, 1, 'from the grave'))).toBe('fenced');
      expect(await stale.renew()).toBe(false);
      expect(await fresh.append(batch(2, 1))).toBe('appended');
      expect(await stale.append(batch(3, 1, 'again'))).toBe('fenced');
      expect((await readAll(again)).map(({ epoch }) => epoch)).toEqual([stale.epoch, fresh.epoch]);
      await stale.release();
      expect(await fresh.renew()).toBe(true);
      await fresh.release();
    });

    it('writes nothing at the wrong place', async () => {
      const { journal } = await open();
      const writer = await acquired(journal);
      await writer.append(batch(1, 2));
      expect(await writer.append(batch(2, 1))).toBe('fenced');
      expect(await writer.append(batch(4, 1))).toBe('fenced');
      expect(await readAll(journal)).toHaveLength(1);
      await writer.release();
    });

    it('notices a byte that changed', async () => {
      const { journal, spoil } = await open();
      const writer = await acquired(journal);
      for (const one of [batch(1, 1), batch(2, 1), batch(3, 1)]) await writer.append(one);
      await spoil(2);
      await expect(readAll(journal)).rejects.toThrow(/damaged at 2/);
      expect((await readAll(journal, 3)).map(({ firstSeq }) => firstSeq)).toEqual([3]);
      await writer.release();
    });
  });
}
