import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/database.ts';
import { silentLog } from './log.ts';
import { createOutbox } from './outbox.ts';
import { smsCarrier } from './sms.ts';

const key = 'a secret of the provider';
const seconds = 1_771_000_000;

/** A provider that checks signatures and delivers each id once. `answers` decides what it says. */
const provider = { delivered: new Map<string, string>(), asked: 0, unsigned: 0 };
type Say = (response: ServerResponse, id: string) => void;
const accept: Say = (response, id) => response.end(JSON.stringify({ id }));
let say: Say = accept;
let accepting = true;
let server: Server;
let url: string;
let test: TestDatabase;

async function take(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  provider.asked += 1;
  const [, at, sum] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-signature'])) ?? [];
  const right = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
  if (at !== String(seconds) || sum !== right) {
    provider.unsigned += 1;
    return void response.writeHead(401).end();
  }
  const message = JSON.parse(body) as { id: string; to: string; text: string; from: string };
  if (request.headers['idempotency-key'] !== message.id) return void response.writeHead(400).end();
  if (accepting) provider.delivered.set(message.id, `${message.from} → ${message.to}: ${message.text}`);
  say(response, message.id);
}

beforeAll(async () => {
  test = await testDatabase();
  server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`;
}, 60_000);
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await test.drop();
});
beforeEach(async () => {
  say = accept;
  accepting = true;
  Object.assign(provider, { delivered: new Map(), asked: 0, unsigned: 0 });
  await test.database.query('TRUNCATE outbox');
});

const open = (more: { key?: string; url?: string; timeoutMs?: number } = {}) => {
  const sms = smsCarrier({ url, key, from: 'Bourse', now: () => seconds * 1_000, ...more });
  const outbox = createOutbox({ database: test.database, log: silentLog, carriers: { sms } });
  const again = async () => {
    await test.database.query('UPDATE outbox SET due_at = now()');
    return outbox.deliver();
  };
  const state = async () => {
    const [message] = await test.database.query<{ status: string; problem: string | null }>('SELECT status, problem FROM outbox');
    return message;
  };
  return { outbox, again, state };
};
const code = { to: '+60123456789', text: '654321 is your code. 你好' };

describe('text messages over HTTP', () => {
  it('are signed, and accepted by an answer that names them', async () => {
    const { outbox, state } = open();
    await outbox.text(code);
    expect(await outbox.deliver()).toBe(1);
    expect([...provider.delivered.values()]).toEqual(['Bourse → +60123456789: 654321 is your code. 你好']);
    expect(await state()).toEqual({ status: 'sent', problem: null });
    expect(await outbox.deliver()).toBe(0);
  });

  it.each<[string, Say]>([
    ['a page of a proxy', (response) => response.end('<html>Welcome</html>')],
    ['nothing', (response) => response.end()],
    ['another message’s id', (response) => response.end('{"id":"0"}')],
    ['far too much', (response) => response.end(JSON.stringify({ id: 'x'.repeat(5_000) }))],
    ['a redirect', (response) => response.writeHead(302, { location: url }).end()],
    ['an error of its own', (response) => response.writeHead(503).end()],
    ['too many', (response) => response.writeHead(429).end()],
    ['a broken line', (response) => response.destroy()],
  ])('wait for the next try when the service says %s, and are delivered once', async (_, wrong) => {
    const { outbox, again, state } = open();
    await outbox.text(code);
    say = wrong;
    expect(await outbox.deliver()).toBe(0);
    expect(await state()).toMatchObject({ status: 'waiting' });
    // The service took it, but its answer was lost: the next try names the same id.
    say = accept;
    expect(await again()).toBe(1);
    expect(provider.asked).toBe(2);
    expect(provider.delivered.size).toBe(1);
    expect(await state()).toEqual({ status: 'sent', problem: null });
  });

  it('do not wait for a service that answers never', async () => {
    const { outbox, again, state } = open({ timeoutMs: 200 });
    await outbox.text(code);
    say = () => {};
    expect(await outbox.deliver()).toBe(0);
    expect(await state()).toMatchObject({ status: 'waiting', problem: expect.stringMatching(/timeout/i) });
    // Not for one that sends a byte now and then either.
    say = (response) => void response.write('{');
    expect(await again()).toBe(0);
    expect(await state()).toMatchObject({ status: 'waiting' });
  });

  it('wait while the service is down', async () => {
    const { outbox, state } = open({ url: 'http://127.0.0.1:9/messages' });
    await outbox.text(code);
    expect(await outbox.deliver()).toBe(0);
    expect(await state()).toMatchObject({ status: 'waiting' });
  });

  it('are given up when the service says that it never accepts them', async () => {
    const { outbox, again, state } = open();
    accepting = false;
    await outbox.text(code);
    say = (response) => response.writeHead(422).end('no such number');
    expect(await outbox.deliver()).toBe(0);
    expect(await state()).toEqual({ status: 'failed', problem: 'the text service refused the message with status 422' });
    expect(await again()).toBe(0);
    expect(provider.asked).toBe(1);
  });

  it('are refused by the service without the right secret, and the secret is in no message and no log', async () => {
    const { outbox, state } = open({ key: 'another secret than theirs' });
    await outbox.text(code);
    expect(await outbox.deliver()).toBe(0);
    expect(provider.unsigned).toBe(1);
    expect(JSON.stringify(await state())).not.toContain('secret than theirs');
  });
});
