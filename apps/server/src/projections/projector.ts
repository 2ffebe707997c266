import type { Records } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { backOff, type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ProjectionBatch, ProjectionStore } from './projection.ts';
import { projectedKinds } from './rows.ts';

export interface ProjectorOptions {
  venue: Venue;
  store: ProjectionStore;
  clock: Clock;
  log: Log;
  /** Projects consecutive batches instead of the store: in a thread (`thread/histories.ts`). Resolves and rejects as the store's `project` does. */
  project?: ((after: number, batches: readonly OfferedBatch[]) => Promise<number>) | undefined;
  limits?: Partial<ProjectorLimits>;
  onProgress?: (progress: { commands: number; events: number; durationMs: number }) => void;
}

export interface ProjectorLimits {
  /** Roughly the most commands and events in one transaction. */
  mergedCommands: number;
  mergedEvents: number;
  /**
   * After a transaction of at least `gatherFromCommands`, the next one gathers for `gatherMs`: fewer, larger transactions leave the processor to
   * the orders. A caller who waits for a sequence ends the gathering at once. So do `gatherCommands`, because batches that wait longer outlive the
   * garbage collector's young generation, which costs the orders more than a transaction does.
   */
  gatherFromCommands: number;
  gatherMs: number;
  gatherCommands: number;
  /** Above this many waiting events the sequencer takes no more commands. An event takes about 250 bytes. */
  waitingEvents: number;
  waitingCommands: number;
  /** A replay can wait: it keeps a few transactions, so that reading and writing go on at the same time. */
  replayedEvents: number;
  replayedCommands: number;
}

export const projectorLimits: ProjectorLimits = {
  mergedCommands: 8_192,
  mergedEvents: 24_576,
  gatherFromCommands: 128,
  gatherMs: 250,
  gatherCommands: 2_048,
  waitingEvents: 400_000,
  waitingCommands: 200_000,
  replayedEvents: 196_608,
  replayedCommands: 65_536,
};

/** A batch as it waits: its records are decoded when it is projected. */
export interface OfferedBatch extends Omit<ProjectionBatch, 'events'> {
  records: Records;
  /** Its commands as the journal holds them, and perhaps commands before them. A thread takes them instead of the objects. */
  bytes?: Uint8Array;
  /** Called when nothing of the batch is needed any more. */
  projected?(): void;
}

/** Writes durable events into the projections, behind the sequencer and at its own pace. */
export interface Projector {
  /** Sequence up to which the store holds everything. */
  readonly projectedSeq: number;
  /** Sequence up to which batches were handed over. */
  readonly offeredSeq: number;
  readonly waiting: { commands: number; events: number };
  /**
   * Reads the checkpoint and drops every waiting batch. Every recovery calls it and offers again from there: a database that crashed may have lost
   * its last projections, so only the stored checkpoint can be trusted.
   */
  open(): Promise<number>;
  /** Takes the next durable batch, and ignores one that it has had already. */
  offer(batch: OfferedBatch): void;
  /** True while another batch may be offered. */
  hasRoom(): boolean;
  /** Resolves when there is room for more of a replay, which gets less than customers do, because it can wait. */
  room(): Promise<void>;
  waitFor(seq: number, timeoutMs: number): Promise<boolean>;
  onProjected(listener: (seq: number) => void): () => void;
  /**
   * The store has lost what it had confirmed, as a database can that crashed and came back between two transactions. The listener answers whether it will
   * call `open` and offer again what the store lacks: nothing more is projected before. Otherwise the projector tries again and again.
   */
  onLost(listener: () => boolean): void;
  /** Projects what waits, or gives up after `timeoutMs`. */
  stop(timeoutMs: number): Promise<void>;
}

