import type { ChatEntry, ChatGroup, ChatMember, ChatWorkOrder, PaymentInstructions } from '@bourse/protocol/chat';
import { CallError } from '@bourse/protocol/client';
import { chatBodyHash, chatEntryHash, chatStart } from '@bourse/verifier/chat';
import { vi } from 'vitest';
import { resetChat } from '../data/chat/index.ts';
import { server } from './server.ts';
import { pass } from './show.tsx';

/** The exchange's side of one conversation, with a chain that holds, and the socket over which it speaks. */

const groupId = '71';
const [customer, agent] = ['11', '22'];
let uuids = 0;
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
type Payload = NonNullable<ChatEntry['payload']>;

class DeskSocket {
  static readonly OPEN = 1;
  binaryType = '';
  readyState = 0;
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  said: { type: string; [key: string]: unknown }[] = [];
  private readonly desk: Desk;
  constructor(desk: Desk) {
    this.desk = desk;
    desk.sockets.push(this);
    setTimeout(() => (desk.away ? this.fail() : this.arrive()), 1);
  }
  send(text: string) {
    const message = JSON.parse(text);
    this.said.push(message);
    if (message.type === 'ping' && !this.desk.away) this.hear({ c: 'pong', t: message.t, st: Date.now() });
  }
  close() {
    this.readyState = 3;
  }
  hear(...m: object[]) {
    this.onmessage?.({ data: JSON.stringify({ m }) });
  }
  arrive() {
    if (this.readyState !== 0) return;
    this.readyState = 1;
    this.onopen?.();
    this.hear({ c: 'hello', socketId: 's', t: Date.now(), signedIn: true });
  }
  fail() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}

export class Desk {
  entries: ChatEntry[] = [];
  sockets: DeskSocket[] = [];
  /** Nothing is reached. */
  away = false;
  refusal: CallError | undefined;
  group: Pick<ChatGroup, 'groupType' | 'groupSign' | 'state' | 'seenOffset' | 'readOffset' | 'workOrder'> = {
    ...{ groupType: 1, groupSign: 'common', state: 'waiting', seenOffset: 0, readOffset: 0, workOrder: '5' },
  };
  order: Partial<ChatWorkOrder> = {};
  /** What the books say of cards at this moment. */
  facts: { status: string; amount: string | null; asset: string | null } = { status: 'submitted', amount: '500', asset: 'USDT' };

  view(): ChatGroup {
    const last = this.entries.at(-1);
    const unread = this.entries.filter(({ kind, role, offset }) => kind === 'message' && role !== 1 && offset > this.group.readOffset);
    return {
      ...{ id: groupId, type: 'service', channelId: null, imgUrl: null, unreadCount: unread.length },
      ...{ offset: last?.offset ?? 0, head: last?.hash ?? chatStart },
      ...this.group,
    };
  }
  add(kind: ChatEntry['kind'], payload: Payload, by: 'customer' | 'agent' | null = 'agent', uuid = uuidOf(++uuids)): ChatEntry {
    const offset = this.entries.length + 1;
    const salt = String(offset).padStart(32, '0');
    const link = {
      ...{ groupId, offset, kind, sender: by === null ? null : by === 'customer' ? customer : agent, time: Date.now() },
      ...{ prev: this.entries.at(-1)?.hash ?? chatStart, bodyHash: chatBodyHash(salt, payload) },
    };
    const role = by === null ? null : by === 'customer' ? 1 : 0;
    const entry: ChatEntry = { ...link, id: String(900 + offset), role, uuid, payload, salt, hash: chatEntryHash(link) };
    this.entries.push(entry);
    this.hear({ c: 'entry', v: entry }, { c: 'group', v: this.view() });
    return entry;
  }
  says = (text: string, by: 'customer' | 'agent' = 'agent') => this.add('message', { kind: 'TEXT', text }, by);
  sendsCard = (about: 'recharge' | 'withdrawal' = 'recharge', id = '41') =>
    this.add('message', { kind: 'ORDER', about, id, sent: this.factsNow() });
  /** The card with which the exchange opens the conversation about a deposit at a desk. */
  asksToPay = (instructions: PaymentInstructions) =>
    this.add('message', { kind: 'ORDER', about: 'recharge', id: '41', sent: this.factsNow(), instructions }, null);
  private factsNow = () => ({ ...this.facts, digest: chatBodyHash('0'.repeat(32), this.facts) });
  takes(name = 'Cleo') {
    this.group.state = 'active';
    this.order = { agent: { id: agent, name, avatar: null, role: 0 }, ahead: null };
    this.add('join', { kind: 'JOIN', member: agent, role: 0, identified: false });
  }
  finishes(finishWay: 1 | 2 = 2, reason: string | null = null) {
    this.group.state = 'finished';
    this.order = { ...this.order, finishWay, finishedAt: Date.now() };
    return this.add('finish', { kind: 'FINISH', finishWay, workOrder: '5', reason }, finishWay === 1 ? 'customer' : 'agent');
  }
  hear(...messages: object[]) {
    for (const socket of this.sockets) if (socket.readyState === 1) socket.hear(...messages);
  }
  typing = () => this.hear({ c: 'typing', group: groupId, member: agent, role: 0 });
  reads(offset: number) {
    this.group.seenOffset = offset;
    this.hear({ c: 'read', group: groupId, member: agent, role: 0, offset });
  }
  lost() {
    this.away = true;
    for (const socket of this.sockets) if (socket.readyState === 1) socket.fail();
  }
  back() {
    this.away = false;
  }

