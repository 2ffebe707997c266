import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import { type ChatServerMessage, chatServerBundle } from '@bourse/protocol/chat-socket';
import { errorByCode } from '@bourse/protocol/errors';
import { chatStart, checkChat } from '@bourse/verifier/chat';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Session } from '../calls/session.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { createDoor } from '../sockets/door.ts';
import { type TestChat, testChat } from '../testing/chat.ts';
import { until } from '../testing/sockets.ts';
import { createFan } from './fan.ts';
import { createNatsBus } from './nats.ts';
import { createChatSocket } from './socket.ts';
import { createLocalBus } from './told.ts';

let kit: TestChat;
let url: string;
let socket: ReturnType<typeof createChatSocket>;
const closing: (() => unknown)[] = [];
const sessions = new Map<string, Session>();
beforeAll(async () => {
  kit = await testChat();
  const fan = createFan({ readers: kit.chat.readers, bus: kit.bus, clock: systemClock, log: silentLog });
  socket = createChatSocket({ clock: systemClock, log: silentLog, bus: kit.bus, fan });
  const door = createDoor({ log: silentLog, origins: ['https://bourse.example'] });
  door.at(
    '/ws/chat',
    socket.welcome(async (token) => {
      const session = sessions.get(token);
      if (!session)
        return kit.people.people.authenticator
          .authenticate(token)
          .then(({ customerId, sessionId }) => ({ reader: { customer: customerId }, sessionId }));
      return { reader: { customer: session.customerId }, sessionId: session.sessionId };
    }),
  );
  const agents = createDoor({ log: silentLog, origins: [] });
  agents.at(
    '/ws/chat-desk',
    socket.welcome(async (token) => {
      const { operatorId, sessionId } = await kit.desk.side.operators.authenticate(token);
      return { reader: { operator: Number(operatorId) }, sessionId };
    }),
  );
  const http = createServer();
  http.on('upgrade', () => {});
  door.attach(http);
  const deskHttp = createServer();
  agents.attach(deskHttp);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => deskHttp.listen(0, '127.0.0.1', resolve));
  url = `ws://127.0.0.1:${(http.address() as AddressInfo).port}/ws/chat?version=v1`;
  closing.push(
    () => http.close(),
    () => deskHttp.close(),
    () => fan.stop(),
    () => socket.stop(),
  );
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await kit.close();
});

class Client {
  readonly heard: ChatServerMessage[] = [];
  readonly ws: WebSocket;
  closed: number | undefined;
  constructor(options: { origin?: string } = {}) {
    this.ws = new WebSocket(url, { ...options, perMessageDeflate: false });
    this.ws.on('message', (data: Buffer) => this.heard.push(...chatServerBundle.parse(JSON.parse(gunzipSync(data).toString())).m));
    this.ws.on('close', (code) => {
      this.closed = code;
    });
    this.ws.on('error', () => {});
    closing.push(() => this.ws.terminate());
  }
  say(frame: unknown) {
    this.ws.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }
  of<C extends ChatServerMessage['c']>(c: C) {
    return this.heard.filter((one): one is Extract<ChatServerMessage, { c: C }> => one.c === c);
  }
  next<C extends ChatServerMessage['c']>(c: C, nth = 1) {
    return until(() => this.of(c)[nth - 1]);
  }
  async signIn(session: Session) {
    sessions.set(session.sessionId, session);
    await until(() => this.ws.readyState === this.ws.OPEN);
    this.say({ type: 'auth', Authorization: `Bearer ${session.sessionId}` });
    await until(() => this.of('hello').some(({ signedIn }) => signedIn));
    return this;
  }
}

