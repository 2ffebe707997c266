import { expect, it } from 'vitest';
import { journalConformance } from './conformance.ts';
import { type Batch, checksum, NotWritten } from './journal.ts';
import { createMemoryDisk, createMemoryJournal, type MemoryDisk } from './memory-journal.ts';

const whole = { write: 'whole', answer: 'done' } as const;
const flipped = (bytes: Uint8Array, at: number) => {
  const changed = bytes.slice();
  const index = at < 0 ? bytes.length + at : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
};
async function change(disk: MemoryDisk, firstSeq: number, to: (bytes: Uint8Array) => Uint8Array) {
  const found = disk.batches.find((one) => one.firstSeq === firstSeq);
  if (found) found.bytes = to(found.bytes);
}

journalConformance('memory', async () => {
  const disk = createMemoryDisk();
  let expired = false;
  const open = () => createMemoryJournal({ venue: 'demo', disk, mayTakeOver: () => expired });
  return {
    journal: open(),
    again: open(),
    letLeaseExpire: async () => {
      expired = true;
    },
    spoil: (firstSeq, at = 0) => change(disk, firstSeq, (bytes) => flipped(bytes, at)),
    async forge(firstSeq) {
      await change(disk, firstSeq, (bytes) => flipped(bytes, 0));
      for (const one of disk.batches) if (one.firstSeq === firstSeq) one.crc = checksum(one.bytes);
    },
    tear: (firstSeq) => change(disk, firstSeq, (bytes) => bytes.subarray(0, bytes.length >> 1)),
    lose: async (firstSeq) => {
      disk.batches = disk.batches.filter((one) => one.firstSeq !== firstSeq);
    },
  };
});

it('cuts off a torn tail when a writer opens it', async () => {
  const disk = createMemoryDisk();
  const torn = createMemoryJournal({ venue: 'demo', disk, fate: () => ({ delayMs: 0, write: 'torn', answer: 'error' }) });
  const writer = await torn.tryAcquire();
  await expect(writer?.append({ firstSeq: 1, count: 1, time: 1, bytes: new Uint8Array(8) })).rejects.toThrow(/disk failed/);
  await writer?.release();
  const next = await createMemoryJournal({ venue: 'demo', disk }).tryAcquire();
  expect(next?.nextSeq).toBe(1);
  expect(disk.batches).toEqual([]);
});

it('takes a torn tail for what was never confirmed: readers stop before it, the next writer goes on there', async () => {
  const disk = createMemoryDisk();
  const fate = ({ firstSeq }: Batch) => ({ delayMs: 0, ...(firstSeq < 3 ? whole : ({ write: 'torn', answer: 'silence' } as const)) });
  const journal = createMemoryJournal({ venue: 'demo', disk, fate });
  const writer = await journal.tryAcquire();
  const bytes = Uint8Array.from({ length: 64 }, (_, at) => at);
  for (const firstSeq of [1, 2]) await writer?.append({ firstSeq, count: 1, time: 1, bytes });
  void writer?.append({ firstSeq: 3, count: 1, time: 1, bytes });
  const other = createMemoryJournal({ venue: 'demo', disk, mayTakeOver: () => true });
  const seen: number[] = [];
  for await (const one of other.read(1)) seen.push(one.firstSeq);
  expect(seen).toEqual([1, 2]);
  const next = await other.tryAcquire();
  expect(await next?.append({ firstSeq: 3, count: 1, time: 1, bytes })).toBe('appended');
  expect(disk.batches.map(({ firstSeq, epoch }) => [firstSeq, epoch])).toEqual([
    [1, 1],
    [2, 1],
    [3, 2],
  ]);
});

it('distinguishes a batch that was certainly not written from one that may have been written', async () => {
  const disk = createMemoryDisk();
  const answers = ['refused', 'error'] as const;
  let at = 0;
  const fate = () => ({ delayMs: 0, write: 'whole' as const, answer: answers[at++] ?? ('done' as const) });
  const writer = await createMemoryJournal({ venue: 'demo', disk, fate }).tryAcquire();
  const one = { firstSeq: 1, count: 1, time: 1, bytes: new Uint8Array(1) };
  await expect(writer?.append(one)).rejects.toBeInstanceOf(NotWritten);
  expect(disk.batches).toHaveLength(0);
  await expect(writer?.append(one)).rejects.toThrow(/the disk failed/);
  expect(disk.batches).toHaveLength(1);
});
