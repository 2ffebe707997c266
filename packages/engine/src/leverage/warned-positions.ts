import { PositionDirection } from '@bourse/protocol/enums';
import { TimerHeap } from '../core/timers.ts';

/** The one kind of entry in the heaps. */
const kind = 1;

/** The form in a snapshot: position ids and the prices they wait for, longs first. The prices of shorts are negative. */
export type StoredWarnings = [position: number, ticks: number][][];

/** Warned positions of one instrument by the price at which their warning may be over: longs wait for it to rise there, shorts to fall. */
export class WarnedPositions {
  private readonly longs = new TimerHeap();
  private readonly shorts = new TimerHeap();

  set(direction: PositionDirection, position: number, priceTicks: number): void {
    if (direction === PositionDirection.long) this.longs.set(kind, position, priceTicks);
    else this.shorts.set(kind, position, -priceTicks);
  }

  clear(direction: PositionDirection, position: number): void {
    (direction === PositionDirection.long ? this.longs : this.shorts).clear(kind, position);
  }

  /** Whether somebody's warning may be over at a price. */
  isReached(priceTicks: number): boolean {
    return this.longs.soonest() <= priceTicks || this.shorts.soonest() <= -priceTicks;
  }

  /** Takes the next such position off, longs first. Only after `isReached`. */
  take(priceTicks: number): number {
    return (this.longs.soonest() <= priceTicks ? this.longs : this.shorts).take().id;
  }

  has(direction: PositionDirection, position: number): boolean {
    return (direction === PositionDirection.long ? this.longs : this.shorts).due(kind, position) !== undefined;
  }

  get size(): number {
    return this.longs.size + this.shorts.size;
  }

  store(): StoredWarnings {
    return [this.longs, this.shorts].map((heap) => heap.sorted().map(({ id, due }) => [id, due]));
  }

  load(stored: StoredWarnings): void {
    for (const [at, heap] of [this.longs, this.shorts].entries())
      for (const [position, ticks] of stored[at]!) heap.set(kind, position, ticks);
  }
}
