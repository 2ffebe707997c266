import type { Engine, EngineEvent, EngineReader, SequencedCommand } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { type Journal, type JournalWriter, NotWritten } from '../journal/journal.ts';
import { backOff, type Clock, sleep } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { AppliedCommand, ProjectionStore } from '../projections/projection.ts';
import type { Projector } from '../projections/projector.ts';
import { type Answer, aheadBy, keyOf, RecentAnswers } from './answers.ts';
import { accountOf, bodyHashOf, commandIdBytes, noCommandId, normaliseCommandId } from './command-ids.ts';
import type { EngineKit } from './kit.ts';
import { type SequencerLimits, sequencerLimits } from './limits.ts';
import { createLookUps } from './look-ups.ts';
import type { Applied, CommandRequest, DurableBatch, EnginePort, EngineState } from './port.ts';
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
  observer?: Partial<SequencerObserver>;
}

/** For metrics; must not throw. */
export interface SequencerObserver {
  state(state: EngineState): void;
  committed(batch: { commands: number; bytes: number; writeMs: number }): void;
  refused(reason: 'overloaded' | 'unavailable' | 'outcomeUnknown' | 'commandIdReused'): void;
  recovered(recovery: { commands: number; durationMs: number; snapshotSeq: number }): void;
  lookedUp(): void;
}

interface Identity {
  key: string;
  account: number;
  commandId: string;
  bodyHash: string;
  ahead: number | undefined;
}

interface Waiting {
  request: CommandRequest;
  identity: Identity | undefined;
  resolve(applied: Applied): void;
  reject(error: unknown): void;
}

/** Commands that are applied but not yet durable, in one piece. */
interface Flight {
  firstSeq: number;
  commands: SequencedCommand[];
  applied: AppliedCommand[];
  events: EngineEvent[];
  waiting: Waiting[];
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
  private readonly lookUps: ReturnType<typeof createLookUps>;
  private readonly keeper: SnapshotKeeper;
  private current: EngineState = 'recovering';
  private host: Host | undefined;
  private answers: RecentAnswers;
  private queue: Waiting[] = [];
  private prepared: Flight | undefined;
  private flying: Flight | undefined;
  private deferred = false;
  private readonly inFlight = new Map<string, { bodyHash: string; promise: Promise<Applied> }>();
  private reads: { seq: number; resolve(): void; reject(error: unknown): void }[] = [];
  private readonly listeners = new Set<(batch: DurableBatch) => void>();
  private durableSeq = 0;
  private toldUpTo: number | undefined;
  private lastTime = 0;
  private lastWriteAt = 0;
  private stopping = false;
  private recovery: Promise<void> = Promise.resolve();
  private idle: (() => void)[] = [];

