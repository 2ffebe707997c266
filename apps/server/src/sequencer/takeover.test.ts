import { describe, expect, it } from 'vitest';
import { createMemoryJournal } from '../journal/memory-journal.ts';
import { silentLog } from '../platform/log.ts';
import { createMemoryProjections } from '../projections/memory-store.ts';
import { createProjector } from '../projections/projector.ts';
import { createMemorySnapshots } from './snapshots.ts';
import { takeOver } from './takeover.ts';
import { fakeKit, fund } from './testing.ts';
import { boot, newWorld, settled } from './testing-world.ts';

describe('a start without snapshot and projections', () => {
  it('keeps a bounded part of the journal while it may not lead yet, and all of it is projected then', async () => {
    const world = newWorld();
    const before = await boot(world);
    for (let at = 0; at < 100; at += 1) {
      settled(before.submit({ account: 7, command: fund(7, 1n) }));
      await world.clock.pass(5);
    }
    await Promise.all([before.stop(), world.clock.pass(20_000)]);
    const head = before.durable;
    expect(head).toBeGreaterThanOrEqual(100);

    const { clock, disk } = world;
    const journal = createMemoryJournal({
      ...{ venue: 'demo', disk, clock, mayTakeOver: () => false },
      fate: () => ({ delayMs: 1, write: 'whole', answer: 'done' }),
    });
    const store = createMemoryProjections();
    const projector = createProjector({ venue: 'demo', store, clock, log: silentLog });
    let decoded = 0;
    const kit: typeof fakeKit = {
      ...fakeKit,
      decode(bytes) {
        const commands = [...fakeKit.decode(bytes)];
        decoded += commands.length;
        return commands;
      },
    };
    let leads = false;
    const taken = takeOver({
      ...{ kit, journal, snapshots: createMemorySnapshots(), store, projector, clock, log: silentLog },
      ...{ recentAnswers: 1_000, toldUpTo: undefined, stopping: () => false, mayLead: () => leads, followedCommands: 10 },
    });
    await clock.pass(1_000);
    expect(decoded).toBeGreaterThanOrEqual(10);
    expect(decoded).toBeLessThan(20);
    leads = true;
    await clock.pass(1_000);
    const result = await taken;
    if (result === undefined || result === 'takenOver') throw new Error('it does not lead');
    expect([result.engine.seq, result.replayed]).toEqual([head, head]);
    expect(await projector.waitFor(head, 1_000)).toBe(true);
    await result.writer.release();
  });
});
