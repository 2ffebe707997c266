import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OutsideDeed, startOutside } from './outside.ts';

/** How often the chains make a block, ms. */
const blockMs = 2_000;

/** Runs the world outside beside a server in development: it tells where its nodes are, and does what it is told over the channel to its parent. */
const folder = process.env['OUTSIDE_FOLDER'] ?? '.outside';
const outside = await startOutside(folder);
// Runs that end the chains look here for whom to end.
writeFileSync(join(folder, 'process'), `${process.pid}\n`);
const timer = setInterval(() => outside.tick(), blockMs);
process.on('message', ({ id, deed }: { id: number; deed: OutsideDeed }) => {
  outside.deed(deed).then(
    (answer) => process.send?.({ id, answer }),
    (error: Error) => process.send?.({ id, problem: error.message }),
  );
});
const end = () => {
  clearInterval(timer);
  void outside.close().then(() => process.exit(0));
};
process.once('SIGTERM', end);
process.once('SIGINT', end);
// The server has ended: so does its world.
process.once('disconnect', end);
process.send?.({ places: outside.places });
