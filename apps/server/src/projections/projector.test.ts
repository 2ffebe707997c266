import { describe, expect, it } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { ManualClock } from '../platform/manual-clock.ts';
import { recordsOf } from '../testing/records.ts';
import { createMemoryProjections } from './memory-store.ts';
import type { AppliedCommand } from './projection.ts';
import { createProjector, type OfferedBatch } from './projector.ts';

const batch = (firstSeq: number, count: number): OfferedBatch => {
  const command = (index: number): AppliedCommand => ({
    seq: firstSeq + index,
    time: 1,
    command: { kind: 'advanceTime' },
    outcome: { ok: true, result: { kind: 'done' } },
  });
  return {
    firstSeq,
    lastSeq: firstSeq + count - 1,
    time: 1,
    commands: Array.from({ length: count }, (_, index) => command(index)),
    records: recordsOf(),
  };
};

async function open() {
  const clock = new ManualClock();
  const projector = createProjector({
    venue: 'demo',
    store: createMemoryProjections(),
    clock,
    log: silentLog,
    limits: { gatherFromCommands: 10, gatherMs: 200, gatherCommands: 100, mergedCommands: 100 },
  });
  await projector.open();
  return { clock, projector };
}

describe('histories', () => {
  it('follow at once while little happens', async () => {
    const { clock, projector } = await open();
    for (const seq of [1, 6, 11]) {
      projector.offer(batch(seq, 5));
      await clock.settle();
      expect(projector.projectedSeq).toBe(seq + 4);
    }
  });

  it('go on when somebody who listens to them throws', async () => {
    const { clock, projector } = await open();
    projector.onProjected(() => {
      throw new Error('this must not end the process');
    });
    for (const seq of [1, 6]) {
      projector.offer(batch(seq, 5));
      await clock.settle();
      expect(projector.projectedSeq).toBe(seq + 4);
    }
  });

  it('gather after a large transaction, for a bounded time', async () => {
    const { clock, projector } = await open();
    projector.offer(batch(1, 20));
    await clock.settle();
    projector.offer(batch(21, 20));
    await clock.pass(199);
    expect(projector.projectedSeq).toBe(20);
    await clock.pass(1);
    expect(projector.projectedSeq).toBe(40);
  });

  it('do not gather longer when somebody waits for them, or when enough has come', async () => {
    const { clock, projector } = await open();
    projector.offer(batch(1, 20));
    await clock.settle();
    projector.offer(batch(21, 20));
    const seen = projector.waitFor(40, 1_000);
    await clock.settle();
    expect(projector.projectedSeq).toBe(40);
    expect(await seen).toBe(true);
    projector.offer(batch(41, 60));
    projector.offer(batch(101, 60));
    await clock.settle();
    expect(projector.projectedSeq).toBe(160);
  });

  it('let a replay go on only as far as the next transaction, however much room there is for customers', async () => {
    const store = createMemoryProjections();
    let write = () => {};
    const projector = createProjector({
      venue: 'demo',
      store,
      clock: new ManualClock(),
      log: silentLog,
      project: (after, batches) =>
        new Promise((resolve) => {
          write = () => resolve(batches.at(-1)?.lastSeq ?? after);
        }),
      limits: { mergedCommands: 100, replayedCommands: 200 },
    });
    await projector.open();
    let offered = 0;
    const replay = (async () => {
      for (; offered < 1_000; offered += 50) {
        projector.offer(batch(offered + 1, 50));
        await projector.room();
      }
    })();
    const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
    await settle();
    expect([projector.waiting.commands, projector.hasRoom()]).toEqual([200, true]);
    let most = 0;
    for (let turn = 0; turn < 60 && projector.projectedSeq < 1_000; turn += 1) {
      write();
      await settle();
      most = Math.max(most, projector.waiting.commands);
    }
    await replay;
    expect([projector.projectedSeq, most <= 200]).toEqual([1_000, true]);
  });

  it('finish what they gathered when the exchange stops', async () => {
    const { clock, projector } = await open();
    projector.offer(batch(1, 20));
    await clock.settle();
    projector.offer(batch(21, 20));
    await Promise.all([projector.stop(1_000), clock.settle()]);
    expect(projector.projectedSeq).toBe(40);
  });
});
