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
}

/** A stretch of the venue's time without a command counts at most this much as notice: nobody could have been told, or a clock was set. */
const longestSilenceMs = 3_600_000;

/** Changes that wait, and the time that counts as notice. */
export class Changes {
  next = 1;
  /** Runs only while a change waits. */
  heard = 0;
  private readonly byId = new Map<number, Pending>();
  private readonly byAbout = new Map<string, Pending>();

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
  }

  remove({ change, about }: Pending): void {
    this.byId.delete(change);
    this.byAbout.delete(about);
    if (this.byId.size === 0) this.heard = 0;
  }

  /** Time passed between two commands. */
  pass(ms: number): void {
    this.heard += Math.min(ms, longestSilenceMs);
  }
}
