import type { ChatEntry, ChatGroup } from '@bourse/protocol/chat';
import { CallError } from '@bourse/protocol/client';
import { chatBodyHash, chatEntryHash, chatStart } from '@bourse/verifier/chat';
import type { SocketLike } from '../data/socket-line.ts';

export const groupId = '71';
export const epoch = Date.UTC(2026, 2, 2, 10);
export const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The exchange's side of one conversation. */
export class Exchange {
  entries: ChatEntry[] = [];
  asked: { name: string; input: Record<string, unknown> }[] = [];
  /** Answers get lost, or nothing is reached. */
  lose: 'nothing' | 'answers' | 'all' = 'nothing';
  refuse: CallError | undefined;
  /** The scanner has not looked at pictures yet. */
  checks = false;
  get group(): ChatGroup {
    const last = this.entries.at(-1);
    return {
      ...{ id: groupId, type: 'service', groupType: 1, groupSign: 'common', channelId: null, imgUrl: null, unreadCount: 0 },
      ...{ offset: last?.offset ?? 0, head: last?.hash ?? chatStart, readOffset: 0, seenOffset: 0, state: 'active', workOrder: '5' },
    };
  }
  say(text: string, role: 0 | 1 = 0, uuid = uuidOf(1_000 + this.entries.length)): ChatEntry {
    return this.add('message', { kind: 'TEXT', text }, role, uuid);
  }
  add(
    kind: ChatEntry['kind'],
    payload: NonNullable<ChatEntry['payload']>,
    role: 0 | 1 = 0,
    uuid = uuidOf(1_000 + this.entries.length),
  ): ChatEntry {
    const offset = this.entries.length + 1;
    const salt = String(offset).padStart(32, '0');
    const link = {
      ...{ groupId, offset, kind, sender: role === 1 ? '11' : '22', time: epoch + offset * 1_000 },
      ...{ prev: this.entries.at(-1)?.hash ?? chatStart, bodyHash: chatBodyHash(salt, payload) },
    };
    const entry = { ...link, id: String(900 + offset), role, uuid, payload, salt, hash: chatEntryHash(link) };
    this.entries.push(entry);
    return entry;
  }
  call = async (name: string, input: Record<string, unknown>): Promise<unknown> => {
    this.asked.push({ name, input });
    if (this.lose === 'all') throw new CallError(-1, 0, 'None response!');
    if (name === 'GET im/group/group-list') return this.entries.length > 0 ? [this.group] : [];
    if (name === 'POST im/file/upload') return { id: uuidOf(500) };
    if (name === 'POST im/message/list') {
      const { after, limit } = input as { after?: number; limit: number };
      return after === undefined ? this.entries.slice(-limit) : this.entries.slice(after, after + limit);
    }
    if (name === 'POST im/message/send') {
      if (this.refuse) throw this.refuse;
      if (this.checks && (input['payload'] as { kind: string }).kind === 'IMAGE') throw new CallError(7058, 409, 'Being checked.');
      const uuid = String(input['uuid']);
      const known = this.entries.find((entry) => entry.uuid === uuid);
      const entry = known ?? this.add('message', input['payload'] as NonNullable<ChatEntry['payload']>, 1, uuid);
      if (this.lose === 'answers') throw new CallError(-1, 0, 'None response!');
      return { id: entry.id, groupId, offset: entry.offset, head: entry.hash, time: entry.time };
    }
    return null;
  };
  sent = () => this.asked.filter(({ name }) => name === 'POST im/message/send').map(({ input }) => input);
  lists = () => this.asked.filter(({ name }) => name === 'POST im/message/list').length;
}

/** The line of one page to the exchange, which the test moves. */
export class FakeSocket implements SocketLike {
  binaryType = '';
  readyState = 0;
  sent: { type: string; [key: string]: unknown }[] = [];
  onopen: SocketLike['onopen'] = null;
  onclose: SocketLike['onclose'] = null;
  onerror: SocketLike['onerror'] = null;
  onmessage: SocketLike['onmessage'] = null;
  send = (text: string) => void this.sent.push(JSON.parse(text));
  close = () => {
    this.readyState = 3;
  };
  arrive() {
    this.readyState = 1;
    this.onopen?.();
    this.say({ c: 'hello', socketId: 's', t: epoch, signedIn: true });
  }
  say = (...m: object[]) => this.onmessage?.({ data: JSON.stringify({ m }) });
  entries = (...entries: ChatEntry[]) => this.say(...entries.map((v) => ({ c: 'entry', v })));
  fail() {
    this.readyState = 3;
    this.onclose?.({ code: 1006 });
  }
}
