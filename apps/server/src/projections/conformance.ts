import { describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { recordsOf } from '../testing/records.ts';
import { ada, bob, commandIdOf, commandOf, storyBatch, timeOf } from './conformance-events.ts';
import { createMemoryProjections } from './memory-store.ts';
import type { ProjectionBatch, ProjectionStore } from './projection.ts';
import { createProjector } from './projector.ts';
import { memoryRows, type StoredRows } from './stored-texts.ts';

/** What an adapter brings to the exam that every projection store takes: an empty store, as two processes see it, and all its rows. */
export interface ProjectionsUnderTest {
  store: ProjectionStore;
  again: ProjectionStore;
  /** Every row of every table. Tables that the memory store has too must have the same form. */
  rows(): Promise<StoredRows>;
}

const story = 24;
const cuts: readonly (readonly number[])[] = [[24], [1, 2, 3, 24], Array.from({ length: story }, (_, at) => at + 1), [7, 8, 19, 24]];

const projectAll = async (store: ProjectionStore, ends: readonly number[]) => {
  let after = 0;
  for (const end of ends) {
    expect(await store.project('demo', after, storyBatch(after + 1, end))).toBe(end);
    after = end;
  }
};

export function projectionConformance(name: string, open: () => Promise<ProjectionsUnderTest>): void {
  describe(`${name} projections`, () => {
    it('start empty', async () => {
      const { store, rows } = await open();
      expect(await store.checkpoint('demo')).toBe(0);
      expect(Object.values(await rows()).flat()).toEqual([]);
      expect(await store.newestAnswers('demo', 5)).toEqual({ answers: [], coverTime: Number.NEGATIVE_INFINITY });
    });

    it('hold the same rows however the journal was cut into batches, of every kind of event', async () => {
      let whole: StoredRows | undefined;
      for (const ends of cuts) {
        const { store, again, rows } = await open();
        await projectAll(store, ends);
        expect(await again.checkpoint('demo')).toBe(story);
        whole ??= await rows();
        expect(await rows()).toEqual(whole);
      }
      for (const [table, list] of Object.entries(whole ?? {})) expect([table, list.length > 0]).toEqual([table, true]);
    });

    it('hold the same rows as the store in memory', async () => {
      const { store, rows } = await open();
      await projectAll(store, [5, story]);
      const memory = createMemoryProjections();
      await projectAll(memory, [5, story]);
      expect(await rows()).toMatchObject(memoryRows(memory.tables('demo')));
    });

    it('take a batch once: a second time, and after a stale checkpoint, nothing happens', async () => {
      const { store, again, rows } = await open();
      await projectAll(store, [5, 10]);
      const before = await rows();
      expect(await again.project('demo', 5, storyBatch(6, 10))).toBe(10);
      expect(await again.project('demo', 5, storyBatch(6, 12))).toBe(10);
      expect(await again.project('demo', 0, storyBatch(1, 10))).toBe(10);
      expect(await again.project('demo', 12, storyBatch(13, 14))).toBe(10);
      expect(await rows()).toEqual(before);
    });

    it('let one of two writers project a batch when both try at once', async () => {
      const { store, again, rows } = await open();
      await projectAll(store, [5]);
      const both = [store.project('demo', 5, storyBatch(6, 8)), again.project('demo', 5, storyBatch(6, 8))];
      expect(await Promise.all(both)).toEqual([8, 8]);
      const raced = await rows();
      const alone = await open();
      await projectAll(alone.store, [5, 8]);
      expect(raced).toEqual(await alone.rows());
    });

    it.each([
      ['leaves a gap', 5, 7],
      ['overlaps what is projected', 5, 4],
    ])('refuse a batch that %s', async (_how, after, firstSeq) => {
      const { store, rows } = await open();
      await projectAll(store, [5]);
      const before = await rows();
      await expect(store.project('demo', after, storyBatch(firstSeq, 9))).rejects.toThrow(`projections expect 6, not ${firstSeq}`);
      expect(await rows()).toEqual(before);
      expect(await store.checkpoint('demo')).toBe(5);
    });

    it.each<[string, () => ProjectionBatch]>([
      ['a fill that is there already', () => ({ ...storyBatch(6, 6), events: [...storyBatch(6, 6).events, ...storyBatch(3, 3).events] })],
      ['a command that was answered before', () => ({ ...storyBatch(6, 7), commands: [commandOf(7), { ...commandOf(2), seq: 7 }] })],
      ['one command answered twice', () => ({ ...storyBatch(6, 7), commands: [commandOf(7), commandOf(7)] })],
    ])('keep nothing of a batch with %s', async (_what, broken) => {
      const { store, rows } = await open();
      await projectAll(store, [5]);
      const before = await rows();
      await expect(store.project('demo', 5, broken())).rejects.toThrow();
      expect(await rows()).toEqual(before);
      expect(await store.checkpoint('demo')).toBe(5);
      expect(await store.project('demo', 5, storyBatch(6, 6))).toBe(6);
    });

    it('find every answer for ever, of the account that sent the command only', async () => {
      const { store, again } = await open();
      await projectAll(store, [5, story]);
      const keys = [1, 2, 3, story - 1].map((seq) => ({ account: seq % 2 === 0 ? ada : bob, commandId: commandIdOf(seq) }));
      const found = await again.answers('demo', [...keys, { account: ada, commandId: commandIdOf(1) }]);
      const expected = [1, 2, story - 1].map((seq) => {
        const { identity, time, outcome } = commandOf(seq);
        return { ...identity, seq, time, outcome };
      });
      expect([...found].sort((a, b) => a.seq - b.seq)).toEqual(expected);
      expect(await store.answers('real', keys)).toEqual([]);
      expect(await store.answers('demo', [])).toEqual([]);
    });

    it.each([1, 2, 7, 15, 16, 17, 100])('give the %s newest answers, and say from when on they are all', async (limit) => {
      const { store } = await open();
      await projectAll(store, [5, story]);
      const all = Array.from({ length: story }, (_, at) => at + 1).filter((seq) => seq % 3 !== 0);
      const { answers, coverTime } = await store.newestAnswers('demo', limit);
      const seqs = answers.map(({ seq }) => seq);
      expect(seqs).toEqual(all.slice(-limit));
      expect(all.filter((seq) => timeOf(seq) > coverTime && !seqs.includes(seq))).toEqual([]);
      expect(coverTime).toBe(limit >= all.length ? Number.NEGATIVE_INFINITY : answers[0]?.time);
    });

    it('know the command ids whose time was ahead of the exchange', async () => {
      const { store } = await open();
      await projectAll(store, [story]);
      expect(await store.aheadOf('demo', Number.NEGATIVE_INFINITY)).toEqual([{ account: ada, ahead: timeOf(20) + 500 }]);
      expect(await store.aheadOf('demo', timeOf(20) + 500)).toEqual([]);
    });

    it('come out whole after a crash between two transactions, though the journal is offered again from before it', async () => {
      const straight = await open();
      await projectAll(straight.store, [story]);
      const wanted = await straight.rows();
      for (const crashedAt of [1, 6, 17]) {
        const { store, again, rows } = await open();
        await projectAll(store, [crashedAt]);
        const projector = createProjector({ venue: 'demo', store: again, clock: systemClock, log: silentLog });
        expect(await projector.open()).toBe(crashedAt);
        // Batches as the journal holds them: one ends before the checkpoint, one lies across it.
        for (const [first, last] of [
          [1, 5],
          [6, 18],
          [19, story],
        ] as const) {
          const batch = storyBatch(first, last);
          projector.offer({ ...batch, records: recordsOf(...batch.events) });
        }
        expect(await projector.waitFor(story, 10_000)).toBe(true);
        expect(await again.checkpoint('demo')).toBe(story);
        expect(await rows()).toEqual(wanted);
      }
    });
  });
}
