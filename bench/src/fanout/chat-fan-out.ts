import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import type { ChatParts } from '@bourse/server/src/chat/index.ts';
import { createMessages } from '@bourse/server/src/chat/messages.ts';
import { createLocalBus } from '@bourse/server/src/chat/told.ts';
import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { migrate } from '@bourse/server/src/platform/migrations.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { chatParts } from '@bourse/server/src/testing/chat-desk.ts';
import { WebSocket } from 'ws';
import { chatWorld, quantile, type Speaker, said } from '../chat/world.ts';
import { withPostgres } from '../durable/database.ts';
import type { BenchResult } from '../result.ts';
import type { FromChatServer } from './chat-messages.ts';
import type { Way } from './messages.ts';

const groups = 500;
/** Of each group: its customer's devices, and those of two agents. */
const socketsOf = { customer: 4, agent: 3, agents: 2 } as const;
const perGroup = socketsOf.customer + socketsOf.agent * socketsOf.agents;
const messagesPerSecond = 100;
const writersAtMost = 8;
const rounds = 3;
const settleMs = 1_000;
/** Before it is measured, everything has run for a while: the first messages of a process cost more than those after them. */
const warmMs = 10_000;
/** Silence is measured before and after the messages, so that what drifts meanwhile is not counted as theirs. */
const idleMs = 5_000;
const measureMs = 6_000;
const pingMs = 6_000;
const ways: readonly Way[] = ['ours', 'stringify-gzip', 'stringify-gzip-fastest', 'stringify'];

interface Sample {
  /** Microseconds of the server's processor for one message at one client: with everything, and without what open sockets cost in silence. */
  whole: number;
  perDelivery: number;
  delivered: number;
  due: number;
  /** Messages a second that were written. */
  rate: number;
  /** Milliseconds from the commit, and from the call that sent it, until a client has read the message. */
  fromCommit: number[];
  fromCall: number[];
  bytes: number;
}

/**
 * Messages of the chat to many sockets: the server's processor time for each message at each client, beside a server that makes a message for each client.
 * Messages are written by the product's own code in this process, so that the server's side of the scale holds only the delivery.
 */
export const chatFanOut = (times = rounds): Promise<BenchResult> =>
  withPostgres(async (fresh) => {
    const connection = await fresh();
    const database = openDatabase({ connection, log: silentLog, poolSize: 8 });
    try {
      await migrate(database, silentLog);
      // The writing is not measured.
      await database.query(`ALTER DATABASE ${connection.database} SET synchronous_commit = off`);
      const bus = createLocalBus();
      const parts = chatParts({ database, clock: systemClock, bus });
      const speakers = await chatWorld(parts, { groups, agents: socketsOf.agents });
      const samples: Record<Way, Sample[]> = { ours: [], stringify: [], 'stringify-gzip': [], 'stringify-gzip-fastest': [] };
      for (let round = 0; round < times; round += 1)
        for (const way of ways) samples[way].push(await sample(way, connection, { ...parts, told: parts.told }, bus, speakers));
      return resultOf(samples, times);
    } finally {
      await database.close();
    }
  });

function resultOf(samples: Record<Way, Sample[]>, times: number): BenchResult {
  const middle = (way: Way, pick: (one: Sample) => number) => quantile(samples[way].map(pick), 0.5);
  const cost = (way: Way) => middle(way, (one) => one.perDelivery);
  const all = (way: Way, pick: (one: Sample) => number[]) => samples[way].flatMap(pick);
  const line = (way: Way) =>
    `${way}: ${cost(way).toFixed(1)} µs a delivered message (${middle(way, (one) => one.whole).toFixed(1)} with the pings of all sockets), ` +
    `p50 ${quantile(
      all(way, (one) => one.fromCommit),
      0.5,
    ).toFixed(1)} ms and p99 ${quantile(
      all(way, (one) => one.fromCommit),
      0.99,
    ).toFixed(1)} ms from the commit, ` +
    `p99 ${quantile(
      all(way, (one) => one.fromCall),
      0.99,
    ).toFixed(1)} ms from the call, ${middle(way, (one) => one.bytes).toFixed(0)} bytes, ` +
    `${middle(way, (one) => one.rate).toFixed(0)} messages/s, ${samples[way].reduce((sum, one) => sum + one.delivered, 0)} of ${samples[way].reduce((sum, one) => sum + one.due, 0)} delivered`;
  return {
    name: 'chat-fan-out',
    ratio: cost('stringify-gzip') / cost('ours'),
    bar: '>= 5',
    ours: `${cost('ours').toFixed(1)} µs CPU a delivered message, p99 ${quantile(
      all('ours', (one) => one.fromCommit),
      0.99,
    ).toFixed(1)} ms`,
    reference: `${cost('stringify-gzip').toFixed(1)} µs CPU a delivered message, JSON.stringify and gzip for each client`,
    report: [
      `${groups * perGroup} sockets in ${groups} groups, ${messagesPerSecond} messages/s, medians of ${times}; the processor of the server alone`,
      ...ways.map(line),
      ...ways.slice(1).map((way) => `${way} costs ${(cost(way) / cost('ours')).toFixed(1)} × ours`),
    ],
  };
}

