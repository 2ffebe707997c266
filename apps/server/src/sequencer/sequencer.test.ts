import { describe, expect, it } from 'vitest';
import type { Applied, DurableBatch } from './port.ts';
import { fakeKit, fund } from './testing.ts';
import { balanceOf, boot, crash, idAt, newWorld, settled } from './testing-world.ts';

describe('sequencer', () => {
  it('answers only when the write is durable, and so do reads and events', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const batches: DurableBatch[] = [];
    sequencer.onDurable((batch) => batches.push(batch));
    world.fates.push({ delayMs: 20, write: 'whole', answer: 'done' });
    const submitted = settled(sequencer.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.settle();
    const read = settled(sequencer.read((engine) => engine.balances(7)[0]?.available));
    await world.clock.pass(19);
    expect([submitted.done, read.done, batches.length]).toEqual([false, false, 0]);
    await world.clock.pass(1);
    expect(submitted.value).toMatchObject({ seq: 1, repeated: false, outcome: { ok: true } });
    expect(read.value).toEqual({ seq: 1, value: 5n });
    expect(batches).toMatchObject([{ firstSeq: 1, lastSeq: 1 }]);
  });

  it('projects again what a database lost that crashed and came back between two writes', async () => {
    const world = newWorld();
    const { project } = world.store;
    let losing = false;
    Object.assign(world.store, {
      project: (...[venue, after, batch]: Parameters<typeof project>) =>
        losing ? Promise.resolve(batch.lastSeq) : project(venue, after, batch),
    });
    const sequencer = await boot(world);
    const fundOnce = async () => {
      const answered = settled(sequencer.submit({ account: 7, command: fund(7) }));
      await world.clock.pass(50);
      return answered;
    };
    await fundOnce();
    losing = true;
    await fundOnce();
    losing = false;
    expect([sequencer.projected(), await world.store.checkpoint('demo')]).toEqual([2, 1]);
    expect(await fundOnce()).toMatchObject({ done: true, value: { seq: 3 } });
    await world.clock.pass(1_000);
    expect([sequencer.state, sequencer.projected(), await world.store.checkpoint('demo')]).toEqual(['running', 3, 3]);
    expect(await fundOnce()).toMatchObject({ done: true, value: { seq: 4 } });
    expect(await balanceOf(sequencer, 7)).toBe(4n);
  });

  it('writes what gathered during one write as one next batch, at most the limit', async () => {
    const world = newWorld();
    const sequencer = await boot(world, { batchCommands: 4 });
    const first = sequencer.submit({ account: 7, command: fund(7) });
    await world.clock.settle();
    const rest = Array.from({ length: 6 }, () => sequencer.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    const all = await Promise.all([first, ...rest]);
    expect(all.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(world.disk.batches.map(({ count }) => count)).toEqual([1, 4, 2]);
  });

  it('halves what many callers wait for, so that one half is answered while the other is written', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    let asked = 0;
    const caller = async () => {
      while (asked < 1_000) {
        asked += 1;
        await sequencer.submit({ account: 7, command: fund(7) });
      }
    };
    // One comes first, and is alone in its write: without halving, the other 99 would stay together for ever.
    const callers = [caller()];
    await world.clock.settle();
    for (let count = 1; count < 100; count += 1) callers.push(caller());
    await world.clock.pass(200);
    await Promise.all(callers);
    const counts = world.disk.batches.map(({ count }) => count);
    expect(counts.slice(3, 12).filter((count) => count < 40 || count > 60)).toEqual([]);
    expect(await balanceOf(sequencer, 7)).toBe(1_000n);
  });

  it('leaves few commands in one write', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const first = sequencer.submit({ account: 7, command: fund(7) });
    await world.clock.settle();
    const rest = Array.from({ length: 40 }, () => sequencer.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    await Promise.all([first, ...rest]);
    expect(world.disk.batches.map(({ count }) => count)).toEqual([1, 40]);
  });

  it('ends a batch whose records are large', async () => {
    const world = newWorld();
    const sequencer = await boot(world, { batchNumbers: 2 });
    const answers = [1, 2, 3, 4, 5].map((account) => sequencer.submit({ account, command: fund(account) }));
    await world.clock.pass(50);
    expect((await Promise.all(answers)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(world.disk.batches.map(({ count }) => count)).toEqual([2, 2, 1]);
  });

  it('gives the first answer to the same id for ever, over a restart, and refuses another body', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const commandId = idAt(world.clock.now());
    const once = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    const twice = settled(sequencer.submit({ account: 7, commandId: commandId.toUpperCase(), command: fund(7, 5n) }));
    const other = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 6n) }));
    await world.clock.pass(10);
    expect(once.value).toMatchObject({ seq: 1, repeated: false });
    expect(twice.value).toMatchObject({ seq: 1, repeated: true });
    expect(other.refusal).toBe('commandIdReused');
    await world.clock.pass(10);
    const later = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    await world.clock.pass(10);
    expect(later.value).toMatchObject({ seq: 1, repeated: true });
    crash(world);
    const next = await boot(world);
    const after = settled(next.submit({ account: 7, commandId, command: fund(7, 5n) }));
    const reused = settled(next.submit({ account: 7, commandId, command: fund(7, 6n) }));
    await world.clock.pass(10);
    expect(after.value).toMatchObject({ seq: 1, repeated: true, outcome: { ok: true, result: { amount: 5n } } });
    expect(reused.refusal).toBe('commandIdReused');
    expect(await balanceOf(next, 7)).toBe(5n);
    expect(await next.outcomeOf(7, commandId)).toMatchObject({ seq: 1 });
    expect(await next.outcomeOf(8, commandId)).toBeUndefined();
  });

  it('finds answers that its window has let go of, also to ids from the future', async () => {
    const world = newWorld();
    const sequencer = await boot(world, { recentAnswers: 3 });
    const old = idAt(world.clock.now());
    const future = idAt(world.clock.now() + 60_000);
    for (const commandId of [old, future, ...Array.from({ length: 8 }, () => idAt(world.clock.now() + 500))]) {
      void sequencer.submit({ account: 7, commandId, command: fund(7) });
      await world.clock.pass(20_000);
    }
    for (const commandId of [old, future]) {
      const again = settled(sequencer.submit({ account: 7, commandId, command: fund(7) }));
      await world.clock.pass(20);
      expect(again.value).toMatchObject({ repeated: true });
    }
    expect(await balanceOf(sequencer, 7)).toBe(10n);
  });

  it('refuses what exceeds the queue', async () => {
    const world = newWorld();
    const sequencer = await boot(world, { queuedCommands: 2 });
    const all = Array.from({ length: 3 }, () => settled(sequencer.submit({ account: 7, command: fund(7) })));
    await world.clock.pass(10);
    expect(all.map(({ refusal }) => refusal)).toEqual([undefined, undefined, 'overloaded']);
  });

  it.each([
    ['was written', 'whole', 5n],
    ['was not written', 'none', 0n],
    ['was torn', 'torn', 0n],
  ] as const)('says that an outcome is unknown when the write fails, and recovers by itself: it %s', async (_name, write, balance) => {
    const world = newWorld();
    const sequencer = await boot(world);
    world.fates.push({ delayMs: 5, write, answer: 'error' });
    const commandId = idAt(world.clock.now());
    const lost = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    await world.clock.settle();
    const behind = settled(sequencer.submit({ account: 7, command: fund(7, 1n) }));
    const read = settled(sequencer.read((engine) => engine.balances(7)));
    await world.clock.pass(5);
    expect([lost.refusal, behind.refusal, read.refusal]).toEqual(['outcomeUnknown', 'unavailable', 'unavailable']);
    expect(settled(sequencer.submit({ account: 7, command: fund(7) })).done).toBe(false);
    await world.clock.pass(1_000);
    expect(sequencer.state).toBe('running');
    expect(await balanceOf(sequencer, 7)).toBe(balance);
    const again = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    await world.clock.pass(10);
    expect(again.value).toMatchObject({ repeated: balance === 5n });
    expect(await balanceOf(sequencer, 7)).toBe(5n);
  });

  it('tells listeners of a batch whose confirmation was lost', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const seen: number[] = [];
    sequencer.onDurable(({ firstSeq, lastSeq }) => seen.push(firstSeq, lastSeq));
    world.fates.push({ delayMs: 5, write: 'whole', answer: 'error' });
    settled(sequencer.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(1_000);
    settled(sequencer.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(10);
    expect(seen).toEqual([1, 1, 2, 2]);
  });

  it('refuses one command that breaks the engine and goes on without it', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    settled(sequencer.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(10);
    const bad = settled(sequencer.submit({ account: 666, command: fund(666) }));
    await world.clock.pass(1_000);
    expect(bad.refusal).toBe('internal');
    expect(sequencer.state).toBe('running');
    expect(await balanceOf(sequencer, 7)).toBe(5n);
  });

  it.each([
    ['on its way into the journal', false],
    ['after it was written', true],
  ] as const)('says that an outcome is unknown when something breaks %s, and recovers by itself', async (_name, written) => {
    const world = newWorld();
    let broken = false;
    const breakOnce = () => {
      if (broken) return;
      broken = true;
      throw new Error('this must not end the process');
    };
    const sequencer = await boot(world, {}, false, {
      kit: {
        ...fakeKit,
        encode: (commands) => {
          if (!written) breakOnce();
          return fakeKit.encode(commands);
        },
      },
      observer: { committed: () => written && breakOnce() },
    });
    const commandId = idAt(world.clock.now());
    const lost = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    await world.clock.pass(1_000);
    expect([lost.refusal, sequencer.state]).toEqual(['outcomeUnknown', 'running']);
    const again = settled(sequencer.submit({ account: 7, commandId, command: fund(7, 5n) }));
    await world.clock.pass(10);
    expect(again.value).toMatchObject({ repeated: written });
    expect(await balanceOf(sequencer, 7)).toBe(5n);
  });

  it('stops when another writer takes over, and writes nothing more', async () => {
    const world = newWorld();
    const stale = await boot(world);
    const fresh = await boot(world, {}, true);
    const late = settled(stale.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    expect(late.refusal).toBe('unavailable');
    expect(stale.state).toBe('stopped');
    const good = settled(fresh.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    expect(good.value).toMatchObject({ seq: 1 });
  });

  it('ends instead of standing by when another took over while its journal was away', async () => {
    const world = newWorld();
    let over = 0;
    const stale = await boot(world, {}, false, {
      takenOver: () => {
        over += 1;
      },
    });
    settled(stale.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(10);
    world.fates.push({ delayMs: 0, write: 'none', answer: 'error' });
    const lost = settled(stale.submit({ account: 7, command: fund(7, 1n) }));
    await world.clock.settle();
    expect([lost.refusal, stale.state, over]).toEqual(['outcomeUnknown', 'unavailable', 0]);
    Object.assign(world.disk, { epoch: 9, held: 9 });
    await world.clock.pass(1_000);
    world.disk.held = 0;
    await world.clock.pass(1_000);
    expect([stale.state, over]).toEqual(['stopped', 1]);
  });

  it('only follows while the other venue of its process does not lead yet', async () => {
    const world = newWorld();
    let leads = false;
    const waiting = await boot(world, {}, false, { mayLead: () => leads });
    const other = await boot(world);
    settled(other.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(10);
    await other.stop();
    await world.clock.pass(1_000);
    expect(waiting.state).toBe('recovering');
    leads = true;
    await world.clock.pass(100);
    expect(waiting.state).toBe('running');
    expect(await balanceOf(waiting, 7)).toBe(5n);
  });

  it('stands by until the lease is free, following the journal', async () => {
    const world = newWorld();
    const first = await boot(world);
    const standby = await boot(world);
    settled(first.submit({ account: 7, command: fund(7, 5n) }));
    await world.clock.pass(500);
    expect(standby.state).toBe('recovering');
    await Promise.all([first.stop(), world.clock.pass(20_000)]);
    await world.clock.pass(500);
    expect(standby.state).toBe('running');
    expect(await balanceOf(standby, 7)).toBe(5n);
  });

  it('lets timers fire when nothing else happens', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    settled(sequencer.submit({ account: 7, command: { kind: 'cancelAllAfter', account: 7, timeoutMs: 5_000 } }));
    await world.clock.pass(4_900);
    expect(await balanceOf(sequencer, 1)).toBe(0n);
    await world.clock.pass(200);
    expect(await balanceOf(sequencer, 1)).toBe(-1n);
    expect(sequencer.durable).toBe(2);
  });

  it('never lets time go back', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const first = settled(sequencer.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    world.clock.jump(-3_600_000);
    const second = settled(sequencer.submit({ account: 7, command: fund(7) }));
    await world.clock.pass(10);
    expect((second.value as Applied).time).toBe((first.value as Applied).time);
  });

  it('keeps snapshots only of what is projected, and starts from the newest', async () => {
    const world = newWorld();
    const sequencer = await boot(world, { snapshotEveryCommands: 5, snapshotApartMs: 0, snapshotsKept: 2 });
    for (let index = 0; index < 30; index += 1) {
      settled(sequencer.submit({ account: 7, commandId: idAt(world.clock.now()), command: fund(7) }));
      await world.clock.pass(5);
    }
    const kept = world.snapshots.snapshots.get('demo') ?? [];
    expect(kept).toHaveLength(2);
    expect(kept.every(({ seq }) => seq <= world.store.tables('demo').checkpoint)).toBe(true);
    crash(world);
    const next = await boot(world);
    expect(await balanceOf(next, 7)).toBe(30n);
    expect(world.store.tables('demo').lines).toHaveLength(30);
  });

  it('keeps no snapshot of what never came into the journal, however far another writer has projected', async () => {
    const world = newWorld();
    const project = world.store.project;
    world.store.project = () => Promise.reject(new Error('the database is away'));
    const stale = await boot(world, { snapshotEveryCommands: 4, snapshotApartMs: 0, heartbeatMs: 600_000 });
    for (let index = 0; index < 3; index += 1) {
      settled(stale.submit({ account: 7, command: fund(7) }));
      await world.clock.pass(10);
    }
    // Its fourth command is in its engine, in its snapshot, and on the way to a journal that another writer holds by then.
    world.fates.push({ delayMs: 60_000, write: 'whole', answer: 'done' });
    settled(stale.submit({ account: 9, command: fund(9, 100n) }));
    await world.clock.settle();
    const fresh = await boot({ ...world, store: { ...world.store, project } }, {}, true);
    for (let index = 0; index < 3; index += 1) {
      settled(fresh.submit({ account: 7, command: fund(7) }));
      await world.clock.pass(10);
    }
    // The stale writer learns only how far the histories are.
    world.store.project = project;
    await world.clock.pass(10_000);
    expect([stale.state, stale.projected()]).toEqual(['running', 6]);
    crash(world);
    const next = await boot(world, {}, true);
    expect([await balanceOf(next, 7), await balanceOf(next, 9)]).toEqual([6n, 0n]);
  });

  it('projects what a crash left unprojected', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const project = world.store.project;
    world.store.project = () => Promise.reject(new Error('the database is away'));
    for (let index = 0; index < 3; index += 1) {
      settled(sequencer.submit({ account: 7, command: fund(7) }));
      await world.clock.pass(10);
    }
    expect(await Promise.race([sequencer.waitProjected(3, 10), world.clock.pass(20)])).toBe(false);
    crash(world);
    world.store.project = project;
    const next = await boot(world);
    await world.clock.pass(100);
    expect(await next.waitProjected(3, 10)).toBe(true);
    expect(world.store.tables('demo').lines.map(({ availableAfter }) => availableAfter)).toEqual([1n, 2n, 3n]);
  });

  it('stops in order: what was accepted is durable and projected, a snapshot is kept, the lease is free', async () => {
    const world = newWorld();
    const sequencer = await boot(world);
    const accepted = settled(sequencer.submit({ account: 7, command: fund(7) }));
    await Promise.all([sequencer.stop(), world.clock.pass(15_000)]);
    expect(accepted.value).toMatchObject({ seq: 1 });
    expect(world.snapshots.snapshots.get('demo')).toMatchObject([{ seq: 1 }]);
    expect(world.snapshots.hashes).toHaveLength(1);
    expect(world.disk.held).toBe(0);
    await expect(sequencer.submit({ account: 7, command: fund(7) })).rejects.toMatchObject({ refusal: 'unavailable' });
  });
});
