import type { Venue } from '@bourse/protocol/enums';
import type { Batch, Journal, JournalWriter } from '@bourse/server/src/journal/journal.ts';
import { type AppendFate, createMemoryDisk, createMemoryJournal } from '@bourse/server/src/journal/memory-journal.ts';
import { createMemoryProjections, type MemoryProjections } from '@bourse/server/src/projections/memory-store.ts';
import type { ProjectionBatch, ProjectionStore, StoredAnswer } from '@bourse/server/src/projections/projection.ts';
import { createMemorySnapshots, type MemorySnapshots, type SnapshotStore } from '@bourse/server/src/sequencer/snapshots.ts';
import type { Random } from './random.ts';
import { type ProcessGate, type Scheduler, simulationStart } from './scheduler.ts';

export const venue: Venue = 'demo';

/** Probability of each disk fault per operation. */
export interface DiskFaults {
  slow: number;
  error: number;
  projectionError: number;
}

/** Another writer may replace one that was silent for longer. */
const leaseMs = 2_000;

/**
 * The database of the simulated world: a journal whose writes take time and fail in every way, and projections that lose their last transactions in a
 * crash, because they are committed without waiting for the disk.
 */
export class Disk {
  readonly journal = createMemoryDisk();
  readonly projections: MemoryProjections = createMemoryProjections();
  readonly snapshots: MemorySnapshots = createMemorySnapshots();
  private readonly scheduler: Scheduler;
  private readonly random: Random;
  private readonly faults: DiskFaults;
  private staged: { after: number; batch: ProjectionBatch }[] = [];
  private lastSign = 0;
  /** Grows with every crash. Earlier requests get only an error. */
  private life = 0;
  private lateWrites: Promise<void> = Promise.resolve();
  up = true;
  /** Plants a disk that confirms before it has written. */
  acknowledgesEarly = false;

  private readonly problem: (what: string) => void;

  constructor(scheduler: Scheduler, random: Random, faults: DiskFaults, problem: (what: string) => void) {
    this.problem = problem;
    this.scheduler = scheduler;
    this.random = random;
    this.faults = faults;
  }

  /** Loses everything that is not on the platters and breaks all connections. */
  crash(): void {
    this.staged = [];
    this.journal.held = 0;
    this.life += 1;
  }

  private async onThisConnection<T>(work: () => Promise<T>): Promise<T> {
    if (!this.up) throw new Error('the database is away');
    const { life } = this;
    const value = await work();
    if (life !== this.life) throw new Error('the connection broke');
    return value;
  }

  openJournal(gate: ProcessGate): Journal {
    const clock = {
      now: () => simulationStart + this.scheduler.elapsed,
      after: this.scheduler.after.bind(this.scheduler),
      defer: () => {},
    };
    const inner = createMemoryJournal({
      venue,
      disk: this.journal,
      clock,
      fate: () => this.fate(),
      mayTakeOver: () => this.scheduler.elapsed - this.lastSign > leaseMs,
    });
    const guarded = <T>(work: () => Promise<T>): Promise<T> => {
      if (!gate.alive) return new Promise(() => {});
      return gate.hears(this.onThisConnection(work));
    };
    const writer = (held: JournalWriter): JournalWriter => ({
      get epoch() {
        return held.epoch;
      },
      get nextSeq() {
        return held.nextSeq;
      },
      get hash() {
        return held.hash;
      },
      append: (batch: Batch) => {
        if (this.acknowledgesEarly) {
          this.writeLater(gate, held, batch);
          return Promise.resolve('appended' as const);
        }
        return guarded(async () => {
          const written = held.append(batch).then((result) => {
            if (result === 'appended') {
              this.sign();
              this.flush();
            }
            return result;
          });
          return written;
        });
      },
      renew: () =>
        guarded(async () => {
          const kept = await held.renew();
          if (kept) this.sign();
          return kept;
        }),
      release: () => guarded(() => held.release()),
    });
    return {
      venue,
      tryAcquire: () =>
        guarded(async () => {
          const held = await inner.tryAcquire();
          if (!held) return undefined;
          this.sign();
          return writer(held);
        }),
      async *read(fromSeq) {
        const batches: Awaited<ReturnType<typeof collect>> = await guarded(() => collect(inner, fromSeq));
        yield* batches;
      },
      head: () => guarded(() => inner.head()),
      heldByAnother: () => guarded(() => inner.heldByAnother()),
    };
  }

