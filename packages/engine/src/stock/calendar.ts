import { dayMs } from '../core/limits.ts';

/** A continuous stretch of trading, UTC milliseconds; it ends before `close`. */
export interface Session {
  open: number;
  close: number;
}

/** Trading days a round trip is remembered for, the running one included. */
export const roundTripDays = 5;
/** Sessions that are over and still kept: enough for those days when each has a midday break, and for a long way back to the last of them. */
const keptSessions = 32;

/**
 * The sessions of an exchange as they were told, and how far they have come. Two sessions that open on one UTC date are one trading day with a break
 * between them.
 */
export class Calendar {
  readonly id: number;
  /** Ascending and apart: some that are over, perhaps one that runs, those to come. */
  sessions: Session[] = [];
  /** How many of them have opened. */
  begun = 0;
  inSession = false;
  /** Whether the day whose last session closed may go on after a break. */
  dayOpen = false;
  /** Day whose charges are being made, and the position slot they have come to; 0 when none are left to make. */
  chargedDay = 0;
  chargeAt = 0;

  constructor(id: number) {
    this.id = id;
  }

  /** The session that runs or ran last. */
  get current(): Session | undefined {
    return this.sessions[this.begun - 1];
  }
  /** The session that opens next. */
  get next(): Session | undefined {
    return this.sessions[this.begun];
  }

  /** Open time of the running or last trading day, which names it; 0 before the first. */
  get day(): number {
    return this.dayAt(this.begun - 1);
  }

  /** Whether the next session belongs to the day of the last. */
  get pauses(): boolean {
    const { current, next } = this;
    return current !== undefined && next !== undefined && dateOf(current.open) === dateOf(next.open);
  }

  /** Name of the first of the last five trading days; 0 when fewer are known. */
  get windowStart(): number {
    let at = this.begun - 1;
    for (let days = 1; days < roundTripDays && at >= 0; days++) at = this.firstOfDay(at) - 1;
    return this.dayAt(at);
  }

  /** Takes sessions over: those that have begun stay, those to come are replaced. Answers whether any was taken. */
  replace(sessions: readonly Session[]): void {
    const kept = this.sessions.slice(0, this.begun);
    const since = kept.at(-1)?.close ?? 0;
    this.sessions = [...kept, ...sessions.filter(({ open }) => open >= since).map(({ open, close }) => ({ open, close }))];
  }

  /** Forgets sessions that nothing asks about any more. */
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
