import 'fake-indexeddb/auto';
import type { ChatEntry } from '@bourse/protocol/chat';
import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import { CallError } from '@bourse/protocol/client';
import { catalogue } from '@bourse/protocol/errors';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChatDevices, turns } from '../../testing/chat-devices.ts';
import { Exchange, epoch, type FakeSocket, groupId, uuidOf } from '../../testing/chat-exchange.ts';
import type { ChatClient } from './client.ts';
import { ChatLog } from './log.ts';
import { chatRefusals, sendStatus } from './out.ts';
import { chatTimes } from './socket.ts';
import { keptMessages, openChatStore } from './store.ts';

let world: ChatDevices;
let exchange: Exchange;
let sockets: FakeSocket[];
const settled = () => vi.advanceTimersByTimeAsync(0);
const device: ChatDevices['device'] = (...given) => world.device(...given);
const socket = () => world.socket;
const textOf = (client: ChatClient) =>
  client.log(groupId)?.entries.map(({ payload }) => (payload?.kind === 'TEXT' ? payload.text : payload?.kind));

beforeEach(() => {
  vi.useFakeTimers({ now: epoch, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  globalThis.indexedDB = new IDBFactory();
  world = new ChatDevices();
  ({ exchange, sockets } = world);
});
afterEach(() => {
  world.stop();
  vi.useRealTimers();
});

describe('a conversation', () => {
  it('keeps the times that the server declares', () => {
    expect(chatTimes).toMatchObject({ pingMs: chatSocketLimits.pingMs, offlineMs: chatSocketLimits.offlineMs });
  });
  it('is the same whether frames come once, twice, in another order or not at all', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    const [two, three, four] = [exchange.say('two'), exchange.say('three'), exchange.say('four')];
    const asked = exchange.lists();
    socket().entries(two, two);
    await settled();
    expect(exchange.lists()).toBe(asked);
    // `three` is lost; `four` shows the gap.
    socket().entries(four, two);
    await turns();
    socket().entries(three);
    expect(textOf(client)).toEqual(['one', 'two', 'three', 'four']);
    expect(exchange.lists()).toBe(asked + 1);
    expect(exchange.asked.at(-1)).toMatchObject({ input: { after: 2 } });
  });
  it('tells the server after a break what it has, and asks for what is behind', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    socket().fail();
    exchange.say('two');
    await vi.advanceTimersByTimeAsync(1_000);
    socket().arrive();
    await turns();
    const head = exchange.entries[0]!.hash;
    expect(
      socket()
        .sent.filter(({ type }) => type === 'resume')
        .at(-1),
    ).toEqual({ type: 'resume', group: { [groupId]: [1, head] } });
    socket().say({ c: 'behind', group: groupId, offset: 2, head: exchange.group.head, changed: false });
    await turns();
    expect(textOf(client)).toEqual(['one', 'two']);
  });
  it('says that it was changed when one byte of an entry is, and believes nothing after it', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    const two = exchange.say('pay to 1');
    socket().entries({ ...two, payload: { kind: 'TEXT', text: 'pay to 2' } });
    expect(client.log(groupId)).toMatchObject({ changed: true, have: 1 });
    socket().entries(two);
    expect(textOf(client)).toEqual(['one']);
  });
  it('says that it was changed when the exchange shows another hash for what this device keeps', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    const other = new Exchange();
    other.say('two');
    exchange.entries = other.entries;
    await client.readGroups();
    expect(client.log(groupId)?.changed).toBe(true);
  });
  it('forgets the words of what was withdrawn, also in what the device keeps', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    socket().entries(exchange.add('withdraw', { kind: 'WITHDRAW', of: 1, reason: null }));
    await turns();
    client.stop();
    const again = await device();
    expect(JSON.stringify(again.log(groupId)?.entries)).not.toContain('"one"');
    expect(again.log(groupId)).toMatchObject({ have: 2, changed: false });
  });
  it('shows what the device keeps before anything is reached, and reads another person’s for nobody', async () => {
    exchange.say('one');
    const first = await device();
    await first.open(groupId);
    await turns();
    first.stop();
    exchange.lose = 'all';
    expect(textOf(await device())).toEqual(['one']);
    expect((await device('8')).log(groupId)).toBeUndefined();
  });
  it('does not trust what the device keeps when somebody changed it', () => {
    exchange.say('one');
    const two = exchange.say('two');
    expect(new ChatLog(groupId, [exchange.entries[0]!, { ...two, payload: { kind: 'TEXT', text: 'no' } }]).entries).toEqual([]);
  });
});

