// A signer that is killed between writing a plan down and answering, at the write that KILL_AT names.
import { startSigner } from '../start.ts';

let writes = 0;
const day = Number(process.env['SIGNER_TIME']);
await startSigner(process.env, {
  say: () => {},
  wall: () => day + performance.now(),
  lines: { from: process.stdin, to: process.stdout },
  afterWrite: () => {
    writes += 1;
    if (writes === Number(process.env['KILL_AT'])) process.kill(process.pid, 'SIGKILL');
  },
});
