import type { BenchResult } from '../result.ts';
import { runEngine, runReference } from './runners.ts';
import { makeStream } from './stream.ts';
import { median } from './world.ts';

const rounds = 5;
const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');

/** A book of 90,000 price levels a side, orders spread over all of it. */
export async function engineWide(): Promise<BenchResult> {
  const stream = makeStream({ seed: 2, length: 200_000, customers: 10_000, spreadTicks: 90_000, levelsBefore: 90_000 });
  const ours: number[] = [];
  const reference: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const a = runEngine(stream, 'packed');
    const b = runReference(stream);
    ours.push(a.rate);
    reference.push(b.rate);
    if (a.restingLots !== b.restingLots) throw new Error('the two books did not end alike');
  }
  return {
    name: 'engine-wide',
    ratio: median(ours) / median(reference),
    bar: '4.00',
    ours: `${perSecond(median(ours))} commands/s`,
    reference: `${perSecond(median(reference))} commands/s`,
    report: [`200,000 commands over 90,000 price levels a side, ${rounds} rounds side by side; both books end with the same lots resting`],
  };
}
