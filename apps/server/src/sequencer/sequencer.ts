import type { Engine, EngineReader } from '@bourse/engine';
import type { Venue } from '@bourse/protocol/enums';
import { Refusal } from '@bourse/protocol/errors';
import { NotWritten } from '../journal/journal.ts';
import { backOff, sleep } from '../platform/clock.ts';
import { DurableListeners } from './durable-listeners.ts';
import { DurableReads } from './durable-reads.ts';
import { bringRules } from './engine-rules.ts';
import { Flight, type Identity, type Waiting } from './flight.ts';
import { type Host, openHost } from './host.ts';
import { IdleWaits } from './idle-waits.ts';
import { type SequencerLimits, sequencerLimits } from './limits.ts';
import type { SequencerOptions } from './options.ts';
import type { Applied, CommandRequest, DurableBatch, EnginePort, EngineState } from './port.ts';
import { SeenCommands } from './seen-commands.ts';
import { BatchDigest } from './shadow/digest.ts';
import { SnapshotKeeper } from './snapshot-keeper.ts';
import { type Takeover, takeOver } from './takeover.ts';
import { UnderWay } from './under-way.ts';

/**
 * The one writer of a venue. Commands queue. While one journal write is under way, the next batch is applied to the engine. Answers, events and
 * reads leave only when the write they depend on is durable. When nobody knows whether a write arrived, the engine is thrown away and made again
 * from the journal, because it may hold commands that the journal does not.
 */
export class Sequencer implements EnginePort {
  readonly venue: Venue;
  private readonly options: SequencerOptions;
  private readonly limits: SequencerLimits;
  private readonly seen: SeenCommands;
  private readonly keeper: SnapshotKeeper;
  private current: EngineState = 'recovering';
  private host: Host | undefined;
  private readonly underWay = new UnderWay();
  private deferred = false;
  private readonly reads = new DurableReads();
  private readonly listeners: DurableListeners;
  private readonly idle: IdleWaits;
  private durableSeq = 0;
  private lastTime = 0;
  private lastWriteAt = 0;
  private stopping = false;
  private recovery: Promise<void> = Promise.resolve();

  constructor(options: SequencerOptions) {
    const { projector } = options;
    this.venue = options.venue;
    this.options = options;
    this.limits = { ...sequencerLimits, ...options.limits };
    this.listeners = new DurableListeners(options);
    this.idle = new IdleWaits(options.clock);
    this.seen = new SeenCommands({ ...options, limits: this.limits, reused: () => this.refuse('commandIdReused') });
    this.keeper = new SnapshotKeeper({ ...options, limits: this.limits });
    const { shadow } = options;
    projector.onProjected((seq) => (shadow ? shadow.projected(seq) : this.keeper.projected(Math.min(seq, this.durableSeq))));
    projector.onLost(() => {
      if (this.current !== 'running' || this.stopping) return false;
      this.fail(new Error('the projections have lost what they had confirmed'), 'outcomeUnknown');
      return true;
    });
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
    return this.underWay.queued;
  }

