import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { historiesFile } from '@bourse/server/src/projections/thread/worker.ts';
import { shadowFile } from '@bourse/server/src/sequencer/shadow/worker.ts';
import { openVenue } from '@bourse/server/src/sequencer/venues.ts';

/** A process that opens one venue as the server does, and says what that took. `restart.ts` starts it. */
const connection = JSON.parse(process.env['BOURSE_BENCH_CONNECTION'] ?? '{}');
const started = performance.now();
const venue = openVenue({
  ...{ venue: 'demo', connection: () => connection, clock: systemClock, log: silentLog, logLevel: 'error' },
  ...{ historiesFile: historiesFile(), shadowFile: shadowFile() },
});
let usedMb = 0;
const watch = setInterval(() => {
  const { heapUsed, external } = process.memoryUsage();
  usedMb = Math.max(usedMb, (heapUsed + external) / 1_000_000);
}, 100);
await venue.start();
const openMs = performance.now() - started;
await venue.sequencer.waitProjected(venue.sequencer.durable, 600_000);
const projectedMs = performance.now() - started;
clearInterval(watch);
// In kilobytes, of all threads of the process.
const peakMb = (process.resourceUsage().maxRSS * 1_024) / 1_000_000;
const { seq } = await venue.sequencer.read((engine) => engine.seq);
console.log(JSON.stringify({ openMs, projectedMs, peakMb, usedMb, seq }));
process.exit(0);
