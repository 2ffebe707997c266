import type { InstrumentInfo } from '../port.ts';

/** Up to which price, in ticks, prices are multiples of which step. The last step holds beyond. */
export type Ladder = readonly { upTo: number; step: number }[];

/** The step of prices at a price, in ticks: 1 where there is no ladder. */
export const stepAt = ({ ladder }: Pick<InstrumentInfo, 'ladder'>, ticks: number): number =>
  ladder === null ? 1 : (ladder.find(({ upTo }) => ticks <= upTo) ?? ladder.at(-1)!).step;

/** The nearest price on the ladder at or below a price, or at or above it. */
export function onLadder(instrument: Pick<InstrumentInfo, 'ladder'>, ticks: number, to: 'down' | 'up'): number {
  const step = stepAt(instrument, ticks);
  return (to === 'down' ? Math.floor(ticks / step) : Math.ceil(ticks / step)) * step;
}
