import type { ChatEntry } from '@bourse/protocol/chat';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../App.tsx';
import { session } from '../../data/api.ts';
import { startWords } from '../../words.ts';
import { rowsOf, unbroken } from './rows.ts';

const me = {
  ...{ operator: '2', name: 'Cleo', roles: ['support'], permissions: ['see', 'support'], expiresAt: 0 },
  ...{ environment: 'development', softwareKeys: true },
} as const;
const hash = 'a'.repeat(64);
const base = { groupId: '5', time: Date.now(), salt: '', bodyHash: hash, prev: hash, hash } as const;
const entry = (offset: number, more: Partial<ChatEntry>): ChatEntry => ({
  ...{ ...base, id: String(offset + 100), offset, kind: 'message', sender: '11', role: 1, uuid: crypto.randomUUID(), payload: null },
  ...more,
});
const text = (words: string) => ({ kind: 'TEXT', text: words }) as const;

type Sent = { name: string; body: Record<string, unknown>; commandId: string | null };
let sent: Sent[];
/** A desk with one conversation. It keeps what a server would keep, and refuses eight digits in a row. */
let desk: { state: string; mine: boolean; entries: ChatEntry[]; notes: object[]; lose: boolean; card?: object };
const of = (name: string) => sent.filter((one) => one.name === name);

const row = () => ({
  ...{ workOrder: '7', groupId: '5', groupType: 4, groupSign: 'recharge:31', state: desk.state, owner: 'Ann', visitor: false },
  ...{ language: 'zh-CN', agent: desk.mine ? { operator: '2', name: 'Cleo' } : null, mine: desk.mine, waitsSince: Date.now() - 90_000 },
  ...{ answerBy: Date.now() - 60_000, late: true, offset: desk.entries.length, unread: 1, after: null },
});
const order = () => ({
  ...{ id: '7', groupId: '5', state: desk.state, ahead: null, waitsSince: null, answerBy: null, finishWay: null },
  ...{ agent: desk.mine ? { id: '12', name: 'Cleo', avatar: null, role: 0 } : null },
  ...{ finishedAt: desk.state === 'finished' ? Date.now() : null, after: null, rating: null },
});
const refuse = (status: number, msg: string) => new Response(JSON.stringify({ code: 7000, data: null, msg }), { status });

const calls: Record<string, (body: Record<string, never>) => unknown> = {
  'GET chat/inbox': () => ({ list: desk.state === 'finished' ? [] : [row()], total: 1, pageNo: 1, pageSize: 100 }),
  'GET chat/thread': () => ({
    ...{ groupId: '5', groupType: 4, groupSign: 'recharge:31', offset: desk.entries.length, head: hash, workOrder: order() },
    ...{ mine: desk.mine, notes: desk.notes, entries: desk.entries, seenOffset: 1 },
    members: [
      { id: '11', name: 'Ann', avatar: null, role: 1 },
      { id: '12', name: 'Cleo', avatar: null, role: 0 },
    ],
  }),
  'GET chat/card': () => {
    const { payload } = desk.entries.at(-1)! as { payload: { sent?: object } };
    return { sent: payload.sent, now: desk.card ?? payload.sent };
  },
  'GET chat/phrase': () => [{ phraseKey: 'lookingIntoIt', params: [] }],
  'POST chat/read': ({ offset }: { offset: number }) => ({ readOffset: offset }),
  'POST chat/assign': () => {
    Object.assign(desk, { state: 'active', mine: true });
    return order();
  },
  'POST chat/send': ({ payload, uuid }: { payload: { kind: 'TEXT'; text?: string }; uuid: string }) => {
    if (/\d{8}/.test(payload.text ?? '')) return refuse(409, 'Where to pay stands on cards only.');
    if (!desk.entries.some((one) => one.uuid === uuid))
      desk.entries.push(entry(desk.entries.length + 1, { sender: '12', role: 0, uuid, payload: payload as never }));
    desk.state = 'answered';
    if (desk.lose) {
      desk.lose = false;
      throw new TypeError('connection lost');
    }
    return { id: '1', groupId: '5', offset: desk.entries.length, head: hash, time: 0 };
  },
  'POST chat/note': ({ text: words }: { text: string }) => {
    const note = { id: String(desk.notes.length + 1), at: 0, by: 'Cleo', text: words };
    desk.notes.push(note);
    return note;
  },
  'POST chat/hand-over': () => {
    Object.assign(desk, { state: 'waiting', mine: false });
    return order();
  },
  'POST chat/finish': () => {
    Object.assign(desk, { state: 'finished', mine: false });
    return order();
  },
} as never;

