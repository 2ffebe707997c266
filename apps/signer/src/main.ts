import { runUntilStopped } from '@bourse/key-process';
import { startSigner } from './start.ts';

const say = (line: Record<string, unknown>) => console.error(JSON.stringify({ time: new Date().toISOString(), ...line }));

await runUntilStopped(async () => {
  const lines = process.argv.includes('--stdio') ? { lines: { from: process.stdin, to: process.stdout } } : {};
  const running = await startSigner(process.env, { say, ...lines });
  say({ level: 'info', vaultKey: running.vaultKey, message: 'signs payouts' });
  process.send?.({ vaultKey: running.vaultKey });
  return running;
});