  private workOrder = (): ChatWorkOrder => ({
    ...{
      id: '5',
      groupId,
      state: this.group.state,
      agent: null,
      ahead: 0,
      waitsSince: null,
      answerBy: null,
      opensAt: null,
      finishWay: null,
    },
    ...{ finishedAt: null, after: null, rating: null },
    ...this.order,
  });
  private members = (): ChatMember[] => [
    { id: customer, name: 'Anna', avatar: null, role: 1 },
    { id: agent, name: 'Cleo', avatar: null, role: 0 },
  ];

  open(): void {
    // Every test signs somebody in before there is a desk. What their chat asked then is no part of the test.
    resetChat();
    server.complaints = [];
    const reached = <Answer>(answer: () => Answer): Answer => {
      if (this.away) throw new CallError(-1, 0, 'None response!');
      return answer();
    };
    const place = ({ id, offset, hash, time }: ChatEntry) => ({ id, groupId, offset, head: hash, time });
    const known = (uuid: string) => this.entries.find((entry) => entry.uuid === uuid);
    server.on('GET im/limits', limits);
    server.on('GET im/group/group-list', () => reached(() => (this.entries.length > 0 ? [this.view()] : [])));
    server.on('GET im/group/avatar-list', () => reached(this.members));
    server.on('GET im/work-order/get', () => reached(this.workOrder));
    server.on('POST im/message/list', ({ after, before, limit }) =>
      reached(() =>
        after !== undefined ? this.entries.slice(after, after + limit) : this.entries.slice(0, (before ?? Infinity) - 1).slice(-limit),
      ),
    );
    server.on('POST im/message/read', ({ offset }) => {
      this.group.readOffset = Math.max(this.group.readOffset, offset);
      return { readOffset: this.group.readOffset };
    });
    server.on('POST im/message/send', ({ uuid, payload }) =>
      reached(() => {
        if (this.refusal) throw this.refusal;
        const said = payload.kind === 'ORDER' ? { ...payload, sent: this.factsNow() } : (payload as Payload);
        return place(known(uuid) ?? this.add('message', said as Payload, 'customer', uuid));
      }),
    );
    server.on('POST im/message/edit', ({ id, uuid, payload }) =>
      place(this.add('edit', { kind: 'EDIT', of: this.offsetOf(id), to: payload }, 'customer', uuid)),
    );
    server.on('POST im/message/revoke', ({ id, uuid }) =>
      place(this.add('withdraw', { kind: 'WITHDRAW', of: this.offsetOf(id), reason: null }, 'customer', uuid)),
    );
    server.on('GET im/message/card', ({ id }) => {
      const payload = this.entries.find((entry) => entry.id === id)?.payload;
      if (payload?.kind !== 'ORDER') throw new CallError(7_000, 404, 'no such card');
      return { about: payload.about, id: payload.id, sent: payload.sent, now: this.factsNow() };
    });
    server.on('POST im/work-order/finish', () => {
      this.finishes(1);
      return this.workOrder();
    });
    server.on('POST im/work-order/evaluation', ({ score, reasons, text }) => {
      const rating = { score, reasons, text, time: Date.now(), changeableUntil: Date.now() + 86_400_000 };
      this.order = { ...this.order, rating };
      return rating;
    });
    server.on('GET im/group/transcript', () => ({
      ...{ version: 1 as const, groupId, groupSign: this.group.groupSign, head: this.view().head },
      ...{ members: this.members(), entries: this.entries },
    }));
    server.on('GET system/notice-preference/get', preference(null));
    const desk = this;
    vi.stubGlobal(
      'WebSocket',
      class extends DeskSocket {
        constructor() {
          super(desk);
        }
      },
    );
  }
  private offsetOf = (id: string) => this.entries.find((entry) => entry.id === id)?.offset ?? 0;
}

const promise = (groupType: 1 | 2 | 3, measuredS: number | null) => ({ groupType, firstS: 300, nextS: 300, measuredS });
const limits = {
  ...{ textAtMost: 2_000, customer: { per10S: 20, perMinute: 60 }, visitor: { perMinute: 10, beforeAnswer: 3 }, editWithinS: 900 },
  ...{ withdrawWithinS: 120, openGroups: 5, visitorGroups: 1, picture: { bytes: 5_242_880, perHour: 10 } },
  ...{ resume: { groups: 100, entries: 200 }, pageAtMost: 100, silentS: 86_400, reopenS: 259_200, rateAgainS: 86_400 },
  attachments: { kinds: ['IMAGE' as const], scanned: false },
  ...{ evaluationAtMost: 500, promises: [promise(1, 95), promise(2, null), promise(3, 40)] },
};
export const preference = (word: string | null) => ({
  ...{ push: [], mail: [], quiet: false, quietHours: { from: 22, to: 8 }, timeZone: null, pushAmounts: false, word, mailTo: null },
  ...{ pushHere: false, devices: 0, pushKey: 'key' },
});

/** A visitor who has written on this device. */
export const visitorWasHere = (): void =>
  localStorage.setItem('bourse.visitor', JSON.stringify({ accessToken: 'VA', refreshToken: 'VR', userId: '31' }));

/** What the store and the socket do takes turns of the event loop. */
export const turns = async (count = 12): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await pass(2);
};
