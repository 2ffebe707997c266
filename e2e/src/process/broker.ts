import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { startLine } from '../harness/line.ts';
import { freePort } from '../harness/server.ts';
import { Skip } from '../harness/suite.ts';
import { until } from './world.ts';

const reachable = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const say = (there: boolean) => {
      socket.destroy();
      resolve(there);
    };
    socket.once('connect', () => say(true)).once('error', () => say(false));
    socket.once('timeout', () => say(false));
  });

export interface Broker {
  url: string;
  /** `deaf`: it takes everything and passes nothing on. `gone`: nobody answers there. */
  set(state: 'there' | 'deaf' | 'gone'): void;
  stop(): void;
}

/** A NATS server behind a line that this program can cut. A server of its own where the program is installed; otherwise the one that is there. */
export async function startBroker(): Promise<Broker> {
  let child: ChildProcess | undefined;
  let target = new URL(process.env['NATS_URL'] ?? 'nats://127.0.0.1:4222');
  if (spawnSync('nats-server', ['--version']).status === 0) {
    const port = await freePort();
    child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    target = new URL(`nats://127.0.0.1:${port}`);
    await until('a NATS server', () => reachable('127.0.0.1', port), 20_000);
  } else if (!(await reachable(target.hostname, Number(target.port || 4222))))
    throw new Skip('there is no NATS server: NATS_URL names none, and nats-server is not installed');

  let state: 'there' | 'deaf' | 'gone' = 'there';
  const line = await startLine({ host: target.hostname, port: Number(target.port || 4222) }, (bytes, near) => {
    // A deaf broker still answers pings, so that nobody looks for another.
    if (state === 'deaf' && bytes.includes('PING')) near.write('PONG\r\n');
    return state === 'deaf';
  });
  return {
    url: `nats://127.0.0.1:${line.port}`,
    set(next) {
      // After deafness, the rest of a frame that was half heard would be nonsense.
      if (state === 'deaf') line.drop();
      state = next;
      if (next === 'gone') line.cut();
      else line.mend();
    },
    stop() {
      line.close();
      child?.kill('SIGKILL');
    },
  };
}
