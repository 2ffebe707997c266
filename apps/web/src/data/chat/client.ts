/**
 * The service chat of one person. A conversation is its log (`conversations.ts`): a frame is applied when it is the next entry, ignored when it is known, and
 * fetched for when some are missing. What the person writes waits in `outgoing.ts`. This is what screens read and do.
 */
import type { CallInput } from '@bourse/protocol/calls';
import type { ChatEntry, ChatGroup, ChatMember, ChatWorkOrder } from '@bourse/protocol/chat';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { Attended } from './attended.ts';
import { Conversations } from './conversations.ts';
import type { ChatLog } from './log.ts';
import { type OutMessage, type OwnPayload, subjectOf, type Target, targetKey } from './out.ts';
import { Outgoing } from './outgoing.ts';
import type { ChatPorts } from './ports.ts';
import { ChatSocket } from './socket.ts';
import { type ChatStore, MemoryChatStore } from './store.ts';

export type { ChatCall, ChatPorts } from './ports.ts';

const typingMs = 5_000;

export class ChatClient {
  readonly ports: ChatPorts;
  readonly socket: ChatSocket;
  /** Counts changes; screens read again when it moves. */
  version = 0;
  groups: readonly ChatGroup[] = [];
  state: 'starting' | 'ready' | 'failed' = 'starting';
  why = '';
  /** What the device refused to keep or to give back. */
  denied: 'open' | 'read' | null = null;
  private store: ChatStore = new MemoryChatStore();
  private readonly conversations: Conversations;
  private readonly outgoing: Outgoing;
  private readonly attended: Attended;
  private readonly aliases = new Map<string, string>();
  private readonly typing = new Map<string, number>();
  private readonly listeners = new Set<() => void>();
  private stopped = false;
  private lastTyping = 0;
  private seated = false;

