import { runUntilStopped } from '@bourse/key-process';
import { startNotary } from './start.ts';

const say = (line: Record<string, unknown>) => console.log(JSON.stringify({ time: new Date().toISOString(), ...line }));

await runUntilStopped(async () => {
  const running = await startNotary(process.env, say);
  say({ level: 'info', address: running.address, keys: running.keys, message: 'signs heads' });
  process.send?.({ address: running.address });
  return running;
});
