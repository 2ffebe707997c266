import { describe, expect, it } from 'vitest';
import type { Batch, Journal, StoredBatch } from './journal.ts';

/** What an adapter supplies to the conformance suite of journals: an empty journal, and ways to damage what is stored. */
export interface JournalUnderTest {
  journal: Journal;
  /** Opens the same journal as another process would. */
  again: Journal;
  /** Makes a writer silent for so long that another may take over. */
  letLeaseExpire(): Promise<void>;
  /** Flips one bit of byte `at` of the batch that starts at `firstSeq`; -1 is the last byte. */
  spoil(firstSeq: number, at?: number): Promise<void>;
  /** Does the same and repairs the checksum. */
  forge(firstSeq: number): Promise<void>;
  /** Truncates the stored bytes of a batch to half. */
  tear(firstSeq: number): Promise<void>;
  /** Removes a batch. */
  lose(firstSeq: number): Promise<void>;
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
      const from = async (seq: number) => (await readAll(journal, seq)).map(({ firstSeq }) => firstSeq);
      expect(await from(4)).toEqual([4, 7]);
      expect(await from(5)).toEqual([4, 7]);
      expect(await from(10)).toEqual([]);
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

    it('writes nothing at the wrong place: not behind, not over a gap, and no batch twice', async () => {
      const { journal, again } = await open();
      const writer = await acquired(journal);
      await writer.append(batch(1, 2));
      for (const one of [batch(1, 2), batch(2, 1), batch(4, 1), batch(0, 1)]) expect(await writer.append(one)).toBe('fenced');
      expect(await firsts(again)).toEqual([1]);
      expect(writer.nextSeq).toBe(3);
      expect(await writer.append(batch(3, 1))).toBe('appended');
      expect(await firsts(again)).toEqual([1, 3]);
      expect(Buffer.from((await again.head()).hash).equals(Buffer.from(writer.hash))).toBe(true);
      await writer.release();
    });

    it('writes nothing for a writer that gave its place up, though nobody took it', async () => {
      const { journal, again } = await open();
      const writer = await acquired(journal);
      await writer.append(batch(1, 1));
      await writer.release();
      expect(await writer.append(batch(2, 1)).catch(() => 'failed')).not.toBe('appended');
      expect(await firsts(again)).toEqual([1]);
    });

    it('lets one of many in when they ask at once', async () => {
      const { journal, again } = await open();
      const asked = await Promise.all(Array.from({ length: 6 }, (_, at) => (at % 2 === 0 ? journal : again).tryAcquire()));
      const writers = asked.flatMap((writer) => (writer ? [writer] : []));
      expect(writers).toHaveLength(1);
      await writers[0]?.release();
    });

    it('keeps a living writer: a sign of life holds the place, and the epoch stays', async () => {
      const { journal, again, letLeaseExpire } = await open();
      const writer = await acquired(journal);
      expect(await writer.renew()).toBe(true);
      expect(await again.tryAcquire()).toBeUndefined();
      expect((await again.head()).epoch).toBe(writer.epoch);
      await letLeaseExpire();
      const next = await acquired(again);
      expect(await writer.renew()).toBe(false);
      await writer.release();
      expect(await journal.heldByAnother()).toBe(true);
      await next.release();
    });

    it('says of an empty journal where it begins, and of each batch who wrote it', async () => {
      const { journal, again } = await open();
      expect(await journal.head()).toMatchObject({ nextSeq: 1, epoch: 0 });
      const epochs: number[] = [];
      for (const [at, side] of [journal, again, journal].entries()) {
        const writer = await acquired(side);
        expect(writer.nextSeq).toBe(at + 1);
        await writer.append(batch(at + 1, 1));
        epochs.push(writer.epoch);
        await writer.release();
      }
      expect((await readAll(again)).map(({ epoch }) => epoch)).toEqual(epochs);
      expect(epochs).toEqual([...epochs].sort((a, b) => a - b));
      expect(new Set(epochs).size).toBe(3);
    });

