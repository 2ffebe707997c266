import type { AnnouncedCommand, Announcement } from './declare.ts';

/** A change that waits for its time. */
export interface Pending extends Announcement {
  body: AnnouncedCommand;
  /** What it changes: at most one change of it waits. */
  about: string;
  /** Time in which the venue was at work, when it was announced. */
  heardAt: number;
  /** So much of that time must pass before it takes effect; 0 for what is not worse. */
  noticeMs: number;
  /** When it is tried: `from`, or later when it did not fit then. */
  due: number;
}

/** A stretch of the venue's time without a command counts at most this much as notice: nobody could have been told, or a clock was set. */
const longestSilenceMs = 3_600_000;

/** Changes that wait, and the time that counts as notice. */
export class Changes {
  next = 1;
  /** Runs only while a change waits. */
  heard = 0;
  /** When the first change of everybody's terms is due. */
  soonest = Number.POSITIVE_INFINITY;
  private readonly byId = new Map<number, Pending>();
  private readonly byAbout = new Map<string, Pending>();
  /** Those of everybody's terms: few, however many customers have changes of their own. */
  private readonly general = new Map<number, Pending>();

  get size(): number {
    return this.byId.size;
  }

  get(change: number): Pending | undefined {
    return this.byId.get(change);
  }

  about(what: string): Pending | undefined {
    return this.byAbout.get(what);
  }

  all(): Pending[] {
    return [...this.byId.values()].sort((a, b) => a.change - b.change);
  }

  add(pending: Pending): void {
    this.byId.set(pending.change, pending);
    this.byAbout.set(pending.about, pending);
    if (pending.account === 0) this.general.set(pending.change, pending);
    this.settle();
  }

  remove({ change, about }: Pending): void {
    this.byId.delete(change);
    this.byAbout.delete(about);
    this.general.delete(change);
    if (this.byId.size === 0) this.heard = 0;
    this.settle();
  }

  postpone(pending: Pending, due: number): void {
    pending.due = due;
    this.settle();
  }

  /** Changes of everybody's terms that are due, in the order of their times. */
  dueBy(time: number): Pending[] {
    return [...this.general.values()].filter(({ due }) => due <= time).sort((a, b) => a.due - b.due || a.change - b.change);
  }

  private settle(): void {
    this.soonest = Number.POSITIVE_INFINITY;
    for (const { due } of this.general.values()) this.soonest = Math.min(this.soonest, due);
  }

  /** Time passed between two commands. */
  pass(ms: number): void {
    this.heard += Math.min(ms, longestSilenceMs);
  }
}
