import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { crashDay } from './crash-day.ts';

it('an hour of two recorded crashes with 200 leveraged traders ends without a violation, every receipt recomputed', {
  timeout: 300_000,
}, () => {
  const folder = process.env['BOURSE_RECORDINGS'];
  if (!folder || !existsSync(folder)) {
    console.log('crash-day: skipped the recorded days: BOURSE_RECORDINGS names no folder');
    return;
  }
  const options = { folder, seed: 1, traders: 200, fromHour: 7.5, hours: 1, checkEvery: 150 };
  const once = crashDay(options);
  expect(once.violations).toEqual([]);
  for (const kind of ['positionFill', 'liquidation', 'mark', 'funding rounds', 'fundingPayment'])
    expect(once.counts[kind] ?? 0, kind).toBeGreaterThan(0);
});
