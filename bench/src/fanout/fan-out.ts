import { type ChildProcess, spawn } from 'node:child_process';
import type { BenchResult } from '../result.ts';
import { type Crowd, gather } from './clients.ts';
import type { FromServer, Way } from './messages.ts';

const symbols = 100;
const clients = 2_000;
const rounds = 5;
const settleMs = 1_000;
const measureMs = 2_000;
const ways: readonly Way[] = ['ours', 'stringify-gzip', 'stringify-gzip-fastest', 'stringify'];

interface Sample {
  /** Microseconds of the server's processor for one bundle at one client. */
  perBundle: number;
  /** Bundles a second and client that were delivered: five are due. */
  rate: number;
  /** Part of one core. */
  share: number;
  bytes: number;
}

/**
 * The server's CPU time per delivered bundle: frames made once, compared with a message made for each client from the same rows. Alternating, medians
 * of five. The ratio is against the usual way, a compressed bundle. Plain JSON is shown too and takes five times the bytes.
 */
export async function fanOut(times = rounds): Promise<BenchResult> {
  const samples: Record<Way, Sample[]> = { ours: [], stringify: [], 'stringify-gzip': [], 'stringify-gzip-fastest': [] };
  for (let round = 0; round < times; round += 1) for (const way of ways) samples[way].push(await sample(way));
  const middle = (way: Way, pick: (one: Sample) => number) => median(samples[way].map(pick));
  const perBundle = Object.fromEntries(ways.map((way) => [way, middle(way, (one) => one.perBundle)])) as Record<Way, number>;
  const line = (way: Way) =>
    `${way}: ${perBundle[way].toFixed(1)} µs a delivered bundle, ${middle(way, (one) => one.rate).toFixed(1)} of 5 bundles/s reach a client, ` +
    `${(100 * middle(way, (one) => one.share)).toFixed(0)} % of a core, ${Math.round(middle(way, (one) => one.bytes))} bytes a bundle`;
  const against = (way: Way) => `${way} costs ${(perBundle[way] / perBundle.ours).toFixed(1)} × ours`;
  return {
    name: 'fan-out',
    ratio: perBundle['stringify-gzip'] / perBundle.ours,
    bar: '>= 15',
    ours: `${perBundle.ours.toFixed(1)} µs CPU a bundle`,
    reference: `${perBundle['stringify-gzip'].toFixed(1)} µs CPU a bundle, JSON.stringify and gzip for each client`,
    report: [
      `${symbols} symbols × 5/s to ${clients} sockets over loopback, medians of ${times}; the processor of the server alone, its threads included`,
      ...ways.map(line),
      ...ways.slice(1).map(against),
    ],
  };
}

async function sample(way: Way): Promise<Sample> {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'bench/src/fanout/server.ts', way, String(symbols)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let crowd: Crowd | undefined;
  try {
    const { port } = await heard(server, 'listening');
    const rows = Array.from({ length: symbols }, (_, index) => `SYM${index}/USDT`);
    crowd = await gather(port, clients, JSON.stringify({ type: 'SUB', rows }));
    server.send('go');
    await pause(settleMs);
    server.send('begin');
    const before = crowd.bytes();
    await pause(measureMs);
    server.send('end');
    const { cpuMicros, delivered, wallMs } = await heard(server, 'measured');
    return {
      perBundle: cpuMicros / delivered,
      rate: delivered / clients / (wallMs / 1000),
      share: cpuMicros / 1000 / wallMs,
      bytes: (crowd.bytes() - before) / delivered,
    };
  } finally {
    await crowd?.leave();
    server.kill();
  }
}

function heard<Kind extends FromServer['kind']>(server: ChildProcess, kind: Kind): Promise<Extract<FromServer, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the bench's server did not say ${kind}`)), 60_000);
    const onExit = () => reject(new Error('the bench’s server ended'));
    server.once('exit', onExit);
    server.on('message', (message: FromServer) => {
      if (message.kind !== kind) return;
      clearTimeout(late);
      server.off('exit', onExit);
      resolve(message as Extract<FromServer, { kind: Kind }>);
    });
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