describe('a message', () => {
  it('is written down before it is sent, so that a crash before the answer sends it once more and says it once', async () => {
    const client = await device();
    socket().arrive();
    exchange.lose = 'answers';
    await client.send({ groupType: 1 }, { kind: 'TEXT', text: 'hello' });
    await turns();
    expect(exchange.entries).toHaveLength(1);
    client.stop();
    exchange.lose = 'nothing';
    const again = await device();
    expect(again.outbox).toMatchObject([{ sendStatus: sendStatus.wait, placed: null }]);
    socket().arrive();
    await turns();
    expect(exchange.sent()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    await turns();
    await vi.advanceTimersByTimeAsync(2_000);
    await turns();
    expect(new Set(exchange.sent().map(({ uuid }) => uuid)).size).toBe(1);
    expect(exchange.entries.filter(({ kind }) => kind === 'message')).toHaveLength(1);
    expect(again.outbox).toEqual([]);
  });
  it('waits for the one before it, and both go in order when the connection is back', async () => {
    exchange.say('one');
    const client = await device();
    exchange.lose = 'all';
    await client.send({ groupId }, { kind: 'TEXT', text: 'first' });
    await client.send({ groupId }, { kind: 'TEXT', text: 'second' });
    await turns();
    expect(exchange.sent().map(({ payload }) => (payload as { text: string }).text)).not.toContain('second');
    expect(client.unsent).toBe(2);
    exchange.lose = 'nothing';
    socket().arrive();
    await vi.advanceTimersByTimeAsync(2_000);
    await turns();
    expect(exchange.entries.map(({ payload }) => payload?.kind === 'TEXT' && payload.text)).toEqual(['one', 'first', 'second']);
  });
  it('fails with the reason, and is sent again under its uuid', async () => {
    const client = await device();
    exchange.refuse = new CallError(7062, 429, 'Too fast.');
    const uuid = await client.send({ groupType: 1 }, { kind: 'TEXT', text: 'hello' });
    await turns();
    expect(client.outbox).toMatchObject([{ sendStatus: sendStatus.fail, why: 'Too fast.' }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(exchange.sent()).toHaveLength(1);
    exchange.refuse = undefined;
    await client.retry(uuid);
    await turns();
    expect(exchange.sent().map((input) => input['uuid'])).toEqual([uuid, uuid]);
    expect(exchange.entries).toHaveLength(1);
  });
  it('that is a picture in the scanner’s queue goes out by itself after it was looked at, and words do not wait for it', async () => {
    for (const [name, code] of Object.entries(chatRefusals)) expect(catalogue[name as keyof typeof chatRefusals].code).toBe(code);
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    exchange.checks = true;
    const picture = new File(['x'], 'slip.png', { type: 'image/png' });
    const uuid = await client.send({ groupId }, null, { file: picture, url: 'blob:slip' });
    await client.send({ groupId }, { kind: 'TEXT', text: 'two' });
    await turns();
    expect(exchange.entries.at(-1)?.payload).toEqual({ kind: 'TEXT', text: 'two' });
    await vi.advanceTimersByTimeAsync(1_000);
    await turns();
    expect(client.outbox).toMatchObject([{ uuid, sendStatus: sendStatus.wait, why: 'Being checked.', placed: null }]);
    const asked = () => exchange.sent().filter((input) => input['uuid'] === uuid).length;
    const before = asked();
    client.wake();
    await turns();
    expect(asked()).toBe(before);
    await vi.advanceTimersByTimeAsync(16_000);
    await turns();
    expect(asked()).toBe(before + 1);
    exchange.checks = false;
    await vi.advanceTimersByTimeAsync(16_000);
    await turns();
    expect(client.outbox).toEqual([]);
    expect(client.log(groupId)?.entries.at(-1)).toMatchObject({ uuid, payload: { kind: 'IMAGE', file: uuidOf(500) } });
    expect(exchange.asked.filter(({ name }) => name === 'POST im/file/upload')).toHaveLength(1);
  });
  it('that opens a conversation takes those after it along', async () => {
    const client = await device();
    socket().arrive();
    await Promise.all([
      client.send({ groupType: 1 }, { kind: 'TEXT', text: 'first' }),
      client.send({ groupType: 1 }, { kind: 'TEXT', text: 'second' }),
    ]);
    await turns();
    expect(exchange.sent().map((input) => input['groupId'] ?? input['groupType'])).toEqual([1, groupId]);
  });
});

describe('a question about nothing in particular', () => {
  it('goes to the common conversation, not to one about a deposit that has its type', async () => {
    exchange.say('one');
    const about = { ...exchange.group, id: '70', groupSign: 'recharge:31' };
    const { call } = exchange;
    exchange.call = async (name, input) => (name === 'GET im/group/group-list' ? [about, exchange.group] : call(name, input));
    const client = await device();
    expect(client.groupOf({ groupType: 1 })?.id).toBe(groupId);
    expect(client.groupOf({ groupType: 1, subject: 'recharge:31' })?.id).toBe('70');
    expect(client.groupOf({ groupType: 1, subject: 'recharge:32' })).toBeUndefined();
  });
});

describe('the connection', () => {
  it('is asked at once when a send has no answer, and opened again when it is dead', async () => {
    const client = await device();
    socket().arrive();
    await vi.advanceTimersByTimeAsync(7_000);
    const before = sockets.length;
    client.wake();
    expect(socket().sent.at(-1)).toMatchObject({ type: 'ping' });
    await vi.advanceTimersByTimeAsync(chatTimes.probeMs);
    expect(sockets.length).toBe(before + 1);
    expect(client.socket.status.lostSince).toBeGreaterThan(0);
  });
  it('pings every 6 s and is lost after 10 minutes of silence', async () => {
    const client = await device();
    socket().arrive();
    const first = socket();
    await vi.advanceTimersByTimeAsync(chatTimes.offlineMs - 6_000);
    expect(socket()).toBe(first);
    expect(first.sent.filter(({ type }) => type === 'ping').length).toBeGreaterThan(90);
    await vi.advanceTimersByTimeAsync(18_000);
    expect(socket()).not.toBe(first);
    expect(client.socket.status.lostSince).toBeGreaterThan(0);
  });
  it('works with a device whose clock jumps by a day', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    vi.setSystemTime(epoch - 86_400_000);
    socket().entries(exchange.say('two'));
    await client.send({ groupId }, { kind: 'TEXT', text: 'three' });
    await turns();
    socket().entries(exchange.entries.at(-1)!);
    expect(textOf(client)).toEqual(['one', 'two', 'three']);
    expect(client.unsent).toBe(0);
  });
  it('finds a dead connection, and forgets who was typing, although the device’s clock was set back by a day', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    socket().say({ c: 'typing', group: groupId, member: '22', role: 0 });
    expect(client.isTyping(groupId)).toBe(true);
    vi.setSystemTime(epoch - 86_400_000);
    expect(client.isTyping(groupId)).toBe(false);
    const dead = socket();
    client.wake();
    await vi.advanceTimersByTimeAsync(chatTimes.probeMs);
    expect(socket()).not.toBe(dead);
    socket().arrive();
    const silent = socket();
    vi.setSystemTime(epoch - 2 * 86_400_000);
    await vi.advanceTimersByTimeAsync(chatTimes.offlineMs + 2 * chatTimes.pingMs);
    expect(socket()).not.toBe(silent);
  });
});

describe('what the device keeps', () => {
  it('is 5,000 messages, the newest', async () => {
    vi.useRealTimers();
    const store = await openChatStore(() => {});
    const entry = (offset: number) => ({ groupId, offset, time: offset, id: String(offset) }) as unknown as ChatEntry;
    await store.keep(
      '7',
      Array.from({ length: keptMessages + 20 }, (_, index) => entry(index + 1)),
    );
    const kept = await store.entries('7');
    expect(kept).toHaveLength(keptMessages);
    expect(Math.min(...kept.map(({ offset }) => offset))).toBe(21);
  });
  it('is deleted when the person leaves', async () => {
    exchange.say('one');
    const client = await device();
    await client.open(groupId);
    await turns();
    const gone = client.forget();
    await turns();
    await gone;
    expect((await device()).log(groupId)).toBeUndefined();
  });
  it('is nothing without IndexedDB, and the conversation goes on', async () => {
    Object.assign(globalThis, { indexedDB: undefined });
    const client = await device();
    expect(client.denied).toBe('open');
    socket().arrive();
    await client.send({ groupType: 1 }, { kind: 'TEXT', text: 'hello' });
    await turns();
    expect(exchange.entries).toHaveLength(1);
  });
  it('is nothing more once the disk is full: what is written goes out, what comes is read, and nothing of it is kept', async () => {
    exchange.say('one');
    const client = await device();
    socket().arrive();
    await client.open(groupId);
    await turns();
    expect(client.denied).toBeNull();
    // A browser ends the transaction when the disk is full.
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      const request = put.apply(this, given);
      this.transaction.abort();
      return request;
    };
    try {
      await client.send({ groupId }, { kind: 'TEXT', text: 'two' });
      await turns();
      expect(client.denied).toBe('open');
      socket().entries(exchange.entries.at(-1)!, exchange.say('three'));
      await turns();
      expect(textOf(client)).toEqual(['one', 'two', 'three']);
      expect(client.unsent).toBe(0);
    } finally {
      IDBObjectStore.prototype.put = put;
    }
    client.stop();
    exchange.lose = 'all';
    expect(textOf(await device())).toEqual(['one']);
  });
  it('cannot be read where the database fails, and the exchange is asked for all of it', async () => {
    exchange.say('one');
    const first = await device();
    await first.open(groupId);
    await turns();
    first.stop();
    const { getAll } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.getAll = () => {
      throw new DOMException('The file is damaged.', 'UnknownError');
    };
    try {
      const client = await device();
      expect(client.denied).toBe('read');
      expect(client.log(groupId)).toBeUndefined();
      socket().arrive();
      await client.open(groupId);
      expect(textOf(client)).toEqual(['one']);
    } finally {
      IDBObjectStore.prototype.getAll = getAll;
    }
  });
});
