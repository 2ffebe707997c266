import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Database } from '@bourse/server/src/platform/database.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { chatStart, checkChat } from '@bourse/verifier/chat';
import { WebSocket } from 'ws';
import { ChatDevice } from '../harness/chat-device.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { type Broker, startBroker } from './broker.ts';
import { demoLogin } from './trader.ts';
import { databaseIn, folder, sleep, until } from './world.ts';

const perPart = 8;
/** The look at the database is every two seconds; the rest is writing and reading on a busy machine. */
const lookWithinMs = 6_000;
const median = (list: readonly number[]) => [...list].sort((a, b) => a - b)[list.length >> 1] ?? 0;

/** What comes to an open page of a customer. */
class Page {
  readonly notices: string[] = [];
  private readonly socket: WebSocket;
  ready = false;
  constructor(origin: string, token: string) {
    this.socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/ws/market-demo?version=v1`, { perMessageDeflate: false });
    this.socket.on('error', () => {});
    this.socket.on('open', () => this.socket.send(JSON.stringify({ type: 'auth', Authorization: `Bearer ${token}` })));
    this.socket.on('message', (data: Buffer) => {
      const { m } = JSON.parse(gunzipSync(data).toString()) as { m: { c: string; id?: string; signedIn?: boolean }[] };
      for (const message of m) {
        if (message.c === 'hello' && message.signedIn) this.ready = true;
        if (message.c === 'notice') this.notices.push(message.id ?? '');
      }
    });
  }
  close() {
    this.socket.terminate();
  }
}

/** Leaves a notice as a room does in the transaction of what it tells. */
let subjects = 0;
async function leaveNotice(database: Database): Promise<string> {
  subjects += 1;
  const [row] = await database.query<{ id: bigint }>(
    `WITH made AS (INSERT INTO notice (venue, account, kind, params, subject, created_ms)
       SELECT venue, account, 'order.filled', '{}', $1, $2 FROM customer WHERE login_type = 2 RETURNING id)
     INSERT INTO notice_left (notice) SELECT id FROM made RETURNING notice AS id`,
    [`run:${subjects}`, Date.now()],
  );
  return String(row!.id);
}

/**
 * Two servers on one database, of which one only stands by: a customer's devices at both see one conversation. Then the broker between them hears nothing, and then
 * it is gone: a message costs two seconds more, and none is lost or there twice. Notices go the same way.
 */
export async function twoServersChat(): Promise<void> {
  const broker = await startBroker();
  const folders = [folder(), folder(), folder()] as const;
  const postgres = await databaseIn(folders[0]);
  // Servers of one database seal with one key (`docs/operations.md`).
  const key = `${randomBytes(32).toString('base64url')}\n`;
  for (const dataFolder of folders.slice(1)) {
    mkdirSync(join(dataFolder, 'keys'), { mode: 0o700 });
    writeFileSync(join(dataFolder, 'keys', 'documents'), key, { mode: 0o600 });
  }
  const env = { DATABASE_URL: postgres.url, LOG_LEVEL: 'info', NATS_URL: broker.url };
  const running: RunningServer[] = [];
  const devices: ChatDevice[] = [];
  const database = openDatabase({ connection: postgres.connection, log: silentLog, poolSize: 1 });
  let page: Page | undefined;
  try {
    for (const standby of [false, true])
      running.push(await startServer({ dataFolder: folders[standby ? 2 : 1], standby, env, timeoutMs: 120_000 }));
    const [first, second] = running as [RunningServer, RunningServer];
    await until('the standby', () => second.output().includes('standing by'), 60_000);
    const token = await demoLogin(first.origin);
    for (const { origin } of running) devices.push(new ChatDevice(origin, token));
    page = new Page(second.origin, token);
    await until('the page', () => page!.ready, 20_000);
    for (const { client } of devices) await client.start();
    await until('both devices', () => devices.every(({ client }) => client.socket.status.link === 'open'), 20_000);
    await devices[0]!.say('hello');
    await until('the first word at both', () => devices.every(({ texts }) => texts.includes('hello')), 20_000);
    await converse(broker, devices, page, database);
  } catch (error) {
    const said = running.map((one, index) => `server ${index + 1} (exit status ${one.child.exitCode}):\n${one.output().slice(-3_000)}`);
    throw new Error(`the servers said last:\n${said.join('\n')}`, { cause: error });
  } finally {
    page?.close();
    for (const device of devices) device.stop();
    for (const one of running) await one.stop('SIGKILL');
    broker.stop();
    await database.close();
    await postgres.stop();
    for (const one of folders) rmSync(one, { recursive: true, force: true });
  }
}

async function converse(broker: Broker, devices: readonly ChatDevice[], page: Page, database: Database): Promise<void> {
  const written = ['hello'];
  /** How long each message took from one server's device to the other's, and a notice from the writer to a page at the standby. */
  const part = async (name: string) => {
    const crossedMs: number[] = [];
    for (let at = 0; at < perPart; at += 1) {
      const [from, to] = at % 2 === 0 ? [devices[0]!, devices[1]!] : [devices[1]!, devices[0]!];
      const text = `${name} ${at}`;
      written.push(text);
      await from.say(text);
      crossedMs.push(await until(`“${text}” at the other server`, () => to.texts.includes(text), lookWithinMs));
    }
    const notice = await leaveNotice(database);
    const noticeMs = await until('the notice at the other server', () => page.notices.includes(notice), lookWithinMs);
    return { crossedMs, noticeMs };
  };
  const there = await part('there');
  broker.set('deaf');
  const deaf = await part('deaf');
  broker.set('gone');
  const gone = await part('gone');
  broker.set('there');
  // Clients of NATS come back within two seconds.
  await sleep(3_000);
  const again = await part('again');
  const signalled = [...there.crossedMs, ...again.crossedMs];
  const looked = [...deaf.crossedMs, ...gone.crossedMs];
  console.log(
    `  ${written.length} messages between two servers: ${median(signalled)} ms by signal (median, longest ${Math.max(...signalled)}), ` +
      `${median(looked)} ms without (longest ${Math.max(...looked)}); notices ${[there, again].map(({ noticeMs }) => noticeMs).join(' and ')} ms, without ${[deaf, gone].map(({ noticeMs }) => noticeMs).join(' and ')} ms`,
  );
  assert.ok(median(signalled) < median(looked), 'signals make nothing quicker');
  await until('both logs', () => devices.every(({ texts }) => texts.length >= written.length), lookWithinMs);
  const [one, two] = devices.map(({ entries }) => entries);
  assert.deepEqual(one, two);
  assert.deepEqual([...devices[0]!.texts].sort(), [...written].sort());
  assert.equal(new Set(one!.map(({ uuid }) => uuid)).size, one!.length);
  assert.equal(checkChat(devices[0]!.groupId!, one!, { offset: 0, head: chatStart }).ok, true);
  assert.equal(new Set(page.notices).size, page.notices.length, 'a notice came twice');
}