describe('the chat socket', () => {
  test('brings what others say, in the order of the log, and the chain holds', async () => {
    const ann = await kit.customer();
    const { groupId } = await kit.say(ann, 'Hello');
    const phone = await new Client().signIn(ann);
    const desk = await new Client().signIn(ann);
    await Promise.all(['a', 'b', 'c', 'd'].map((word) => kit.say(ann, word)));
    for (const client of [phone, desk]) await until(() => client.of('entry').length === 4);
    const entries = phone.of('entry').map(({ v }) => v);
    expect(entries.map(({ offset }) => offset)).toEqual([2, 3, 4, 5]);
    expect(desk.of('entry')).toEqual(phone.of('entry'));
    expect(checkChat(groupId, entries, { offset: 1, head: entries[0]!.prev })).toMatchObject({ ok: true, offset: 5 });
  });

  test('goes on from an offset and its hash; says what it does not have, and what was changed', async () => {
    const ann = await kit.customer();
    const first = await kit.say(ann, 'one');
    await kit.say(ann, 'two');
    const { groupId } = first;
    const client = await new Client().signIn(ann);
    client.say({ type: 'resume', group: { [groupId]: [0, chatStart] } });
    await until(() => client.of('entry').length === 2);
    client.say({ type: 'resume', group: { [groupId]: [1, first.head] } });
    await until(() => client.of('entry').length === 3);
    expect(client.of('behind')).toEqual([]);
    client.say({ type: 'resume', group: { [groupId]: [1, 'f'.repeat(64)] } });
    expect(await client.next('behind')).toMatchObject({ group: groupId, offset: 2, changed: true });
    client.say({ type: 'resume', group: { [groupId]: [77, first.head] } });
    expect(await client.next('behind', 2)).toMatchObject({ changed: true });
  });

  test('gives nothing of another’s group, and does not say that it is there', async () => {
    const ann = await kit.customer();
    const { groupId, head } = await kit.say(ann, 'mine');
    const eve = await new Client().signIn(await kit.customer('Eve'));
    eve.say({ type: 'resume', group: { [groupId]: [1, head] } });
    eve.say({ type: 'resume', group: { '999999999': [0, chatStart] } });
    eve.say({ type: 'typing', group: groupId });
    await until(() => eve.of('error').length === 2);
    expect(eve.of('error').map(({ code }) => errorByCode(code))).toEqual(['chatGroupUnknown', 'chatGroupUnknown']);
    await kit.say(ann, 'more');
    await new Promise((resolve) => setTimeout(resolve, chatSocketLimits.lookMs + 500));
    expect(eve.of('entry')).toEqual([]);
  });

  test('tells all devices what is read, and others who types: the writer hears nothing of it', async () => {
    const ann = await kit.customer();
    const { groupId } = await kit.say(ann, 'Hello');
    const client = await new Client().signIn(ann);
    const second = await new Client().signIn(ann);
    const signals: string[] = [];
    const stop = kit.bus.subscribe((_group, { what }) => signals.push(what));
    client.say({ type: 'typing', group: groupId });
    client.say({ type: 'typing', group: groupId });
    client.say({ type: 'ping', t: 1 });
    await client.next('pong');
    // Three seconds hold one sign of typing.
    expect(signals).toEqual(['typing']);
    stop();
    kit.bus.publish(groupId, { what: 'typing', member: '999999', role: 0 });
    await kit.handlers['POST im/message/read']({ groupId, offset: 1 }, kit.as(ann));
    for (const device of [client, second]) {
      expect(await device.next('read')).toMatchObject({ group: groupId, role: 1, offset: 1 });
      expect(device.of('typing')).toMatchObject([{ member: '999999' }]);
    }
  });

  test('finds within two seconds what no signal told, and a group that another device opened', async () => {
    const ann = await kit.customer();
    const client = await new Client().signIn(ann);
    const publish = kit.bus.publish;
    kit.bus.publish = () => {};
    try {
      const { groupId } = await kit.say(ann, 'Hello');
      await kit.say(ann, 'Is somebody there?');
      await until(() => client.of('entry').length === 2);
      await until(() => client.of('group').at(-1)?.v.offset === 2);
      expect(client.of('group').at(-1)!.v).toMatchObject({ id: groupId, offset: 2, state: 'waiting' });
    } finally {
      kit.bus.publish = publish;
    }
  });

  test('refuses strangers, pages of other sites, floods, nonsense and a fifth socket', async () => {
    const stranger = new Client();
    await until(() => stranger.ws.readyState === stranger.ws.OPEN);
    stranger.say({ type: 'auth', Authorization: 'Bearer made.up.token' });
    await stranger.next('TOKEN_INVALID');
    stranger.say({ type: 'resume', group: {} });
    expect(errorByCode((await stranger.next('error')).code)).toBe('unauthorised');
    const foreign = new Client({ origin: 'https://evil.example' });
    await until(() => foreign.closed !== undefined);
    for (let at = 0; at < 5; at += 1) stranger.say('{"type":"SUB"}');
    await until(() => stranger.closed === 1008);
    const ann = await kit.customer();
    const clients: Client[] = [];
    for (let at = 0; at < chatSocketLimits.socketsPerPerson; at += 1) clients.push(await new Client().signIn(ann));
    const fifth = new Client();
    await until(() => fifth.ws.readyState === fifth.ws.OPEN);
    fifth.say({ type: 'auth', Authorization: `Bearer ${ann.sessionId}` });
    await until(() => fifth.closed === 1008);
    for (let at = 0; at < 90; at += 1) clients[0]!.say({ type: 'ping' });
    await until(() => clients[0]!.of('error').length > 0);
  });

  test('ends with its session, and says before the server goes', async () => {
    const ann = await kit.customer();
    const client = await new Client().signIn(ann);
    socket.endSession(ann.sessionId);
    await until(() => client.closed === 4001);
    const { tokens, session } = await kit.visitor('192.0.2.77');
    await kit.say(session, 'Hello', { groupType: 2 });
    const visitor = new Client();
    await until(() => visitor.ws.readyState === visitor.ws.OPEN);
    visitor.say({ type: 'auth', Authorization: `Bearer ${tokens.accessToken}` });
    await until(() => visitor.of('hello').some(({ signedIn }) => signedIn));
    await socket.stop();
    expect(visitor.of('shutdown')).toHaveLength(1);
  });
});