  constructor(options: SequencerOptions) {
    const { venue, store, projector } = options;
    this.venue = venue;
    this.options = options;
    this.limits = { ...sequencerLimits, ...options.limits };
    this.answers = new RecentAnswers(this.limits.recentAnswers);
    this.lookUps = createLookUps({ venue, store, mostPending: this.limits.pendingLookUps, batch: this.limits.lookUpBatch });
    this.keeper = new SnapshotKeeper({ ...options, limits: this.limits });
    projector.onProjected((seq) => this.keeper.projected(seq));
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
      identity = this.identify(request);
    } catch (error) {
      return Promise.reject(error);
    }
    if (!identity) return this.enqueue(request, undefined);
    const { key } = identity;
    const running = this.inFlight.get(key);
    if (running) {
      if (running.bodyHash !== identity.bodyHash) return this.refuse('commandIdReused');
      return running.promise.then((applied) => ({ ...applied, repeated: true }));
    }
    const known = this.answers.get(key);
    if (known) return this.repeat(known, identity);
    const older = this.answers.mayBeOlder(identity.account, identity.commandId);
    if (!older && this.isFull()) return this.refuse('overloaded');
    const promise = older ? this.submitAfterLookUp(request, identity) : this.enqueue(request, identity);
    this.inFlight.set(key, { bodyHash: identity.bodyHash, promise });
    return promise;
  }

  async read<T>(reader: (engine: EngineReader) => T): Promise<{ seq: number; value: T }> {
    if (this.current !== 'running' || !this.host) throw new Refusal('unavailable');
    if (this.reads.length >= this.limits.pendingReads) throw new Refusal('overloaded');
    const { engine } = this.host;
    const value = reader(engine);
    const { seq } = engine;
    if (seq > this.durableSeq) await new Promise<void>((resolve, reject) => this.reads.push({ seq, resolve, reject }));
    return { seq, value };
  }

  async outcomeOf(account: number, commandId: string): Promise<Applied | undefined> {
    const id = normaliseCommandId(commandId);
    const key = keyOf(account, id);
    const running = this.inFlight.get(key);
    if (running) return running.promise.then((applied) => ({ ...applied, repeated: true }));
    const recent = this.answers.get(key);
    if (recent) return repeatOf(recent);
    const stored = await this.lookUps.find({ account, commandId: id });
    if (stored) return repeatOf(stored);
    // "Never seen" is an answer only while the recent answers and the projections together hold everything.
    if (this.current !== 'running') throw new Refusal('unavailable');
    const since = this.answers.get(key);
    return since && repeatOf(since);
  }

  onDurable(listener: (batch: DurableBatch) => void): () => void {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
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

  /** Throws for a command that the journal could not hold, so that it never gets as far. */
  private identify({ account, command, commandId }: CommandRequest): Identity | undefined {
    let body: Uint8Array;
    try {
      body = this.options.kit.body(command);
    } catch {
      throw new Refusal('badRequest', { field: 'command', problem: 'it cannot be written down' });
    }
    if (commandId === undefined) return undefined;
    // The journal knows a command's account only from its body; another one here could not be found again after a replay.
    if (accountOf(command) !== account) throw new Error(`a command of account ${accountOf(command)} was sent as ${account}`);
    const id = normaliseCommandId(commandId);
    return { key: keyOf(account, id), account, commandId: id, bodyHash: bodyHashOf(body), ahead: undefined };
  }

  private async submitAfterLookUp(request: CommandRequest, identity: Identity): Promise<Applied> {
    const { host } = this;
    this.options.observer?.lookedUp?.();
    let queued = false;
    try {
      const stored = await this.lookUps.find(identity);
      if (stored) return await this.repeat(stored, identity);
      // A recovery in between has read the journal again: what was looked up may be old.
      if (host !== this.host) return await this.refuse('unavailable');
      queued = this.current === 'running' && !this.isFull();
      return await this.enqueue(request, identity);
    } finally {
      if (!queued) this.settled(identity);
    }
  }

  /** Ends the time in which a repeat waits for the first answer: from now on there is an answer, or certainly none. */
  private settled({ key }: Identity): void {
    this.inFlight.delete(key);
  }

  private isFull(): boolean {
    return this.queue.length >= this.limits.queuedCommands || !this.options.projector.hasRoom();
  }

  private repeat(answer: Answer, { bodyHash }: Identity): Promise<Applied> {
    return answer.bodyHash === bodyHash ? Promise.resolve(repeatOf(answer)) : this.refuse('commandIdReused');
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
      this.prepare();
      this.send();
    });
  }

  /** Applies queued commands to the engine, up to a full batch. */
  private prepare(): void {
    const { host } = this;
    if (!host || this.queue.length === 0) return;
    const { engine } = host;
    this.prepared ??= { firstSeq: engine.seq + 1, commands: [], applied: [], events: [], waiting: [] };
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
    this.keeper.consider(engine);
    host.timer.arm();
  }

  /** False when the engine broke over the command: then this engine is no more. */
  private apply(engine: Engine, flight: Flight, waiting: Waiting): boolean {
    const { request, identity } = waiting;
    const commandId = identity ? commandIdBytes(identity.commandId) : noCommandId;
    const sequenced: SequencedCommand = { seq: engine.seq + 1, time: this.lastTime, commandId, command: request.command };
    try {
      const outcome = engine.apply(sequenced);
      for (const event of engine.takeEvents()) flight.events.push(event);
      const { seq, time, command } = sequenced;
      if (identity) identity.ahead = aheadBy(identity.commandId, time);
      flight.commands.push(sequenced);
      flight.applied.push({ seq, time, command, outcome, identity });
      flight.waiting.push(waiting);
      return true;
    } catch (error) {
      // It is not in the journal yet: this one command is refused, and the state it may have half changed is made again without it.
      this.options.log.error({ err: error, venue: this.venue, kind: request.command.kind }, 'the engine failed on a command');
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
    const batch = { firstSeq: flight.firstSeq, count: flight.commands.length, time: flight.commands.at(-1)?.time ?? 0, bytes };
    host.writer.append(batch).then(
      (result) => {
        if (host !== this.host) return;
        if (result === 'fenced') return this.fencedOut();
        this.lastWriteAt = clock.now();
        observer?.committed?.({ commands: batch.count, bytes: bytes.length, writeMs: clock.now() - startedAt });
        this.landed(flight);
      },
      (error) => {
        if (host === this.host) this.fail(error, error instanceof NotWritten ? 'unavailable' : 'outcomeUnknown');
      },
    );
  }

  private landed(flight: Flight): void {
    this.flying = undefined;
    const lastSeq = flight.firstSeq + flight.commands.length - 1;
    this.durableSeq = lastSeq;
    const batch = { firstSeq: flight.firstSeq, lastSeq, time: flight.applied.at(-1)?.time ?? 0, events: flight.events };
    for (let index = 0; index < flight.waiting.length; index += 1) {
      const identity = flight.waiting[index]?.identity;
      const applied = flight.applied[index];
      if (!identity || !applied) continue;
      const { seq, time, outcome } = applied;
      this.answers.add(identity.key, identity.account, identity.commandId, { seq, time, outcome, bodyHash: identity.bodyHash });
      this.settled(identity);
    }
    this.options.projector.offer({ ...batch, commands: flight.applied });
    this.tell(batch);
    for (let index = 0; index < flight.waiting.length; index += 1) {
      const applied = flight.applied[index];
      if (applied) flight.waiting[index]?.resolve({ seq: applied.seq, time: applied.time, outcome: applied.outcome, repeated: false });
    }
    this.releaseReads();
    // Those who wait for these answers run after this turn: the disk gets its next batch first.
    this.prepare();
    this.send();
    this.answers.trim(this.options.projector.projectedSeq);
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

  private releaseReads(): void {
    let ready = 0;
    while (ready < this.reads.length && (this.reads[ready]?.seq ?? 0) <= this.durableSeq) ready += 1;
    if (ready > 0) for (const read of this.reads.splice(0, ready)) read.resolve();
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
  }

  /** A write's fate is unknown, or the engine broke: everything not durable is given up, and the engine made again. */
  private fail(error: unknown, flight: 'unavailable' | 'outcomeUnknown'): void {
    this.options.log.error({ err: error, venue: this.venue }, 'the journal or the engine failed: recovering');
    this.abandon('unavailable', new Refusal(flight));
    if (!this.stopping) this.recovery = this.recover();
  }

  private abandon(state: EngineState, flightError: Refusal): void {
    const { flying, prepared, queue, reads, host } = this;
    this.leave(state);
    const nothing = new Refusal('unavailable');
    for (const waiting of flying?.waiting ?? []) this.giveUp(waiting, flightError);
    for (const waiting of [...(prepared?.waiting ?? []), ...queue]) this.giveUp(waiting, nothing);
    for (const read of reads) read.reject(nothing);
    if (flying) this.options.observer?.refused?.(flightError.refusal === 'outcomeUnknown' ? 'outcomeUnknown' : 'unavailable');
    host?.writer.release().catch(() => {});
    this.settleIdle();
  }

  private giveUp({ identity, reject }: Waiting, refusal: Refusal): void {
    if (identity) this.settled(identity);
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
    this.reads = [];
    this.keeper.forget();
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

  private serve({ engine, writer, answers, snapshotSeq, missed }: Takeover): void {
    const { clock } = this.options;
    this.answers = answers;
    this.durableSeq = engine.seq;
    this.lastTime = Math.max(this.lastTime, engine.time);
    this.lastWriteAt = clock.now();
    this.keeper.restart(snapshotSeq);
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
    this.become('running');
    for (const batch of missed) this.tell(batch);
    this.toldUpTo = engine.seq;
  }

  private refuse(reason: 'unavailable' | 'overloaded' | 'commandIdReused'): Promise<never> {
    this.options.observer?.refused?.(reason);
    return Promise.reject(new Refusal(reason));
  }
}

const repeatOf = ({ seq, time, outcome }: Answer): Applied => ({ seq, time, outcome, repeated: true });