  /** Recovers, then serves. Tries again until it succeeds; resolves when it serves or was stopped. */
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
    // Only while this runs do the recent answers and the projections hold every answer between them.
    return this.seen.outcomeOf(account, commandId, () => this.current === 'running');
  }

  onDurable(listener: (batch: DurableBatch) => void): () => void {
    return this.listeners.add(listener);
  }

  projected(): number {
    return this.options.projector.projectedSeq;
  }

  waitProjected(seq: number, timeoutMs: number): Promise<boolean> {
    return this.options.projector.waitFor(seq, timeoutMs);
  }

  /** Finishes the accepted commands, waits for the projections, keeps a snapshot and releases the lease. */
  async stop(timeoutMs = 10_000): Promise<void> {
    if (this.stopping) return this.recovery;
    this.stopping = true;
    const { host } = this;
    if (host && !this.underWay.isEmpty) await this.idle.wait(timeoutMs);
    const whole = host !== undefined && host === this.host && this.underWay.isEmpty;
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
      // A recovery during the look-up has read the journal again, so the look-up may have missed an answer.
      if (host !== this.host) return await this.refuse('unavailable');
      queued = this.current === 'running' && !this.isFull();
      return await this.enqueue(request, identity);
    } finally {
      if (!queued) this.seen.settled(identity);
    }
  }

  private isFull(): boolean {
    return this.underWay.queued >= this.limits.queuedCommands || !this.options.projector.hasRoom();
  }

  private enqueue(request: CommandRequest, identity: Identity | undefined): Promise<Applied> {
    if (this.current !== 'running') return this.refuse('unavailable');
    if (this.isFull()) return this.refuse('overloaded');
    return new Promise<Applied>((resolve, reject) => {
      this.underWay.push({ request, identity, resolve, reject });
      this.prepareSoon();
    });
  }

  /** Commands that arrive in one turn of the event loop share one batch. */
  private prepareSoon(): void {
    if (this.deferred) return;
    this.deferred = true;
    this.options.clock.defer(() => {
      this.deferred = false;
      this.guarded(() => {
        this.advance();
        if (this.underWay.isEmpty) this.idle.settle();
      });
    });
  }

  /** Sends what may be sent, and applies what waits for the write after it. */
  private advance(): void {
    this.prepare();
    if (this.send()) this.prepare();
  }

  /** An error in this work is treated like a failed write: the callers are told, and the engine is made again. */
  private guarded(work: () => void): void {
    const { host } = this;
    try {
      work();
    } catch (error) {
      if (host && host === this.host) this.fail(error, 'outcomeUnknown');
      else this.options.log.error({ err: error, venue: this.venue }, 'work for an engine that is already gone failed');
    }
  }

  /** Applies queued commands to the engine, up to a full batch. */
  private prepare(): void {
    const { host, underWay } = this;
    if (!host || underWay.queued === 0) return;
    const { engine } = host;
    const room = underWay.room(this.limits);
    underWay.prepared ??= new Flight(engine.seq + 1, this.options.shadow && new BatchDigest());
    const flight = underWay.prepared;
    const hasRoom = () => flight.commands.length < room && engine.untakenNumbers < this.limits.batchNumbers;
    if (!hasRoom()) return;
    this.lastTime = Math.max(this.options.clock.now(), this.lastTime);
    while (hasRoom()) {
      const waiting = underWay.shift();
      if (!waiting) break;
      if (!this.apply(engine, flight, waiting)) return;
    }
    if (flight.commands.length === 0) underWay.prepared = undefined;
    if (!this.options.shadow) this.keeper.consider(engine);
    host.armTimer();
  }

  /** False when the engine threw: the engine is gone then. */
  private apply(engine: Engine, flight: Flight, waiting: Waiting): boolean {
    try {
      const refused = flight.apply(engine, waiting, this.lastTime);
      if (refused) this.giveUp(waiting, refused);
      return true;
    } catch (error) {
      // The command is not in the journal. It is refused, and the recovery undoes whatever it had changed before the engine threw.
      this.options.log.error({ err: error, venue: this.venue, kind: waiting.request.command.kind }, 'the engine failed on a command');
      this.giveUp(waiting, new Refusal('internal'));
      this.fail(error, 'outcomeUnknown');
      return false;
    }
  }

  /** Writes the prepared batch unless a write is under way; answers whether it did. */
  private send(): boolean {
    const { host } = this;
    const flight = host && this.underWay.depart();
    if (!flight) return false;
    flight.close(host.engine);
    const { clock, kit, observer } = this.options;
    const startedAt = clock.now();
    const bytes = kit.encode(flight.commands);
    flight.bytes = bytes;
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
    return true;
  }

  private landed(flight: Flight): void {
    const batch = flight.batch();
    this.durableSeq = batch.lastSeq;
    if (flight.digest) this.options.shadow?.took(batch.lastSeq, flight.digest.value);
    this.seen.landed(flight);
    // Listeners hear of it in this turn, so the histories are the last to read its records.
    this.options.projector.offer({ ...batch, bytes: flight.bytes!, commands: flight.applied, projected: () => batch.records.release() });
    this.listeners.tell(batch);
    flight.answer();
    this.reads.release(this.durableSeq);
    this.underWay.landed();
    // The callers' code runs after this turn, so the next batch goes to the disk before it.
    this.advance();
    this.seen.trim(this.options.projector.projectedSeq);
    if (this.underWay.isEmpty) this.idle.settle();
  }

  private fencedOut(): void {
    this.options.log.error({ venue: this.venue, epoch: this.host?.writer.epoch }, 'another writer has taken over: this one stops');
    this.abandon('stopped', new Refusal('unavailable'));
    this.options.takenOver?.();
  }

  /** A write failed or the engine threw: gives up every command that is not durable, and recovers. */
  private fail(error: unknown, flight: 'unavailable' | 'outcomeUnknown'): void {
    this.options.log.error({ err: error, venue: this.venue }, 'the journal or the engine failed: recovering');
    this.abandon('unavailable', new Refusal(flight));
    if (!this.stopping) this.recovery = this.recover();
  }

  private abandon(state: EngineState, flightError: Refusal): void {
    const { host } = this;
    const wasWriting = this.underWay.isWriting;
    const { written, unwritten } = this.underWay.clear();
    this.leave(state);
    const notWritten = new Refusal('unavailable');
    for (const waiting of written) this.giveUp(waiting, flightError);
    for (const waiting of unwritten) this.giveUp(waiting, notWritten);
    this.reads.giveUp(notWritten);
    if (wasWriting) this.options.observer?.refused?.(flightError.refusal === 'outcomeUnknown' ? 'outcomeUnknown' : 'unavailable');
    host?.writer.release().catch(() => {});
    this.idle.settle();
  }

  private giveUp({ identity, reject }: Waiting, refusal: Refusal): void {
    if (identity) this.seen.settled(identity);
    reject(refusal);
  }

  /** Forgets everything that belongs to this engine. */
  private leave(state: EngineState): void {
    this.host?.close();
    this.host = undefined;
    this.underWay.clear();
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
        const taken = await takeOver({ ...this.options, recentAnswers, toldUpTo: this.listeners.toldUpTo, stopping });
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
    clock.atLeast?.(engine.time);
    this.lastWriteAt = clock.now();
    this.keeper.restart(snapshotSeq, replayed);
    const { heartbeatMs } = this.limits;
    this.host = openHost({
      engine,
      writer,
      clock,
      heartbeatMs,
      busy: () => this.underWay.isWriting || clock.now() - this.lastWriteAt < heartbeatMs,
      timerDue: () => this.enqueue({ account: 0, command: { kind: 'advanceTime' } }, undefined),
      leaseLost: () => this.fencedOut(),
      leaseFailed: (error) => this.fail(error, 'outcomeUnknown'),
    });
    this.options.shadow?.begin();
    this.become('running');
    // Before any other command can be queued, because the limits decide every outcome that follows.
    bringRules(engine, this.options, (command) => this.enqueue({ account: 0, command }, undefined));
    this.listeners.catchUp(missed, engine.seq);
  }

  /** The engine and its shadow differ: customers can still cancel, but new orders are refused until an operator has looked. */
  private stopNewOrders(): void {
    if (this.host?.engine.mode !== 'normal') return;
    this.enqueue({ account: 0, command: { kind: 'setTradingMode', mode: 'cancelOnly' } }, undefined).catch((error) =>
      this.options.log.error({ err: error, venue: this.venue }, 'new orders could not be stopped'),
    );
  }

  private refuse(reason: 'unavailable' | 'overloaded' | 'commandIdReused'): Promise<never> {
    this.options.observer?.refused?.(reason);
    return Promise.reject(new Refusal(reason));
  }
}
