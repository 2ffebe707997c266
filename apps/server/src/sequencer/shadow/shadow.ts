import type { Venue } from '@bourse/protocol/enums';
import { backOff, type Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Followed, Projected } from './messages.ts';

/** The thread of a shadow, as the live side sees it. */
export interface ShadowThread {
  send(message: Projected): void;
  /** Ends it; nothing is heard of it afterwards. */
  stop(): Promise<void>;
}

export interface ShadowEars {
  heard(message: Followed): void;
  /** It has ended by itself. */
  ended(error: unknown): void;
}

export interface ShadowOptions {
  venue: Venue;
  spawn(ears: ShadowEars): ShadowThread;
  clock: Clock;
  log: Log;
  timing?: Partial<ShadowTiming>;
}

export interface ShadowTiming {
  /** After an engine begins to serve: a start has enough to do. */
  startAfterMs: number;
  /** News is gathered for so long. */
  newsEveryMs: number;
  /** Between a thread that ended and the next: from the first to the second, doubling. */
  restartMs: readonly [number, number];
}

/** Batches whose digests wait for the shadow, two minutes and more of a busy venue. Older ones go unchecked, and are counted. */
export const waitingDigests = 65_536;

const usualTiming: ShadowTiming = { startAfterMs: 2_000, newsEveryMs: 2_000, restartMs: [1_000, 60_000] };

/**
 * The live side of a shadow: a thread with an engine of its own that follows the journal, makes the snapshots and checks the live engine, batch by batch. The live
 * thread only notes a number for each batch and passes on how far the projections are. A thread that ends is started again; trading goes on without it.
 */
export class Shadow {
  private readonly options: ShadowOptions;
  private readonly timing: ShadowTiming;
  private readonly digests = new Map<number, number>();
  private thread: ShadowThread | undefined;
  private serving = false;
  private projectedSeq = 0;
  private news: (() => void) | undefined;
  private starting: (() => void) | undefined;
  private readonly wait: ReturnType<typeof backOff>;
  private differs: (seq: number) => void = () => {};
  private startedAt = 0;
  private failures = 0;
  private difference: number | undefined;
  /** Up to which sequence the shadow has come, and how many batches were found equal or came too late to be compared. */
  followedSeq = 0;
  checked = 0;
  unchecked = 0;

  constructor(options: ShadowOptions) {
    this.options = options;
    this.timing = { ...usualTiming, ...options.timing };
    this.wait = backOff(...this.timing.restartMs);
  }

  onDifference(listener: (seq: number) => void): void {
    this.differs = listener;
  }

  /** An engine begins to serve. */
  begin(): void {
    this.serving = true;
    this.digests.clear();
    this.startSoon(this.timing.startAfterMs);
  }

  /** The engine serves no more. */
  async end(): Promise<void> {
    this.serving = false;
    this.starting?.();
    this.news?.();
    this.starting = undefined;
    this.news = undefined;
    const { thread } = this;
    this.thread = undefined;
    await thread?.stop();
  }

  /** A batch that the live engine applied is durable. */
  took(lastSeq: number, digest: number): void {
    this.digests.set(lastSeq, digest);
    if (this.digests.size <= waitingDigests) return;
    this.digests.delete(this.digests.keys().next().value!);
    this.unchecked += 1;
  }

  projected(seq: number): void {
    this.projectedSeq = seq;
    if (!this.thread || this.news) return;
    this.news = this.options.clock.after(this.timing.newsEveryMs, () => {
      this.news = undefined;
      this.thread?.send({ kind: 'projected', seq: this.projectedSeq });
    });
  }

  /** Whether it found a difference. Then the venue accepts no new orders until the server starts again. */
  get foundDifference(): boolean {
    return this.difference !== undefined;
  }

  /** What an operator must know, in sentences. */
  get warnings(): string[] {
    const { venue } = this.options;
    const told: string[] = [];
    if (this.difference !== undefined)
      told.push(`The shadow of the ${venue} venue and its engine differ at command ${this.difference}: new orders were stopped.`);
    else if (this.failures > 0)
      told.push(`The shadow of the ${venue} venue does not run: no snapshots are made, and nobody checks the engine.`);
    return told;
  }

  private startSoon(afterMs: number): void {
    this.starting = this.options.clock.after(afterMs, () => {
      this.starting = undefined;
      this.start();
    });
  }

  private start(): void {
    if (!this.serving || this.thread) return;
    this.startedAt = this.options.clock.now();
    let thread: ShadowThread | undefined;
    const mine = () => thread !== undefined && thread === this.thread;
    try {
      thread = this.options.spawn({
        heard: (message) => {
          if (mine()) this.heard(message);
        },
        ended: (error) => {
          if (mine()) this.ended(error);
        },
      });
    } catch (error) {
      this.ended(error);
      return;
    }
    this.thread = thread;
    if (this.projectedSeq > 0) thread.send({ kind: 'projected', seq: this.projectedSeq });
  }

  private ended(error: unknown): void {
    const { clock, log, venue } = this.options;
    this.thread = undefined;
    this.failures += 1;
    // One that lived long was well; one that ends again and again is started less and less often.
    if (clock.now() - this.startedAt >= this.timing.restartMs[1]) this.wait.reset();
    const againMs = this.wait.next();
    log.error(
      { err: error, venue, failures: this.failures, againMs },
      'the shadow ended; trading goes on, snapshots wait for the next one',
    );
    if (this.serving) this.startSoon(againMs);
  }

  private heard({ seq, digests }: Followed): void {
    this.followedSeq = seq;
    this.failures = 0;
    for (let at = 0; at < digests.length; at += 2) {
      const mine = this.digests.get(digests[at]!);
      // Before this engine began to serve, or too long ago.
      if (mine === undefined) continue;
      this.digests.delete(digests[at]!);
      if (mine !== digests[at + 1]) {
        this.found(digests[at]!);
        return;
      }
      this.checked += 1;
    }
  }

  /** Its snapshots are worth no more than the live engine's: it is not started again before the next recovery. */
  private found(seq: number): void {
    const { log, venue } = this.options;
    this.difference = seq;
    log.error({ venue, seq }, 'the engine and its shadow differ: new orders are stopped');
    this.end().catch((error) => log.warn({ err: error, venue }, 'the shadow could not be ended'));
    this.differs(seq);
  }
}
