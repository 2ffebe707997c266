import { type Engine, type EngineReader, type Limits, limitNames, listLimits } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type Journal, type JournalWriter, NotWritten } from '../journal/journal.ts';
import { backOff, type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { ProjectionStore } from '../projections/projection.ts';
import type { Projector } from '../projections/projector.ts';
import { DurableReads } from './durable-reads.ts';
import { Flight, type Identity, type Waiting } from './flight.ts';
import type { EngineKit } from './kit.ts';
import { type SequencerLimits, sequencerLimits } from './limits.ts';
import type { Applied, CommandRequest, DurableBatch, EnginePort, EngineState } from './port.ts';
import { SeenCommands } from './seen-commands.ts';
import { BatchDigest } from './shadow/digest.ts';
import type { Shadow } from './shadow/shadow.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import type { SnapshotStore } from './snapshots.ts';
import { type Takeover, takeOver } from './takeover.ts';
import { keepLease, watchEngineTimer } from './wake-ups.ts';

export interface SequencerOptions {
  venue: Venue;
  kit: EngineKit;
  journal: Journal;
  snapshots: SnapshotStore;
  store: ProjectionStore;
  projector: Projector;
  clock: Clock;
  log: Log;
  limits?: Partial<SequencerLimits>;
  /** The engine's bounds. When the journal's are others, or it has none yet, `setRules` is the next command. */
  rules?: Readonly<Limits>;
  observer?: Partial<SequencerObserver>;
  /** Makes the snapshots and checks the engine. Without one the engine makes its snapshots itself, which holds everybody up. */
  shadow?: Shadow | undefined;
  /** Whether this venue may take the lease yet; always when absent. */
  mayLead?: () => boolean;
  /** Called when another writer has taken over from this one. */
  takenOver?: () => void;
}

/** For metrics; must not throw. */
export interface SequencerObserver {
  state(state: EngineState): void;
  committed(batch: { commands: number; bytes: number; writeMs: number }): void;
  refused(reason: 'overloaded' | 'unavailable' | 'outcomeUnknown' | 'commandIdReused'): void;
  recovered(recovery: { commands: number; durationMs: number; snapshotSeq: number }): void;
  lookedUp(): void;
}

/** What lives and dies with one engine. */
interface Host {
  engine: Engine;
  writer: JournalWriter;
  timer: ReturnType<typeof watchEngineTimer>;
  stopLease: () => void;
}

/**
 * One venue's writer. Commands queue; while one journal write is under way the next batch is applied and gathered; results, events and reads
 * leave only when the write they depend on is confirmed. When a write's fate is unknown the engine is thrown away and made again from the
 * journal, because it may hold what the journal does not.
 */
export class Sequencer implements EnginePort {
  readonly venue: Venue;
  private readonly options: SequencerOptions;
  private readonly limits: SequencerLimits;
  private readonly seen: SeenCommands;
  private readonly keeper: SnapshotKeeper;
  private current: EngineState = 'recovering';
  private host: Host | undefined;
  private queue: Waiting[] = [];
  private prepared: Flight | undefined;
  private flying: Flight | undefined;
  private deferred = false;
  private readonly reads = new DurableReads();
  private readonly listeners = new Set<(batch: DurableBatch) => void>();
  private durableSeq = 0;
  private toldUpTo: number | undefined;
  private lastTime = 0;
  private lastWriteAt = 0;
  private stopping = false;
  private recovery: Promise<void> = Promise.resolve();
  private idle: (() => void)[] = [];

  constructor(options: SequencerOptions) {
    const { projector } = options;
    this.venue = options.venue;
    this.options = options;
    this.limits = { ...sequencerLimits, ...options.limits };
    this.seen = new SeenCommands({ ...options, limits: this.limits, reused: () => this.refuse('commandIdReused') });
    this.keeper = new SnapshotKeeper({ ...options, limits: this.limits });
    const { shadow } = options;
    projector.onProjected((seq) => (shadow ?? this.keeper).projected(seq));
    shadow?.onDifference(() => this.stopNewOrders());
  }

  get state(): EngineState {
    return this.current;
  }

  /** Sequence up to which everything is durable. */
  get durable(): number {
    return this.durableSeq;
  }

  get queued(): number {
    return this.queue.length;
  }

  /** Recovers and starts to serve; resolves when it runs or was stopped. Keeps trying while it cannot. */
  start(): Promise<void> {
    this.recovery = this.recover();
    return this.recovery;
  }

  submit(request: CommandRequest): Promise<Applied> {
    if (this.current !== 'running' || this.stopping) return this.refuse('unavailable');
    let identity: Identity | undefined;
    try {
      identity = this.seen.identify(request);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!identity) return this.enqueue(request, undefined);
    const first = this.seen.answerTo(identity);
    if (first) return first;
    const older = this.seen.mayBeOlder(identity);
    if (!older && this.isFull()) return this.refuse('overloaded');
    const promise = older ? this.submitAfterLookUp(request, identity) : this.enqueue(request, identity);
    this.seen.begin(identity, promise);
    return promise;
  }

  async read<T>(reader: (engine: EngineReader) => T): Promise<{ seq: number; value: T }> {
    if (this.current !== 'running' || !this.host) throw new Refusal('unavailable');
    if (this.reads.size >= this.limits.pendingReads) throw new Refusal('overloaded');
    const { engine } = this.host;
    const value = reader(engine);
    const { seq } = engine;
    if (seq > this.durableSeq) await this.reads.until(seq);
    return { seq, value };
  }

  outcomeOf(account: number, commandId: string): Promise<Applied | undefined> {
    // While it runs, the recent answers and the projections together hold everything.
    return this.seen.outcomeOf(account, commandId, () => this.current === 'running');
  }

  onDurable(listener: (batch: DurableBatch) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }

  projected(): number {
    return this.options.projector.projectedSeq;
  }

  waitProjected(seq: number, timeoutMs: number): Promise<boolean> {
    return this.options.projector.waitFor(seq, timeoutMs);
  }

  /** Finishes what was accepted, lets the projections catch up, keeps a snapshot, and gives the lease back. */
  async stop(timeoutMs = 10_000): Promise<void> {
    if (this.stopping) return this.recovery;
    this.stopping = true;
    const { host } = this;
    if (host) await this.drained(timeoutMs);
    const whole = host !== undefined && host === this.host && this.isIdle();
    if (whole) this.leave('stopped');
    else this.abandon('stopped', new Refusal('outcomeUnknown'));
    if (whole && (await this.options.projector.waitFor(host.engine.seq, timeoutMs))) {
      await this.keeper
        .keepLast(host.engine)
        .catch((error) => this.options.log.warn({ err: error, venue: this.venue }, 'no snapshot at shutdown: the next start replays more'));
    }
    if (whole) await host.writer.release().catch(() => {});
    await this.recovery.catch(() => {});
  }

  private async submitAfterLookUp(request: CommandRequest, identity: Identity): Promise<Applied> {
    const { host } = this;
    this.options.observer?.lookedUp?.();
    let queued = false;
    try {
      const first = await this.seen.lookUp(identity);
      if (first) return first;
      // A recovery in between has read the journal again: what was looked up may be old.
      if (host !== this.host) return await this.refuse('unavailable');
      queued = this.current === 'running' && !this.isFull();
      return await this.enqueue(request, identity);
    } finally {
      if (!queued) this.seen.settled(identity);
    }
  }

  private isFull(): boolean {
    return this.queue.length >= this.limits.queuedCommands || !this.options.projector.hasRoom();
  }

  private enqueue(request: CommandRequest, identity: Identity | undefined): Promise<Applied> {
    if (this.current !== 'running') return this.refuse('unavailable');
    if (this.isFull()) return this.refuse('overloaded');
    return new Promise<Applied>((resolve, reject) => {
      this.queue.push({ request, identity, resolve, reject });
      this.prepareSoon();
    });
  }

  /** Everything that arrives in the same turn of the event loop travels together. */
  private prepareSoon(): void {
    if (this.deferred) return;
    this.deferred = true;
    this.options.clock.defer(() => {
      this.deferred = false;
      this.guarded(() => {
        this.prepare();
        this.send();
      });
    });
  }

  /** What breaks on the way into the journal or out of it is a failure like any other: whoever waits is told, and the engine is made again. */
  private guarded(work: () => void): void {
    const { host } = this;
    try {
      work();
    } catch (error) {
      if (host && host === this.host) this.fail(error, 'outcomeUnknown');
      else this.options.log.error({ err: error, venue: this.venue }, 'something broke after its engine was gone');
    }
  }

  /** Applies queued commands to the engine, up to a full batch. */
  private prepare(): void {
    const { host } = this;
    if (!host || this.queue.length === 0) return;
    const { engine } = host;
    this.prepared ??= new Flight(engine.seq + 1, this.options.shadow && new BatchDigest());
    const flight = this.prepared;
    const taken = this.queue.splice(0, this.limits.batchCommands - flight.commands.length);
    if (taken.length === 0) return;
    this.lastTime = Math.max(this.options.clock.now(), this.lastTime);
    for (let index = 0; index < taken.length; index += 1) {
      const waiting = taken[index];
      if (waiting && !this.apply(engine, flight, waiting)) {
        for (const behind of taken.slice(index + 1)) this.giveUp(behind, new Refusal('unavailable'));
        return;
      }
    }
    if (!this.options.shadow) this.keeper.consider(engine);
    host.timer.arm();
  }

  /** False when the engine broke over the command: then this engine is no more. */
  private apply(engine: Engine, flight: Flight, waiting: Waiting): boolean {
    try {
      flight.apply(engine, waiting, this.lastTime);
      return true;
    } catch (error) {
      // It is not in the journal yet: this one command is refused, and the state it may have half changed is made again without it.
      this.options.log.error({ err: error, venue: this.venue, kind: waiting.request.command.kind }, 'the engine failed on a command');
      this.giveUp(waiting, new Refusal('internal'));
      this.fail(error, 'outcomeUnknown');
      return false;
    }
  }

  private send(): void {
    const { host, prepared: flight } = this;
    if (this.flying || !flight || !host) return;
    this.prepared = undefined;
    this.flying = flight;
    const { clock, kit, observer } = this.options;
    const startedAt = clock.now();
    const bytes = kit.encode(flight.commands);
    const batch = { firstSeq: flight.firstSeq, count: flight.commands.length, time: flight.time, bytes };
    host.writer.append(batch).then(
      (result) => {
        if (host !== this.host) return;
        if (result === 'fenced') return this.fencedOut();
        this.lastWriteAt = clock.now();
        this.guarded(() => {
          observer?.committed?.({ commands: batch.count, bytes: bytes.length, writeMs: clock.now() - startedAt });
          this.landed(flight);
        });
      },
      (error) => {
        if (host === this.host) this.fail(error, error instanceof NotWritten ? 'unavailable' : 'outcomeUnknown');
      },
    );
  }

  private landed(flight: Flight): void {
    const batch = flight.batch();
    this.durableSeq = batch.lastSeq;
    if (flight.digest) this.options.shadow?.took(batch.lastSeq, flight.digest.value);
    this.seen.landed(flight);
    this.options.projector.offer({ ...batch, commands: flight.applied });
    this.tell(batch);
    flight.answer();
    this.reads.release(this.durableSeq);
    this.flying = undefined;
    // Those who wait for these answers run after this turn: the disk gets its next batch first.
    this.prepare();
    this.send();
    this.seen.trim(this.options.projector.projectedSeq);
    if (this.isIdle()) this.settleIdle();
  }

  private tell(batch: DurableBatch): void {
    this.toldUpTo = batch.lastSeq;
    for (const listener of [...this.listeners]) {
      try {
        listener(batch);
      } catch (error) {
        this.options.log.error({ err: error, venue: this.venue }, 'a listener of durable events threw');
      }
    }
  }

  private isIdle(): boolean {
    return !this.flying && !this.prepared && this.queue.length === 0;
  }

  private settleIdle(): void {
    for (const settle of this.idle.splice(0)) settle();
  }

  private drained(timeoutMs: number): Promise<void> {
    if (this.isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.options.clock.after(timeoutMs, resolve);
      this.idle.push(() => {
        cancel();
        resolve();
      });
    });
  }

  private fencedOut(): void {
    this.options.log.error({ venue: this.venue, epoch: this.host?.writer.epoch }, 'another writer has taken over: this one stops');
    this.abandon('stopped', new Refusal('unavailable'));
    this.options.takenOver?.();
  }

  /** A write's fate is unknown, or the engine broke: everything not durable is given up, and the engine made again. */
  private fail(error: unknown, flight: 'unavailable' | 'outcomeUnknown'): void {
    this.options.log.error({ err: error, venue: this.venue }, 'the journal or the engine failed: recovering');
    this.abandon('unavailable', new Refusal(flight));
    if (!this.stopping) this.recovery = this.recover();
  }

  private abandon(state: EngineState, flightError: Refusal): void {
    const { flying, prepared, queue, host } = this;
    this.leave(state);
    const nothing = new Refusal('unavailable');
    for (const waiting of flying?.waiting ?? []) this.giveUp(waiting, flightError);
    for (const waiting of [...(prepared?.waiting ?? []), ...queue]) this.giveUp(waiting, nothing);
    this.reads.giveUp(nothing);
    if (flying) this.options.observer?.refused?.(flightError.refusal === 'outcomeUnknown' ? 'outcomeUnknown' : 'unavailable');
    host?.writer.release().catch(() => {});
    this.settleIdle();
  }

  private giveUp({ identity, reject }: Waiting, refusal: Refusal): void {
    if (identity) this.seen.settled(identity);
    reject(refusal);
  }

  /** Forgets everything that belongs to this engine. */
  private leave(state: EngineState): void {
    this.host?.timer.stop();
    this.host?.stopLease();
    this.host = undefined;
    this.flying = undefined;
    this.prepared = undefined;
    this.queue = [];
    this.keeper.forget();
    this.options.shadow?.end().catch((error) => this.options.log.warn({ err: error, venue: this.venue }, 'the shadow could not be ended'));
    this.become(state);
  }

  private become(state: EngineState): void {
    this.current = state;
    this.options.observer?.state?.(state);
  }

  private async recover(): Promise<void> {
    const { clock, log, observer } = this.options;
    const wait = backOff(100, 2_000);
    const stopping = () => this.stopping;
    while (!this.stopping) {
      const startedAt = clock.now();
      try {
        const { recentAnswers } = this.limits;
        const taken = await takeOver({ ...this.options, recentAnswers, toldUpTo: this.toldUpTo, stopping });
        if (taken === 'takenOver') return this.fencedOut();
        if (taken && this.stopping) await taken.writer.release();
        if (!taken || this.stopping) return;
        const durationMs = clock.now() - startedAt;
        this.serve(taken);
        observer?.recovered?.({ commands: taken.replayed, durationMs, snapshotSeq: taken.snapshotSeq });
        log.info(
          { venue: this.venue, seq: this.durableSeq, epoch: taken.writer.epoch, replayed: taken.replayed, durationMs },
          'engine runs',
        );
        return;
      } catch (error) {
        log.error({ err: error, venue: this.venue }, 'recovery failed; trying again');
        if (this.stopping) return;
        this.become('unavailable');
        await sleep(clock, wait.next());
      }
    }
  }

  private serve({ engine, writer, answers, snapshotSeq, missed, replayed }: Takeover): void {
    const { clock } = this.options;
    this.seen.restart(answers);
    this.durableSeq = engine.seq;
    this.lastTime = Math.max(this.lastTime, engine.time);
    this.lastWriteAt = clock.now();
    this.keeper.restart(snapshotSeq, replayed);
    const due = () => this.enqueue({ account: 0, command: { kind: 'advanceTime' } }, undefined);
    const stopLease = keepLease({
      writer,
      clock,
      everyMs: this.limits.heartbeatMs,
      busy: () => this.flying !== undefined || clock.now() - this.lastWriteAt < this.limits.heartbeatMs,
      lost: () => this.fencedOut(),
      failed: (error) => this.fail(error, 'outcomeUnknown'),
    });
    this.host = { engine, writer, timer: watchEngineTimer({ engine, clock, due }), stopLease };
    this.options.shadow?.begin();
    this.become('running');
    this.bringRules(engine);
    for (const batch of missed) this.tell(batch);
    this.toldUpTo = engine.seq;
  }

  /** The engine and its shadow differ: what customers have can be taken out, and nothing new comes in until somebody has looked. */
  private stopNewOrders(): void {
    if (this.host?.engine.mode !== 'normal') return;
    this.enqueue({ account: 0, command: { kind: 'setTradingMode', mode: 'cancelOnly' } }, undefined).catch((error) =>
      this.options.log.error({ err: error, venue: this.venue }, 'new orders could not be stopped'),
    );
  }

  /** Before any other command: what follows is decided by these. */
  private bringRules(engine: Engine): void {
    const { rules, log } = this.options;
    if (rules === undefined) return;
    const { version, limits } = engine.rules();
    const changed = limitNames.filter((name) => rules[name] !== limits[name]);
    if (version > 0 && changed.length === 0) return;
    if (version > 0) log.info({ venue: this.venue, changed }, 'the limits have changed');
    const command = { kind: 'setRules', version: version + 1, limits: listLimits(rules) } as const;
    this.enqueue({ account: 0, command }, undefined).catch((error: unknown) => {
      log.warn({ err: error, venue: this.venue }, 'the rules did not reach the journal; the next start brings them again');
    });
  }

  private refuse(reason: 'unavailable' | 'overloaded' | 'commandIdReused'): Promise<never> {
    this.options.observer?.refused?.(reason);
    return Promise.reject(new Refusal(reason));
  }
}