async function sample(
  way: Way,
  connection: Connection,
  parts: ChatParts,
  bus: ReturnType<typeof createLocalBus>,
  speakers: readonly Speaker[],
): Promise<Sample> {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'bench/src/fanout/chat-server.ts', way, JSON.stringify(connection)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const crowd = new Crowd(way === 'stringify' ? (data) => data.toString() : (data) => gunzipSync(data).toString());
  const stop = bus.subscribe((group, { what }) => {
    if (what === 'entry') server.send({ group });
  });
  try {
    const { port } = await heard(server, 'listening');
    await crowd.gather(port, speakers);
    await pause(settleMs);
    const cost = async <Value>(work: () => Promise<Value>) => {
      server.send({ kind: 'begin' });
      const value = await work();
      const end = measured(server);
      server.send({ kind: 'end' });
      return { value, ...(await end) };
    };
    const { send } = createMessages(parts);
    const writing: Promise<unknown>[] = [];
    let next = 0;
    let underWay = 0;
    /** Messages that nobody counts. */
    let warm = 0;
    const write = () => {
      underWay += 1;
      const { session, groupId } = speakers[(next * 7) % speakers.length]!;
      next += 1;
      const uuid = randomUUID();
      crowd.called.set(uuid, performance.now());
      writing.push(
        send(session, { groupId }, uuid, { kind: 'TEXT', text: said }, 'en').then(() => {
          underWay -= 1;
          crowd.committed.set(uuid, performance.now());
        }),
      );
    };
    /** Writes for so long, waits until everything has arrived, and answers how many messages a second that were. */
    const talk = async (ms: number): Promise<number> => {
      const before = next;
      const from = performance.now();
      while (performance.now() - from < ms) {
        // A machine that cannot write so fast writes as fast as it can, and the report says how fast that was.
        while (underWay < writersAtMost && next - before < ((performance.now() - from) / 1_000) * messagesPerSecond) write();
        await pause(2);
      }
      const rate = (next - before) / ((performance.now() - from) / 1_000);
      await Promise.all(writing);
      const waitUntil = performance.now() + 10_000;
      while (crowd.arrived.length < (next - warm) * perGroup && performance.now() < waitUntil) await pause(20);
      return rate;
    };
    await talk(warmMs);
    warm = next;
    crowd.forget();
    const before = await cost(() => pause(idleMs));
    const { value: rate, cpuMicros, wallMs } = await cost(() => talk(measureMs));
    const due = (next - warm) * perGroup;
    const after = await cost(() => pause(idleMs));
    const silence = (before.cpuMicros + after.cpuMicros) / (before.wallMs + after.wallMs);
    const delivered = crowd.arrived.length;
    return {
      whole: cpuMicros / delivered,
      perDelivery: (cpuMicros - silence * wallMs) / delivered,
      ...{ delivered, due, rate, bytes: crowd.bytes / delivered },
      fromCommit: crowd.arrived.map(({ uuid, at }) => Math.max(0, at - crowd.committed.get(uuid)!)),
      fromCall: crowd.arrived.map(({ uuid, at }) => at - crowd.called.get(uuid)!),
    };
  } finally {
    stop();
    crowd.leave();
    server.kill();
    await new Promise((resolve) => server.once('exit', resolve));
  }
}

/** Clients that sign in, ping as the product's client does, and note when a message arrives. */
class Crowd {
  readonly called = new Map<string, number>();
  readonly committed = new Map<string, number>();
  arrived: { uuid: string; at: number }[] = [];
  bytes = 0;
  private readonly sockets: WebSocket[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly read: (data: Buffer) => string;
  constructor(read: (data: Buffer) => string) {
    this.read = read;
  }

  /** What came until now is not counted. */
  forget(): void {
    this.arrived = [];
    this.bytes = 0;
  }
  async gather(port: number, speakers: readonly Speaker[]): Promise<void> {
    const tokens = speakers.flatMap(({ session, operators }) => [
      ...Array.from({ length: socketsOf.customer }, () => `customer:${session.customerId}`),
      ...operators.flatMap((operator) => Array.from({ length: socketsOf.agent }, () => `operator:${operator}`)),
    ]);
    const atOnce = 100;
    for (let done = 0; done < tokens.length; done += atOnce)
      await Promise.all(tokens.slice(done, done + atOnce).map((token) => this.join(port, token)));
  }
  private join(port: number, token: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/chat?version=v1`, { perMessageDeflate: false });
      this.sockets.push(socket);
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', Authorization: `Bearer ${token}` })));
      socket.on('message', (data: Buffer) => {
        const { m } = JSON.parse(this.read(data)) as { m: ChatServerMessage[] };
        for (const message of m) {
          if (message.c === 'hello' && message.signedIn) resolve();
          if (message.c !== 'entry') continue;
          this.bytes += data.length;
          this.arrived.push({ uuid: message.v.uuid, at: performance.now() });
        }
      });
      const ping = () => socket.send(JSON.stringify({ type: 'ping', t: Date.now() }));
      this.timers.push(
        setTimeout(() => {
          if (socket.readyState === WebSocket.OPEN) ping();
          this.timers.push(
            setInterval(() => {
              if (socket.readyState === WebSocket.OPEN) ping();
            }, pingMs),
          );
        }, Math.random() * pingMs),
      );
    });
  }
  leave(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const socket of this.sockets) {
      socket.removeAllListeners();
      socket.on('error', () => {});
      socket.terminate();
    }
  }
}

const measured = (server: ChildProcess) => heard(server, 'measured');
function heard<Kind extends FromChatServer['kind']>(server: ChildProcess, kind: Kind): Promise<Extract<FromChatServer, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`the bench's server did not say ${kind}`)), 60_000);
    const onExit = () => reject(new Error('the bench’s server ended'));
    server.once('exit', onExit);
    const onMessage = (message: FromChatServer) => {
      if (message.kind !== kind) return;
      clearTimeout(late);
      server.off('exit', onExit);
      server.off('message', onMessage);
      resolve(message as Extract<FromChatServer, { kind: Kind }>);
    };
    server.on('message', onMessage);
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