  openProjections(gate: ProcessGate): ProjectionStore {
    const guarded = <T>(work: () => Promise<T>): Promise<T> => {
      if (!gate.alive) return new Promise(() => {});
      const failing = this.random.chance(this.faults.projectionError);
      return gate.hears(this.later(() => (failing ? Promise.reject(new Error('the query failed')) : this.onThisConnection(work))));
    };
    const known = (answers: readonly StoredAnswer[]) => [...answers, ...this.staged.flatMap(({ batch }) => answersOf(batch))];
    return {
      checkpoint: (name) => guarded(async () => this.staged.at(-1)?.batch.lastSeq ?? (await this.projections.checkpoint(name))),
      project: (name, after, batch) =>
        guarded(async () => {
          const checkpoint = this.staged.at(-1)?.batch.lastSeq ?? (await this.projections.checkpoint(name));
          if (checkpoint !== after) return checkpoint;
          this.staged.push({ after, batch });
          return batch.lastSeq;
        }),
      answers: (name, keys) =>
        guarded(async () => {
          const wanted = new Set(keys.map(({ account, commandId }) => `${account}/${commandId}`));
          const late = known([]).filter(({ account, commandId }) => wanted.has(`${account}/${commandId}`));
          return [...(await this.projections.answers(name, keys)), ...late];
        }),
      newestAnswers: (name, limit) =>
        guarded(async () => {
          const all = known([...this.projections.tables(name).answers.values()]);
          const answers = limit === 0 ? [] : all.slice(-limit);
          const complete = answers.length === all.length;
          return { answers, coverTime: complete ? Number.NEGATIVE_INFINITY : (answers[0]?.time ?? Number.MAX_SAFE_INTEGER) };
        }),
      aheadOf: (name, after) =>
        guarded(async () => {
          const late = known([]).flatMap(({ account, ahead }) => (ahead !== undefined && ahead > after ? [{ account, ahead }] : []));
          return [...(await this.projections.aheadOf(name, after)), ...late];
        }),
    };
  }

  openSnapshots(gate: ProcessGate): SnapshotStore {
    const guarded = <T>(work: () => Promise<T>): Promise<T> => {
      if (!gate.alive) return new Promise(() => {});
      return gate.hears(this.later(() => this.onThisConnection(work)));
    };
    const { snapshots } = this;
    return {
      save: (name, snapshot, kept) =>
        guarded(() => {
          this.flush();
          return snapshots.save(name, snapshot, kept);
        }),
      load: (name, maxSeq) => snapshots.load(name, maxSeq),
      recordHash: (name, seq, hash, occasion) => guarded(() => snapshots.recordHash(name, seq, hash, occasion)),
    };
  }

  /** A commit that waits for the disk also makes earlier ones durable. */
  flush(): void {
    for (const { after, batch } of this.staged.splice(0)) {
      this.projections
        .project(venue, after, batch)
        .catch((error: Error) => this.problem(`the projections refused a batch: ${error.message}`));
    }
  }

  /** The planted bug: writes in order and soon, but confirms before. */
  private writeLater(gate: ProcessGate, held: JournalWriter, batch: Batch): void {
    const { life } = this;
    this.lateWrites = this.lateWrites.then(async () => {
      if (!gate.alive || life !== this.life) return;
      await held.append(batch).catch(() => {});
      this.sign();
      this.flush();
    });
  }

  private later<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.scheduler.after(this.random.between(1, 8), () => work().then(resolve, reject));
    });
  }

  private sign(): void {
    this.lastSign = this.scheduler.elapsed;
  }

  private fate(): AppendFate {
    const { random, faults } = this;
    if (random.chance(faults.error)) {
      const answer = random.chance(0.2) ? 'refused' : 'error';
      return { delayMs: random.pick([1, 50, 5_000]), write: random.pick(['whole', 'none', 'torn'] as const), answer };
    }
    return { delayMs: random.chance(faults.slow) ? random.between(100, 3_000) : random.between(1, 4), write: 'whole', answer: 'done' };
  }
}

async function collect(journal: Journal, fromSeq: number) {
  const batches = [];
  for await (const batch of journal.read(fromSeq)) batches.push(batch);
  return batches;
}

const answersOf = (batch: ProjectionBatch): StoredAnswer[] =>
  batch.commands.flatMap(({ identity, seq, time, outcome }) => (identity ? [{ ...identity, seq, time, outcome }] : []));
