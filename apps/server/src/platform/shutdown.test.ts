import { expect, it } from 'vitest';
import { silentLog } from './log.ts';
import { createShutdown } from './shutdown.ts';

it('stops newest first, once, and does not let one failing part keep the others', async () => {
  const stopped: string[] = [];
  const shutdown = createShutdown(silentLog);
  shutdown.add('database', async () => stopped.push('database'));
  shutdown.add('engine', () => {
    throw new Error('stuck');
  });
  shutdown.add('http', () => stopped.push('http'));
  expect(await Promise.all([shutdown.run(), shutdown.run()])).toEqual([false, false]);
  expect(stopped).toEqual(['http', 'database']);
});
