import { expect, it } from 'vitest';
import { journalConformance } from './conformance.ts';
import { createMemoryDisk, createMemoryJournal } from './memory-journal.ts';

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
    spoil: async (firstSeq) => {
      const found = disk.batches.find((batch) => batch.firstSeq === firstSeq);
      if (found) found.bytes = found.bytes.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
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
