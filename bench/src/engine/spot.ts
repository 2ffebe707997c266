import type { BenchResult } from '../result.ts';
import { runEngine, runReference } from './runners.ts';
import { makeStream } from './stream.ts';
import { median } from './world.ts';

const rounds = 5;
const perSecond = (rate: number) => Math.round(rate).toLocaleString('en');

/** Spot stream: 1 M commands of 10,000 customers, 60 % limit, 30 % cancel, 10 % crossing. */
export async function engineSpot(): Promise<BenchResult> {
  const length = 1_000_000;
  const stream = makeStream({ seed: 1, length, customers: 10_000, spreadTicks: 2000, levelsBefore: 500 });
  const ours: number[] = [];
  const decoded: number[] = [];
  const reference: number[] = [];
  let same = true;
  for (let round = 0; round < rounds; round++) {
    const a = runEngine(stream, 'packed');
    const b = runReference(stream);
    ours.push(a.rate);
    reference.push(b.rate);
    same &&= a.restingLots === b.restingLots;
    if (round < 3) decoded.push(runEngine(stream, 'decoded').rate);
  }
  if (!same) throw new Error('the two books did not end alike');
  const latencies = new Float64Array(length);
  runEngine(stream, 'packed', latencies);
  latencies.sort();
  const microseconds = (share: number) => `${(latencies[Math.min(length - 1, Math.floor(length * share))]! / 1000).toFixed(1)} µs`;
  return {
    name: 'engine-spot',
    ratio: median(ours) / median(reference),
    bar: '8.00',
    ours: `${perSecond(median(ours))} commands/s`,
    reference: `${perSecond(median(reference))} commands/s`,
    report: [
      `stream: ${length.toLocaleString('en')} commands, 10,000 customers, ${rounds} rounds side by side; both books end with the same lots resting`,
      'rates are per second of processor time, latencies by the wall clock (a busy machine interrupts commands)',
      'ours with double-entry ledger, fees and event records, which are taken packed per 256 commands and released, as the sequencer does; the reference keeps a book only',
      `ours, every event also decoded to objects: ${perSecond(median(decoded))} commands/s`,
      `one command: median ${microseconds(0.5)}, p99 ${microseconds(0.99)}, p99.9 ${microseconds(0.999)}, longest ${microseconds(1)}`,
    ],
  };
}