describe('signals over NATS', () => {
  const nats = process.env['NATS_URL'];
  if (!nats) console.warn('Signals over NATS are not tested: NATS_URL names no server.');
  test.skipIf(!nats)('reach another server, and not their own twice; what is no signal is not heard', async () => {
    const [one, two] = [await createNatsBus(nats!, silentLog), await createNatsBus(nats!, silentLog)];
    const heard: string[] = [];
    one.subscribe((group, { what }) => heard.push(`one ${group} ${what}`));
    two.subscribe((group, { what }) => heard.push(`two ${group} ${what}`));
    await new Promise((resolve) => setTimeout(resolve, 200));
    const group = String(1_000_000 + Math.floor(Math.random() * 1_000_000));
    one.publish(group, { what: 'entry' });
    one.publish(group, { what: 'typing', member: '7', role: 1 });
    one.publish('not.a.group', { what: 'entry' });
    await until(() => heard.filter((text) => text.startsWith(`two ${group}`)).length === 2);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(heard.filter((text) => text.includes(group)).sort()).toEqual([
      `one ${group} entry`,
      `one ${group} typing`,
      `two ${group} entry`,
      `two ${group} typing`,
    ]);
    const notices: string[] = [];
    one.notices.subscribe(({ id }) => notices.push(`one ${id}`));
    two.notices.subscribe(({ id, venue, account }) => notices.push(`two ${id} ${venue} ${account}`));
    one.notices.publish({ venue: 'demo', account: 100_001, id: 'no number' });
    one.notices.publish({ venue: 'demo', account: 100_001, id: group });
    await until(() => notices.some((text) => text.includes(group)));
    expect(notices.filter((text) => text.includes(group) || text.includes('no number'))).toEqual([`two ${group} demo 100001`]);
    await one.close();
    await two.close();
  });

  test('are not needed for the server to be there', async () => {
    const bus = createLocalBus();
    const heard: string[] = [];
    const end = bus.subscribe((group) => heard.push(group));
    bus.publish('7', { what: 'entry' });
    end();
    bus.publish('8', { what: 'entry' });
    expect(heard).toEqual(['7']);
    expect(randomUUID()).toHaveLength(36);
  });
});
