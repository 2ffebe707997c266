import type { Board, Live } from '../board.ts';

export interface Tick {
  instrument: number;
  priceTicks: number;
  time: number;
}

/** Of the ticks that a source told for one such stretch of its own time, the first waits here. */
const slotMs = 100;
/** Ticks that wait for one instrument. Beyond it every second one goes, so that what is left still spans the whole wait. */
const mostTicks = 3_000;

/**
 * The ticks that decide timed contracts and rounds of funding, with their own times, until one venue's engine has them. They wait while the host, the
 * journal or the venue is late, so that lateness never takes the tick away that decides.
 */
export class TickQueue {
  private readonly waiting = new Map<number, Tick[]>();
  private readonly slots = new Map<number, number>();
  private readonly unlisten: () => void;

  constructor(board: Board) {
    for (const { instrument } of board.all)
      if (instrument.tradable && (instrument.timed !== null || instrument.contract !== null)) this.waiting.set(instrument.id, []);
    this.unlisten = board.listen({ tick: (live) => this.add(live) });
  }

  private add({ instrument: { id }, last, time }: Live) {
    const ticks = this.waiting.get(id);
    const slot = Math.floor(time / slotMs);
    if (!ticks || slot === this.slots.get(id)) return;
    this.slots.set(id, slot);
    ticks.push({ instrument: id, priceTicks: last, time });
    if (ticks.length > mostTicks) this.thin(id, ticks);
  }

  private thin(id: number, ticks: readonly Tick[]) {
    this.waiting.set(
      id,
      ticks.filter((_, at) => at % 2 === 0),
    );
  }

  /** What waits for one instrument, oldest first; it is the caller's from now on. */
  take(id: number): Tick[] {
    const ticks = this.waiting.get(id);
    return ticks ? ticks.splice(0) : [];
  }

  /** Ticks that were taken and did not reach the engine. */
  putBack(ticks: readonly Tick[]) {
    for (const id of new Set(ticks.map(({ instrument }) => instrument))) {
      const later = this.take(id);
      this.waiting.set(id, [...ticks.filter(({ instrument }) => instrument === id), ...later]);
    }
  }

  isEmpty(id: number): boolean {
    return (this.waiting.get(id)?.length ?? 0) === 0;
  }

  stop() {
    this.unlisten();
  }
}