  constructor(ports: ChatPorts) {
    this.ports = ports;
    this.socket = new ChatSocket({
      ...ports,
      deliver: (message) => this.deliver(message),
      ready: () => this.ready(),
      changed: () => this.tell(),
    });
    this.conversations = new Conversations({
      call: ports.call,
      tell: () => this.tell(),
      applied: (log, entries) => this.applied(log, entries),
      keep: (entries) => this.store.keep(ports.user, entries),
    });
    this.outgoing = new Outgoing(this.outgoingHost());
    this.attended = new Attended(
      ports.call,
      () => this.tell(),
      (groupId) => this.groups.find(({ id }) => id === groupId)?.workOrder !== null,
    );
  }
  private outgoingHost() {
    const client = this;
    return {
      ports: this.ports,
      get store() {
        return client.store;
      },
      get stopped() {
        return client.stopped;
      },
      tell: () => this.tell(),
      probe: () => this.socket.probe(),
      connected: () => this.socket.status.link === 'open',
      groupIdOf: (target: Target) => this.groupOf(target)?.id,
      have: (groupId: string) => this.conversations.have(groupId),
      opened: (key: string, groupId: string) => void this.aliases.set(key, groupId),
      known: async (groupId: string) => {
        if (!this.groups.some(({ id }) => id === groupId)) await this.readGroups();
      },
      fetchAfter: (groupId: string) => this.fetchAfter(groupId),
    };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  private tell() {
    this.version += 1;
    for (const listener of [...this.listeners]) listener();
  }

  async start(): Promise<void> {
    const { user } = this.ports;
    this.store = await this.ports.store((what) => {
      this.denied = what;
      this.tell();
    });
    const [entries, outbox] = await Promise.all([this.store.entries(user), this.store.outbox(user)]);
    if (this.stopped) return;
    this.conversations.restore(entries);
    this.outgoing.restore(outbox);
    this.tell();
    this.socket.start();
    await this.readGroups();
  }

  stop(): void {
    this.stopped = true;
    this.outgoing.stop();
    this.socket.stop();
  }
  /** Deletes everything of this person from the device. */
  async forget(): Promise<void> {
    this.stop();
    await this.store.forget();
  }

  async readGroups(): Promise<void> {
    try {
      this.groups = await this.ports.call('GET im/group/group-list', {});
      this.state = 'ready';
      for (const group of this.groups) this.log(group.id)?.compare(group.offset, group.head);
    } catch (error) {
      if (this.state !== 'ready') this.state = 'failed';
      this.why = error instanceof Error ? error.message : '';
    }
    this.tell();
    if (this.state === 'ready') this.resume();
  }

  log = (groupId: string): ChatLog | undefined => this.conversations.of(groupId);
  workOrder = (groupId: string): ChatWorkOrder | null | undefined => this.attended.order(groupId);
  membersOf = (groupId: string): readonly ChatMember[] => this.attended.membersOf(groupId);
  isTyping = (groupId: string): boolean => {
    const left = (this.typing.get(groupId) ?? 0) - this.ports.now();
    // Longer than a sign of typing lasts: the device's clock was set back.
    return left > 0 && left <= typingMs;
  };
  /** The conversation of a target, if it is opened already. Without a subject it is the one about nothing in particular. */
  groupOf(target: Target): ChatGroup | undefined {
    if ('groupId' in target) return this.groups.find(({ id }) => id === target.groupId);
    const known = this.aliases.get(targetKey(target));
    return this.groups.find(
      ({ id, groupType, groupSign }) =>
        id === known ||
        (groupType === target.groupType && (target.subject === undefined ? !subjectOf(groupSign) : groupSign === target.subject)),
    );
  }
  /** What the person wrote and the log does not have. */
  get outbox(): readonly OutMessage[] {
    return this.outgoing.messages;
  }
  outOf = (target: Target): readonly OutMessage[] => this.outgoing.of(target);

  /** A screen shows this conversation. */
  async open(groupId: string): Promise<void> {
    await Promise.all([this.fetchAfter(groupId), this.attended.open(groupId)]);
  }
  fetchAfter = (groupId: string): Promise<void> => this.conversations.fetchAfter(groupId);
  fetchOlder = (groupId: string): Promise<void> => this.conversations.fetchOlder(groupId);

  private applied(log: ChatLog, entries: readonly ChatEntry[]) {
    this.outgoing.settleAll(new Set(entries.map(({ uuid }) => uuid)));
    const last = log.entries.at(-1);
    if (last)
      this.groups = this.groups.map((group) =>
        group.id === log.groupId && group.offset < last.offset ? { ...group, offset: last.offset, head: last.hash } : group,
      );
    this.tell();
  }

  private ready() {
    this.seated = false;
    if (this.state === 'ready') void this.readGroups();
    this.outgoing.connectedAgain();
  }
  private resume() {
    // Before it knows who asks, the server answers nobody.
    if (!this.seated) return;
    const group = this.groups.slice(0, 100).map(({ id, offset, head }) => {
      const log = this.log(id);
      return [id, log && log.have > 0 ? [log.have, log.head] : [offset, head]] as const;
    });
    if (group.length > 0) this.socket.say({ type: 'resume', group: Object.fromEntries(group) as Record<string, [number, string]> });
  }

  private deliver(message: ChatServerMessage) {
    switch (message.c) {
      case 'hello':
        this.ports.heardTime(message.t, this.ports.now());
        this.seated = message.signedIn;
        if (this.state === 'ready') this.resume();
        break;
      case 'pong':
        this.ports.heardTime(message.st, (message.t + this.ports.now()) / 2);
        break;
      case 'entry':
        this.entry(message.v);
        break;
      case 'behind': {
        const log = this.log(message.group);
        if (message.changed && log && log.have > 0) log.changed = true;
        else if (log) void this.fetchAfter(message.group);
        break;
      }
      case 'read':
        if (message.role !== 1) this.change(message.group, ({ seenOffset }) => ({ seenOffset: Math.max(seenOffset, message.offset) }));
        else this.change(message.group, (group) => readTo(group, message.offset));
        break;
      case 'typing':
        if (message.role === 1) break;
        this.typing.set(message.group, this.ports.now() + typingMs);
        this.ports.setTimer(() => this.tell(), typingMs + 10);
        break;
      case 'group': {
        const known = this.groups.some(({ id }) => id === message.v.id);
        this.groups = known ? this.groups.map((group) => (group.id === message.v.id ? message.v : group)) : [message.v, ...this.groups];
        this.attended.moved(message.v.id);
        break;
      }
      default:
    }
    this.tell();
  }

  private entry(entry: ChatEntry) {
    const { groupId } = entry;
    if (entry.kind === 'message' && entry.role !== 1) {
      this.typing.delete(groupId);
      this.change(groupId, ({ offset, unreadCount }) => ({ unreadCount: unreadCount + (entry.offset > offset ? 1 : 0) }));
    }
    this.conversations.take(entry);
    if (!this.groups.some(({ id }) => id === groupId)) void this.readGroups();
    if (entry.kind === 'finish' || entry.kind === 'join' || entry.kind === 'leave') this.attended.moved(groupId);
  }
  private change(groupId: string, how: (group: ChatGroup) => Partial<ChatGroup>) {
    this.groups = this.groups.map((group) => (group.id === groupId ? { ...group, ...how(group) } : group));
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.socket.probe();
    this.outgoing.resend();
  }

  send = (target: Target, payload: OwnPayload | null, picture?: { file: File; url: string }): Promise<string> =>
    this.outgoing.send(target, payload, picture);
  /** Sends a failed message again, under its uuid. */
  retry = (uuid: string): Promise<void> => this.outgoing.retry(uuid);
  /** The person gives up on a message that was not sent. */
  discard(uuid: string): void {
    this.outgoing.settle(uuid);
    this.tell();
  }
  canRetry = (out: OutMessage): boolean => this.outgoing.canRetry(out);

  async edit(groupId: string, id: string, text: string): Promise<void> {
    await this.ports.call('POST im/message/edit', { groupId, id, uuid: this.ports.newId(), payload: { kind: 'TEXT', text } });
    await this.fetchAfter(groupId);
  }
  async withdraw(groupId: string, id: string): Promise<void> {
    await this.ports.call('POST im/message/revoke', { groupId, id, uuid: this.ports.newId() });
    await this.fetchAfter(groupId);
  }
  async finish(groupId: string): Promise<void> {
    const order = this.attended.order(groupId);
    if (!order) return;
    this.attended.isNow(groupId, await this.ports.call('POST im/work-order/finish', { id: order.id, uuid: this.ports.newId() }));
    await this.fetchAfter(groupId);
  }
  async rate(groupId: string, given: Omit<CallInput<'POST im/work-order/evaluation'>, 'id'>): Promise<void> {
    const order = this.attended.order(groupId);
    if (!order) return;
    await this.ports.call('POST im/work-order/evaluation', { ...given, id: order.id });
    await this.attended.readOrder(groupId);
  }

  /** The person has seen the conversation up to here. */
  async read(groupId: string, offset: number): Promise<void> {
    const group = this.groups.find(({ id }) => id === groupId);
    if (!group || offset <= group.readOffset) return;
    this.change(groupId, (own) => readTo(own, offset));
    this.tell();
    await this.ports.call('POST im/message/read', { groupId, offset }).catch(() => undefined);
  }
  /** The person writes: said at most every 3 s. */
  writes(groupId: string): void {
    const now = this.ports.now();
    if (Math.abs(now - this.lastTyping) < 3_000) return;
    this.lastTyping = now;
    this.socket.say({ type: 'typing', group: groupId });
  }

  get unread(): number {
    return this.groups.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
  }
  get unsent(): number {
    return this.outgoing.unsent;
  }
}

/** A mark never goes back. */
const readTo = (group: ChatGroup, offset: number): Partial<ChatGroup> =>
  offset > group.readOffset ? { readOffset: offset, unreadCount: offset >= group.offset ? 0 : group.unreadCount } : {};