async function serve(url: string, init: RequestInit = {}) {
  const address = new URL(url, 'http://localhost:8081');
  const name = `${init.method ?? 'GET'} ${address.pathname.replace('/api/admin-api/', '')}`;
  const body = init.body ? JSON.parse(String(init.body)) : Object.fromEntries(address.searchParams);
  sent.push({ name, body, commandId: new Headers(init.headers).get('Idempotency-Key') });
  const answer = calls[name];
  if (!answer) throw new Error(`${name} was not expected`);
  const data = answer(body);
  return data instanceof Response ? data : new Response(JSON.stringify({ code: 0, data, msg: '' }));
}

/** The desk's socket. */
class DeskSocket {
  static readonly OPEN = 1;
  static all: DeskSocket[] = [];
  readyState = 1;
  onopen = () => {};
  onmessage: (event: { data: unknown }) => void = () => {};
  onclose = () => {};
  said: { type: string; [key: string]: unknown }[] = [];
  constructor() {
    DeskSocket.all.push(this);
    queueMicrotask(() => this.onopen());
  }
  send = (text: string) => void this.said.push(JSON.parse(text));
  close = () => {
    this.readyState = 3;
  };
  hear = (...m: object[]) => this.onmessage({ data: JSON.stringify({ m }) });
}
const socket = () => DeskSocket.all.at(-1)!;

beforeEach(async () => {
  vi.useRealTimers();
  DeskSocket.all = [];
  vi.stubGlobal('WebSocket', DeskSocket);
  await startWords(['en']);
  sent = [];
  desk = { state: 'waiting', mine: false, entries: [entry(1, { payload: text('Where is my deposit?') })], notes: [], lose: false };
  vi.stubGlobal('fetch', vi.fn(serve));
  location.hash = '#service';
  session.begin('token', me as never);
});
afterEach(() => {
  cleanup();
  session.end();
  vi.unstubAllGlobals();
});

const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const write = (label: string, words: string) => fireEvent.change(screen.getByLabelText(label), { target: { value: words } });
const enter = (label: string) => fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' });
const log = () => within(screen.getByRole('list', { name: 'Messages' }));
const message = 'Message to the customer';

/** J opens the first conversation, A takes it, Enter leads to the message. */
async function take() {
  render(<App />);
  await screen.findByText('Ann');
  key('j');
  await screen.findByText('Where is my deposit?');
  key('a');
  await screen.findByLabelText(message);
  key('Enter');
  expect(document.activeElement).toBe(screen.getByLabelText(message));
}