export function createProjector(options: ProjectorOptions): Projector {
  const { venue, store, clock, log, onProgress } = options;
  const { project = (after, batches) => store.project(venue, after, merge(batches)) } = options;
  const limits = { ...projectorLimits, ...options.limits };
  const listeners = new Set<(seq: number) => void>();
  let lost: (() => boolean) | undefined;
  let queue: Waiting[] = [];
  let commands = 0;
  let events = 0;
  let projectedSeq = 0;
  let offeredSeq = 0;
  let running = false;
  let opening = false;
  let stopped = false;
  /** Ends the current gathering. */
  let gathered: (() => void) | undefined;
  /** Callers of `waitFor` and `room` that are still waiting. */
  let waiters = 0;
  /** Grows with every `open`. A loop that began before the last `open` must not touch newer state. */
  let generation = 0;

  const hasRoom = () => events < limits.waitingEvents && commands < limits.waitingCommands;

  const hasRoomToReplay = () => events < limits.replayedEvents && commands < limits.replayedCommands;

  const hasGathered = () => commands >= limits.gatherCommands || events >= limits.mergedEvents;

  const gather = () =>
    new Promise<void>((resolve) => {
      if (waiters > 0 || stopped || hasGathered()) return resolve();
      const cancel = clock.after(limits.gatherMs, () => gathered?.());
      gathered = () => {
        gathered = undefined;
        cancel();
        resolve();
      };
    });

  const takeSome = (): Waiting[] => {
    let count = 0;
    let some = 0;
    let taken = 0;
    for (; taken < queue.length; taken += 1) {
      const batch = queue[taken];
      if (!batch || (taken > 0 && (count >= limits.mergedCommands || some >= limits.mergedEvents))) break;
      count += batch.commands.length;
      some += batch.events;
    }
    return queue.slice(0, taken);
  };

  const drain = async () => {
    if (running) return;
    running = true;
    const mine = generation;
    const wait = backOff(50, 5_000);
    while (queue.length > 0 && !stopped) {
      const some = takeSome();
      const lastSeq = some.at(-1)!.lastSeq;
      const started = clock.now();
      try {
        const checkpoint = await project(projectedSeq, some);
        if (mine !== generation) return;
        if (checkpoint < projectedSeq && lost?.()) return;
        if (checkpoint !== lastSeq) {
          realign(checkpoint);
          continue;
        }
        wait.reset();
      } catch (error) {
        if (mine !== generation) return;
        log.error({ err: error, venue, seq: some[0]!.firstSeq }, 'projection failed; trying again');
        await sleep(clock, wait.next());
        if (mine !== generation) return;
        continue;
      }
      queue = queue.slice(some.length);
      const written = { commands: sumOf(some, (batch) => batch.commands.length), events: sumOf(some, (batch) => batch.events) };
      commands -= written.commands;
      events -= written.events;
      projectedSeq = lastSeq;
      for (const batch of some) batch.projected?.();
      onProgress?.({ ...written, durationMs: clock.now() - started });
      tell();
      if (written.commands < limits.gatherFromCommands) continue;
      await gather();
      if (mine !== generation) return;
    }
    running = false;
  };

  /** A listener that throws must not stop the projector. */
  const tell = () => {
    for (const listener of [...listeners]) {
      try {
        listener(projectedSeq);
      } catch (error) {
        log.error({ err: error, venue }, 'a listener of projections threw');
      }
    }
  };

  /** A writer that took over, or an earlier try whose answer was lost, has moved the checkpoint: goes on from there. */
  const realign = (checkpoint: number) => {
    log.info({ venue, checkpoint, expected: projectedSeq }, 'projections stand elsewhere');
    if (checkpoint < projectedSeq)
      throw new Error(`the ${venue} projections went back from ${projectedSeq} to ${checkpoint}: they were changed while in use`);
    projectedSeq = checkpoint;
    queue = queue.flatMap((batch) => partAfter(batch, checkpoint));
    commands = sumOf(queue, (batch) => batch.commands.length);
    events = sumOf(queue, (batch) => batch.events);
    tell();
  };

  const until = (holds: () => boolean, timeoutMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      if (holds()) return resolve(true);
      waiters += 1;
      gathered?.();
      const finish = (result: boolean) => {
        waiters -= 1;
        listeners.delete(check);
        cancel();
        resolve(result);
      };
      const check = () => {
        if (holds()) finish(true);
      };
      const cancel = Number.isFinite(timeoutMs) ? clock.after(timeoutMs, () => finish(false)) : () => {};
      listeners.add(check);
    });

  return {
    get projectedSeq() {
      return projectedSeq;
    },
    get offeredSeq() {
      return offeredSeq;
    },
    get waiting() {
      return { commands, events };
    },
    async open() {
      generation += 1;
      gathered?.();
      running = false;
      opening = true;
      queue = [];
      commands = 0;
      events = 0;
      projectedSeq = await store.checkpoint(venue);
      offeredSeq = projectedSeq;
      opening = false;
      tell();
      return projectedSeq;
    },
    offer(batch) {
      if (stopped || opening || batch.lastSeq <= offeredSeq) return;
      const [part] = partAfter(batch, offeredSeq);
      if (!part) return;
      if (part.firstSeq !== offeredSeq + 1) throw new Error(`projections expect ${offeredSeq + 1}, not ${part.firstSeq}`);
      offeredSeq = part.lastSeq;
      commands += part.commands.length;
      events += part.events;
      queue.push(part);
      if (hasGathered()) gathered?.();
      void drain();
    },
    hasRoom,
    room: () => until(hasRoomToReplay, Number.POSITIVE_INFINITY).then(() => {}),
    waitFor: (seq, timeoutMs) => until(() => projectedSeq >= seq, timeoutMs),
    onProjected(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onLost(listener) {
      lost = listener;
    },
    async stop(timeoutMs) {
      await until(() => projectedSeq >= offeredSeq, timeoutMs);
      stopped = true;
    },
  };
}

/** With the number of events that will be projected. */
interface Waiting extends OfferedBatch {
  events: number;
}

const sumOf = (batches: readonly Waiting[], count: (batch: Waiting) => number) => batches.reduce((sum, batch) => sum + count(batch), 0);

/** The part of a batch after `seq`, or nothing. */
function partAfter(batch: OfferedBatch, seq: number): Waiting[] {
  if (batch.lastSeq <= seq) return [];
  const whole = batch.firstSeq > seq;
  const records = whole ? batch.records : batch.records.after(seq);
  const commands = whole ? batch.commands : batch.commands.filter((one) => one.seq > seq);
  return [{ ...batch, firstSeq: Math.max(batch.firstSeq, seq + 1), commands, records, events: records.count(projectedKinds) }];
}

/** Consecutive batches as one, decoded. */
function merge(batches: readonly OfferedBatch[]): ProjectionBatch {
  const first = batches[0];
  const last = batches.at(-1);
  if (!first || !last) throw new Error('nothing to merge');
  return {
    firstSeq: first.firstSeq,
    lastSeq: last.lastSeq,
    time: last.time,
    // `flatMap` would copy each element separately.
    commands: first.commands.concat(...batches.slice(1).map(({ commands }) => commands)),
    events: first.records.decode(projectedKinds).concat(...batches.slice(1).map(({ records }) => records.decode(projectedKinds))),
  };
}
