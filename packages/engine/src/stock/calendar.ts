import { dayMs } from '../core/limits.ts';

/** A continuous stretch of trading in UTC milliseconds, up to but excluding `close`. */
export interface Session {
  open: number;
  close: number;
}

/** Trading days over which round trips count, including the running day. */
export const roundTripDays = 5;
/** How many past sessions are kept: enough for five trading days with midday breaks, with room to spare. */
const keptSessions = 32;

/** The announced sessions of an exchange and how far they have come. Two sessions that open on one UTC date form one trading day with a break. */
export class Calendar {
  readonly id: number;
  /** In time order without overlap: past sessions, the running one if any, and future ones. */
  sessions: Session[] = [];
  /** How many of them have opened. */
  begun = 0;
  inSession = false;
  /** Whether the day whose last session closed may continue after a break. */
  dayOpen = false;
  /** The day whose charges are being made, and the position slot they have reached; 0 when no charges are left. */
  chargedDay = 0;
  chargeAt = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** The running session, or the last one that ran. */
  get current(): Session | undefined {
    return this.sessions[this.begun - 1];
  }
  /** The session that opens next. */
  get next(): Session | undefined {
    return this.sessions[this.begun];
  }

  /** Open time of the running or last trading day, which identifies it; 0 before the first. */
  get day(): number {
    return this.dayAt(this.begun - 1);
  }

  /** Whether the next session belongs to the same day as the last. */
  get pauses(): boolean {
    const { current, next } = this;
    return current !== undefined && next !== undefined && dateOf(current.open) === dateOf(next.open);
  }

  /** Open time of the first of the last five trading days; 0 when fewer are known. */
  get windowStart(): number {
    let at = this.begun - 1;
    for (let days = 1; days < roundTripDays && at >= 0; days++) at = this.firstOfDay(at) - 1;
    return this.dayAt(at);
  }

  /** Replaces future sessions and keeps those that have begun. Returns whether any session was added. */
  replace(sessions: readonly Session[]): void {
    const kept = this.sessions.slice(0, this.begun);
    const since = kept.at(-1)?.close ?? 0;
    this.sessions = [...kept, ...sessions.filter(({ open }) => open >= since).map(({ open, close }) => ({ open, close }))];
  }

  /** Drops past sessions that nothing needs any more. */
  trim(): void {
    const spare = this.begun - keptSessions;
    if (spare <= 0) return;
    this.sessions.splice(0, spare);
    this.begun -= spare;
  }

  private dayAt(at: number): number {
    return at < 0 ? 0 : this.sessions[this.firstOfDay(at)]!.open;
  }

  private firstOfDay(at: number): number {
    let first = at;
    while (first > 0 && dateOf(this.sessions[first - 1]!.open) === dateOf(this.sessions[at]!.open)) first -= 1;
    return first;
  }
}

const dateOf = (time: number) => Math.floor(time / dayMs);
