import { expect, it } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { silentLog } from '../../platform/log.ts';
import { ManualClock } from '../../platform/manual-clock.ts';
import { CandleStore } from './store.ts';

it('writes each candle that it kept, also when the oldest were given up while a write was under way', async () => {
  const written: number[] = [];
  let goOn = () => {};
  const stuck = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const query = async (_: string, [, , times]: readonly string[]) => {
    written.push(...times!.slice(1, -1).split(',').map(Number));
    await stuck;
    return [];
  };
  const store = new CandleStore({ query } as unknown as Database, new ManualClock(), silentLog);
  const append = (from: number, to: number) => {
    for (let t = from; t < to; t += 1) store.append(1, 1, { t, end: t + 1, o: 1, h: 1, l: 1, c: 1, v: 0, q: 0 });
  };
  append(0, 150_000);
  const flushed = store.flush();
  await Promise.resolve();
  expect(written.length).toBeGreaterThan(0);
  append(150_000, 250_000);
  goOn();
  await flushed;
  const kept = new Set(written);
  for (let t = 100_001; t < 250_000; t += 1) if (!kept.has(t)) throw new Error(`candle ${t} was kept and never written`);
  expect(written.length).toBe(kept.size);
});