    it('keeps every byte as it was: of a batch of eight megabytes, of an empty one, and of what its owner changes afterwards', async () => {
      const { journal, again } = await open();
      const writer = await acquired(journal);
      const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
      const large = new Uint8Array(8 * 1024 * 1024);
      // A multiplicative generator, because its bytes hardly compress.
      for (let at = 0, value = 1; at < large.length; at += 1) {
        value = Math.imul(value, 1_664_525) + 1_013_904_223;
        large[at] = value >>> 24;
      }
      const sent = [every, large, new Uint8Array(0), new Uint8Array(200_000)];
      for (const [at, bytes] of sent.entries()) {
        const given = bytes.slice();
        expect(await writer.append({ firstSeq: at + 1, count: 1, time: at, bytes: given })).toBe('appended');
        given.fill(7);
      }
      const stored = await readAll(again);
      expect(stored.map(({ bytes }, at) => Buffer.compare(bytes, sent[at] as Uint8Array))).toEqual([0, 0, 0, 0]);
      await writer.release();
    });

    it('reads a long journal whole and gapless, from any place in it', async () => {
      const { journal, again } = await open();
      const writer = await acquired(journal);
      const batches = 600;
      for (let at = 0; at < batches; at += 1) await writer.append(batch(at * 3 + 1, 3, `${at}`));
      const all = await readAll(again);
      expect(all.map(({ firstSeq }) => firstSeq)).toEqual(Array.from({ length: batches }, (_, at) => at * 3 + 1));
      for (const from of [1, 2, 766, 768, 769, 1_800]) {
        const rest = await readAll(again, from);
        expect([rest[0]?.firstSeq, rest.length]).toEqual([Math.floor((from - 1) / 3) * 3 + 1, batches - Math.floor((from - 1) / 3)]);
      }
      await writer.release();
    });

    it('may be read while it grows: what is read is whole and in order, and nothing of it is half written', async () => {
      const { journal, again } = await open();
      const writer = await acquired(journal);
      const text = (firstSeq: number) => `${firstSeq}:`.repeat(2_000);
      let written = 1;
      let growing = true;
      const grow = (async () => {
        for (; written <= 150; written += 1) await writer.append(batch(written, 1, text(written)));
        growing = false;
      })();
      let reads = 0;
      while (growing) {
        const known = written - 1;
        const seen = await readAll(again);
        reads += 1;
        expect(seen.length).toBeGreaterThanOrEqual(known);
        for (const [at, { firstSeq, bytes }] of seen.entries()) {
          expect(firstSeq).toBe(at + 1);
          expect(new TextDecoder().decode(bytes)).toBe(text(firstSeq));
        }
      }
      await grow;
      expect(reads).toBeGreaterThan(0);
      expect(await firsts(again)).toHaveLength(150);
      await writer.release();
    });

    it.each([0, 7, -1])('notices a byte that changed: number %s', async (at) => {
      const { journal, spoil } = await filled(open);
      await spoil(2, at);
      await expect(readAll(journal)).rejects.toThrow(/damaged at 2: its bytes do not match their checksum/);
      expect((await readAll(journal, 3)).map(({ firstSeq }) => firstSeq)).toEqual([3, 4]);
    });

    it('notices a batch that was changed together with its checksum, and gives nothing from there on', async () => {
      const { journal, forge } = await filled(open);
      await forge(2);
      const seen: number[] = [];
      const read = async () => {
        for await (const { firstSeq } of journal.read(1)) seen.push(firstSeq);
      };
      await expect(read()).rejects.toThrow(/damaged at 2: its hash does not follow from the batch before/);
      expect(seen).toEqual([1]);
    });

    it('notices a batch that is only half there', async () => {
      const { journal, tear } = await filled(open);
      await tear(3);
      await expect(readAll(journal)).rejects.toThrow(/damaged at 3: its bytes do not match/);
    });

    it('notices a batch that is missing', async () => {
      const { journal, lose } = await filled(open);
      await lose(2);
      await expect(readAll(journal)).rejects.toThrow(/damaged at 2: the next batch starts at 3/);
    });
  });
}

const firsts = async (journal: Journal) => (await readAll(journal)).map(({ firstSeq }) => firstSeq);

/** A journal with four batches and no writer. */
async function filled(open: () => Promise<JournalUnderTest>): Promise<JournalUnderTest> {
  const under = await open();
  const writer = await acquired(under.journal);
  for (const firstSeq of [1, 2, 3, 4]) await writer.append(batch(firstSeq, 1));
  await writer.release();
  return under;
}
