import { PositionDirection } from '@bourse/protocol/enums';
import { TimerHeap } from '../core/timers.ts';
import { list, serial, signed, struct, type ValueOf } from '../define/field.ts';

/** The one kind of entry in the heaps. */
const kind = 1;

const warned = list(struct({ position: serial(), ticks: signed() }));
/** Warned positions in a snapshot, by the price at which their warnings may be over; negative for shorts. */
export const warnedFields = struct({ longs: warned, shorts: warned });
export type StoredWarnings = ValueOf<typeof warnedFields>;

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
    const stored = (heap: TimerHeap) => heap.sorted().map(({ id, due }) => ({ position: id, ticks: due }));
    return { longs: stored(this.longs), shorts: stored(this.shorts) };
  }

  load({ longs, shorts }: StoredWarnings): void {
    for (const { position, ticks } of longs) this.longs.set(kind, position, ticks);
    for (const { position, ticks } of shorts) this.shorts.set(kind, position, ticks);
  }
}
