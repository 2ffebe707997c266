import { CannotStart } from './problem.ts';
import { startSigner } from './start.ts';

const say = (line: Record<string, unknown>) => console.error(JSON.stringify({ time: new Date().toISOString(), ...line }));

try {
  const lines = process.argv.includes('--stdio') ? { lines: { from: process.stdin, to: process.stdout } } : {};
  const running = await startSigner(process.env, { say, ...lines });
  say({ level: 'info', vaultKey: running.vaultKey, message: 'signs payouts' });
  process.send?.({ vaultKey: running.vaultKey });
  const stop = () => running.stop().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // The server that started it in development is gone.
  process.once('disconnect', stop);
} catch (error) {
  if (!(error instanceof CannotStart)) throw error;
  console.error(error.message);
  process.exit(1);
}
