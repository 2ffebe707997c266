import { Refused } from './problem.ts';

/** How far wall clock and running clock may drift apart. */
const mostDrift = 5 * 60_000;

/**
 * The signer's time. A day's wait must not end because somebody set the clock: the wall clock may not move against the clock that only runs, and after a restart it
 * may not lie before what was written last.
 */
export class GuardedClock {
  private readonly wall: () => number;
  private readonly running: () => number;
  private readonly offset: number;

  constructor(wall: () => number, running: () => number) {
    this.wall = wall;
    this.running = running;
    this.offset = wall() - running();
  }

  now(lastWritten: number): number {
    const now = this.wall();
    if (Math.abs(now - this.running() - this.offset) > mostDrift)
      throw new Refused('clockStepped', 'The clock of this machine was set while the signer ran. Check it, then start the signer again.');
    if (now < lastWritten - mostDrift)
      throw new Refused('clockStepped', 'The clock of this machine shows a time before the last signature.');
    return Math.max(now, lastWritten);
  }
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
