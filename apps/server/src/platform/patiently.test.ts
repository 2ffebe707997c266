import { Refusal } from '@bourse/protocol/errors';
import { expect, it } from 'vitest';
import { silentLog } from './log.ts';
import { ManualClock } from './manual-clock.ts';
import { patiently } from './patiently.ts';

const gone = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

it('tries again while the database or the venue is away, and gives up over anything else', async () => {
  const clock = new ManualClock();
  const outcomes = [gone, new Refusal('unavailable'), new Refusal('outcomeUnknown')];
  const work = async () => {
    const outcome = outcomes.shift();
    if (outcome) throw outcome;
    return 'done';
  };
  const done = patiently(work, { what: 'charts', clock, log: silentLog });
  await clock.pass(10_000);
  expect(await done).toBe('done');
  await expect(patiently(() => Promise.reject(new Error('a mistake of ours')), { what: 'charts', clock, log: silentLog })).rejects.toThrow(
    'a mistake of ours',
  );
  await expect(patiently(() => Promise.reject(gone), { what: 'charts', clock, log: silentLog, stopped: () => true })).rejects.toBe(gone);
});
