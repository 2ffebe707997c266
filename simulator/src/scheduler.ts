import type { Clock } from '@bourse/server/src/platform/clock.ts';

interface Entry {
  at: number;
  order: number;
  work: (() => void) | undefined;
}

/** The single timeline of a simulation. Everything that happens later is an entry here. Entries of one instant run in the order of their creation. */
export class Scheduler {
  private readonly heap: Entry[] = [];
  private count = 0;
  private time = 0;

  get elapsed(): number {
    return this.time;
  }

  after(delayMs: number, work: () => void): () => void {
    this.count += 1;
    const entry: Entry = { at: this.time + Math.max(0, Math.ceil(delayMs)), order: this.count, work };
    this.push(entry);
    return () => {
      entry.work = undefined;
    };
  }

  /** Runs until `until` and lets every promise settle after each entry. */
  async run(until: number): Promise<void> {
    await settle();
    for (;;) {
      const next = this.heap[0];
      if (!next || next.at > until) break;
      this.pop();
      if (!next.work) continue;
      this.time = next.at;
      next.work();
      await settle();
    }
    this.time = until;
  }

  private push(entry: Entry): void {
    const { heap } = this;
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (!parent || before(parent, entry)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  private pop(): void {
    const { heap } = this;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = at * 2 + 1;
      const left = heap[child];
      const right = heap[child + 1];
      if (!left) break;
      let least = left;
      if (right && before(right, left)) {
        least = right;
        child += 1;
      }
      if (before(last, least)) break;
      heap[at] = least;
      at = child;
    }
    heap[at] = last;
  }
}

const before = (a: Entry, b: Entry) => a.at < b.at || (a.at === b.at && a.order < b.order);

/** When the next turn of the event loop begins, every promise that can settle has settled. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Thirteen minutes before midnight, of which the opening takes half: so a short simulation reaches the end of a trading day. */
export const simulationStart = 1_750_031_220_000;

/** One process's view of time and its permission to run: it may be paused for a while, or dead. Its clock may be wrong. */
export class ProcessGate implements Clock {
  private readonly scheduler: Scheduler;
  private backlog: (() => void)[] = [];
  private paused = false;
  alive = true;
  /** The error of its clock. */
  offsetMs = 0;

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler;
  }

  now(): number {
    return simulationStart + this.scheduler.elapsed + this.offsetMs;
  }

  after(delayMs: number, work: () => void): () => void {
    let cancelled = false;
    const cancel = this.scheduler.after(delayMs, () => {
      this.act(() => {
        if (!cancelled) work();
      });
    });
    return () => {
      cancelled = true;
      cancel();
    };
  }

  defer(work: () => void): void {
    this.scheduler.after(0, () => this.act(work));
  }

  kill(): void {
    this.alive = false;
    this.backlog = [];
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    for (const work of this.backlog.splice(0)) this.act(work);
  }

  /** Events from the world for this process: received when it runs, never when it is dead. */
  hears<T>(told: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      told.then(
        (value) => this.act(() => resolve(value)),
        (error) => this.act(() => reject(error)),
      );
    });
  }

  private act(work: () => void): void {
    if (!this.alive) return;
    if (this.paused) this.backlog.push(work);
    else work();
  }
}
