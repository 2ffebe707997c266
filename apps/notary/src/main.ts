import { CannotStart } from './folder.ts';
import { startNotary } from './start.ts';

const say = (line: Record<string, unknown>) => console.log(JSON.stringify({ time: new Date().toISOString(), ...line }));

try {
  const running = await startNotary(process.env, say);
  say({ level: 'info', address: running.address, keys: running.keys, message: 'signs heads' });
  process.send?.({ address: running.address });
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