describe('customer service', () => {
  it('is worked by keyboard: take, refused figure, answer, note, hand over, take again, finish', async () => {
    await take();
    expect(of('POST chat/assign')[0]).toMatchObject({ body: { workOrder: '7' }, commandId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await waitFor(() => expect(of('POST chat/read')[0]?.body).toEqual({ workOrder: '7', offset: 1 }));

    write(message, 'Pay to 6222021234567890');
    enter(message);
    await screen.findByText('Where to pay stands on cards only.');
    expect((screen.getByLabelText(message) as HTMLTextAreaElement).value).toBe('Pay to 6222021234567890');
    expect(desk.entries).toHaveLength(1);

    write(message, 'It is under review.');
    enter(message);
    await waitFor(() => expect(log().getByText('It is under review.')).toBeTruthy());
    expect(screen.queryByText('Where to pay stands on cards only.')).toBeNull();
    expect((screen.getByLabelText(message) as HTMLTextAreaElement).value).toBe('');

    key('n');
    expect(document.activeElement).toBe(screen.getByLabelText('Note'));
    write('Note', 'Bank slip is blurred');
    // Enter in the box of notes is a new line: nothing leaves it but by its own button.
    enter('Note');
    const sends = of('POST chat/send').length;
    fireEvent.click(screen.getByRole('button', { name: 'Keep the note' }));
    await waitFor(() => expect(of('POST chat/note')[0]?.body).toEqual({ workOrder: '7', text: 'Bank slip is blurred' }));
    await screen.findByText('Bank slip is blurred', { selector: 'bdi' });
    expect(of('POST chat/send')).toHaveLength(sends);
    expect(log().queryByText('Bank slip is blurred')).toBeNull();

    key('h');
    expect(document.activeElement).toBe(screen.getByLabelText('Number of the agent; empty: the queue'));
    write('Number of the agent; empty: the queue', '3');
    write('Note for whoever takes it', 'Ask for the slip again');
    fireEvent.click(screen.getByRole('button', { name: 'Do it' }));
    await waitFor(() => expect(of('POST chat/hand-over')[0]?.body).toEqual({ workOrder: '7', text: 'Ask for the slip again', to: '3' }));
    await waitFor(() => expect(screen.queryByLabelText(message)).toBeNull());

    key('a');
    await screen.findByLabelText(message);
    key('f');
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
    // Behind a dialog the page has no keys.
    key('n');
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
    enter('Reason');
    write('Reason', 'The deposit has arrived');
    enter('Reason');
    await waitFor(() => expect(of('POST chat/finish')[0]?.body).toEqual({ workOrder: '7', reason: 'The deposit has arrived' }));
    await screen.findByText('Nobody waits');
  });

  it('sends again under the same uuid after a lost answer, and other words under another', async () => {
    await take();
    desk.lose = true;
    write(message, 'One moment, please.');
    enter(message);
    await screen.findByText(/No answer came/);
    enter(message);
    await waitFor(() => expect((screen.getByLabelText(message) as HTMLTextAreaElement).value).toBe(''));
    write(message, 'Done.');
    enter(message);
    await waitFor(() => expect(of('POST chat/send')).toHaveLength(3));
    const [first, second, third] = of('POST chat/send').map(({ body }) => body['uuid']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    await waitFor(() => expect(desk.entries).toHaveLength(3));
  });

  it('shows a phrase in both languages before it is sent, and sends its key', async () => {
    await take();
    fireEvent.change(await screen.findByLabelText('Phrase'), { target: { value: 'lookingIntoIt' } });
    expect(screen.getByText('我正在查看，需要几分钟。').getAttribute('lang')).toBe('zh-CN');
    fireEvent.click(screen.getByRole('button', { name: 'Send the phrase' }));
    await waitFor(() =>
      expect(of('POST chat/send')[0]?.body['payload']).toEqual({ kind: 'PHRASE', phraseKey: 'lookingIntoIt', params: {} }),
    );
    await waitFor(() => expect(log().getByText('I am looking into it. This takes a few minutes.')).toBeTruthy());
  });

  it('says that the customer writes, and tells the customer that the agent does', async () => {
    await take();
    expect(socket().said[0]).toEqual({ type: 'auth', Authorization: 'Bearer token' });
    socket().hear({ c: 'typing', group: '5', member: '11', role: 1 });
    await screen.findByText('The customer is writing…');
    write(message, 'One');
    write(message, 'One moment');
    expect(socket().said.filter(({ type }) => type === 'typing')).toEqual([{ type: 'typing', group: '5' }]);
  });

  it('shows new words when the socket says so, and nobody writes them any more', async () => {
    await take();
    socket().hear({ c: 'typing', group: '5', member: '11', role: 1 });
    await screen.findByText('The customer is writing…');
    const said = entry(2, { payload: text('I have paid.') });
    desk.entries.push(said);
    const looks = of('GET chat/thread').length;
    socket().hear({ c: 'entry', v: said });
    await waitFor(() => expect(log().getByText('I have paid.')).toBeTruthy());
    expect(screen.queryByText('The customer is writing…')).toBeNull();
    expect(of('GET chat/thread').length).toBeGreaterThan(looks);
  });

  it('says what a card is about in words, and what became of it', async () => {
    const sent = { status: 'submitted', amount: '500', asset: 'USDT', digest: hash };
    desk.entries.push(entry(2, { payload: { kind: 'ORDER', about: 'recharge', id: '31', sent } as never }));
    await take();
    expect(log().getByText('Said to be paid 500 USDT')).toBeTruthy();
    // Nothing has changed: nothing is said about it.
    await waitFor(() => expect(of('GET chat/card')).toHaveLength(1));
    expect(log().queryByText(/^Now: /)).toBeNull();
    cleanup();
    desk.card = { ...sent, status: 'credited', digest: 'b'.repeat(64) };
    render(<App />);
    await waitFor(() => expect(log().getByText('Now: Credited 500 USDT')).toBeTruthy());
  });

  it('keeps its socket while the agent works on another screen, and ends it when they sign out', async () => {
    await take();
    const own = socket();
    location.hash = '#inbox';
    await waitFor(() => expect(screen.queryByLabelText(message)).toBeNull());
    expect(own.readyState).toBe(1);
    location.hash = '#service/7';
    await screen.findByLabelText(message);
    expect(DeskSocket.all).toHaveLength(1);
    act(() => session.end());
    expect(own.readyState).toBe(3);
  });

  it('asks for the customer only when it is pressed, and offers agents nothing of a supervisor', async () => {
    await take();
    expect(of('POST chat/context')).toHaveLength(0);
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reassign' })).toBeNull();
  });
});

describe('a thread', () => {
  it('shows edits and withdrawals in their messages, and nothing across a gap', () => {
    const entries = [
      entry(1, { payload: text('lost') }),
      entry(3, { payload: text('first') }),
      entry(4, { payload: null }),
      entry(5, { kind: 'edit', payload: { kind: 'EDIT', of: 3, to: text('second') } }),
      entry(6, { kind: 'withdraw', payload: { kind: 'WITHDRAW', of: 4, reason: 'insult' } }),
    ];
    const rows = rowsOf(unbroken(new Map(entries.map((one) => [one.offset, one])), 6));
    expect(rows).toMatchObject([
      { says: text('second'), edited: true, withdrawn: false },
      { says: null, withdrawn: true, reason: 'insult' },
    ]);
  });
});
