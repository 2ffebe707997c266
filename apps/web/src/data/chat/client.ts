/**
 * The service chat of one person. A conversation is its log: a frame is applied when it is the next entry, ignored when it is known, and fetched for when
 * some are missing. What the person writes is written down before it is sent, and sent under one uuid until the exchange has answered.
 */
import type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
import type { ChatEntry, ChatGroup, ChatMember, ChatWorkOrder } from '@bourse/protocol/chat';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { CallError } from '@bourse/protocol/client';
import { backoffMs } from '../backoff.ts';
import type { LinePorts } from '../socket-line.ts';
import { ChatLog } from './log.ts';
import { type OutMessage, type OwnPayload, resends, sendStatus, type Target, targetKey } from './out.ts';
import { ChatSocket, chatTimes } from './socket.ts';
import { type ChatStore, MemoryChatStore } from './store.ts';

export type ChatCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | FormData,
  options?: { signal?: AbortSignal },
) => Promise<CallOutput<Name>>;

export type ChatPorts = LinePorts & {
  /** The person: their user id. */
  user: string;
  call: ChatCall;
  token: () => string | null;
  refresh: () => Promise<boolean>;
  store: (failed: (what: 'open' | 'read') => void) => Promise<ChatStore>;
  /** The server's clock, whatever the device's says. */
  serverNow: () => number;
  heardTime: (server: number, here: number) => void;
};

const noAnswerMs = 15_000;
const pageSize = 50;
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
  outbox: readonly OutMessage[] = [];
  private store: ChatStore = new MemoryChatStore();
  private readonly logs = new Map<string, ChatLog>();
  private readonly opened = new Set<string>();
  private readonly aliases = new Map<string, string>();
  private readonly orders = new Map<string, ChatWorkOrder | null>();
  private readonly members = new Map<string, readonly ChatMember[]>();
  private readonly typing = new Map<string, number>();
  private readonly pumping = new Set<string>();
  private readonly fetching = new Map<string, Promise<void>>();
  private readonly pictures = new Map<string, File>();
  private readonly listeners = new Set<() => void>();
  private tries = 0;
  private retryTimer: unknown;
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
    for (const groupId of new Set(entries.map((entry) => entry.groupId))) {
      const own = entries.filter((entry) => entry.groupId === groupId).sort((a, b) => a.offset - b.offset);
      this.logs.set(groupId, new ChatLog(groupId, own));
    }
    // A picture that was not uploaded is gone with the page: the person chooses it again.
    this.outbox = [
      ...outbox.sort((a, b) => a.order - b.order).map((out) => (out.payload ? out : { ...out, sendStatus: sendStatus.fail })),
      ...this.outbox,
    ];
    this.tell();
    this.socket.start();
    await this.readGroups();
  }

  stop(): void {
    this.stopped = true;
    this.ports.clearTimer(this.retryTimer);
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
      for (const group of this.groups) this.logs.get(group.id)?.compare(group.offset, group.head);
    } catch (error) {
      if (this.state !== 'ready') this.state = 'failed';
      this.why = error instanceof Error ? error.message : '';
    }
    this.tell();
    if (this.state === 'ready') this.resume();
  }

  // ─── reading

  log = (groupId: string): ChatLog | undefined => this.logs.get(groupId);
  workOrder = (groupId: string): ChatWorkOrder | null | undefined => this.orders.get(groupId);
  membersOf = (groupId: string): readonly ChatMember[] => this.members.get(groupId) ?? [];
  isTyping = (groupId: string): boolean => (this.typing.get(groupId) ?? 0) > this.ports.now();
  /** The conversation of a target, if it is opened already. */
  groupOf(target: Target): ChatGroup | undefined {
    if ('groupId' in target) return this.groups.find(({ id }) => id === target.groupId);
    const known = this.aliases.get(targetKey(target));
    return this.groups.find(
      ({ id, groupType, groupSign }) =>
        id === known || (groupType === target.groupType && (target.subject === undefined || groupSign === target.subject)),
    );
  }
  /** What the person wrote there that the log does not have. */
  outOf(target: Target): readonly OutMessage[] {
    const group = this.groupOf(target)?.id ?? targetKey(target);
    return this.outbox.filter((out) => targetKey(out.target) === group || targetKey(out.target) === targetKey(target));
  }

  /** A screen shows this conversation. */
  async open(groupId: string): Promise<void> {
    this.opened.add(groupId);
    await Promise.all([this.fetchAfter(groupId), this.readOrder(groupId), this.readMembers(groupId)]);
  }
  private async readOrder(groupId: string) {
    try {
      this.orders.set(groupId, await this.ports.call('GET im/work-order/get', { groupId }));
    } catch (error) {
      if (error instanceof CallError && error.status === 404) this.orders.set(groupId, null);
    }
    this.tell();
  }
  private async readMembers(groupId: string) {
    const members = await this.ports.call('GET im/group/avatar-list', { groupId }).catch(() => undefined);
    if (members) this.members.set(groupId, members);
    this.tell();
  }

  /** Asks for what is missing. A second asker waits for the first. */
  fetchAfter(groupId: string): Promise<void> {
    const running = this.fetching.get(groupId);
    if (running) return running;
    const run = this.fetchPages(groupId)
      .catch(() => undefined)
      .finally(() => {
        this.fetching.delete(groupId);
        this.tell();
      });
    this.fetching.set(groupId, run);
    return run;
  }
  private async fetchPages(groupId: string) {
    const log = this.logs.get(groupId) ?? new ChatLog(groupId);
    this.logs.set(groupId, log);
    for (;;) {
      const before = log.have;
      const limit = before === 0 ? pageSize : 100;
      const page = await this.ports.call('POST im/message/list', { groupId, limit, ...(before === 0 ? {} : { after: before }) });
      log.takePage(page);
      await this.applied(log, page);
      if (before === 0 || page.length < limit || log.have === before || log.changed) return;
    }
  }
  async fetchOlder(groupId: string): Promise<void> {
    const log = this.logs.get(groupId);
    if (!log || log.from === 0) return;
    const page = await this.ports.call('POST im/message/list', { groupId, before: log.from + 1, limit: pageSize });
    if (log.takeOlder(page) === 'applied') await this.store.keep(this.ports.user, page);
    this.tell();
  }

  private async applied(log: ChatLog, entries: readonly ChatEntry[]) {
    const fresh = entries.flatMap(({ offset, payload }) => [log.at(offset), payload?.kind === 'WITHDRAW' ? log.at(payload.of) : undefined]);
    const ours = new Set(entries.map(({ uuid }) => uuid));
    for (const { uuid } of this.outbox.filter((out) => ours.has(out.uuid))) this.settle(uuid);
    const last = log.entries.at(-1);
    if (last)
      this.groups = this.groups.map((group) =>
        group.id === log.groupId && group.offset < last.offset ? { ...group, offset: last.offset, head: last.hash } : group,
      );
    this.tell();
    await this.store.keep(
      this.ports.user,
      fresh.filter((entry) => entry !== undefined),
    );
  }

  /** The log has it: it is no longer on its way. */
  private settle(uuid: string) {
    this.outbox = this.outbox.filter((out) => out.uuid !== uuid);
    this.pictures.delete(uuid);
    void this.store.drop(this.ports.user, uuid);
  }

  // ─── the socket

  private ready() {
    this.seated = false;
    this.tries = 0;
    if (this.state === 'ready') void this.readGroups();
    this.ports.setTimer(() => this.resend(), chatTimes.resendMs);
  }
  private resume() {
    // Before it knows who asks, the server answers nobody.
    if (!this.seated) return;
    const group = this.groups.slice(0, 100).map(({ id, offset, head }) => {
      const log = this.logs.get(id);
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
        const log = this.logs.get(message.group);
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
        if (this.opened.has(message.v.id)) {
          void this.readOrder(message.v.id);
          void this.readMembers(message.v.id);
        }
        break;
      }
      default:
    }
    this.tell();
  }

  private entry(entry: ChatEntry) {
    const { groupId } = entry;
    const log = this.logs.get(groupId) ?? new ChatLog(groupId);
    this.logs.set(groupId, log);
    const taken = log.take(entry);
    if (entry.kind === 'message' && entry.role !== 1) {
      this.typing.delete(groupId);
      this.change(groupId, ({ offset, unreadCount }) => ({ unreadCount: unreadCount + (entry.offset > offset ? 1 : 0) }));
    }
    if (taken === 'applied') void this.applied(log, [entry]);
    else if (taken === 'beyond') void this.fetchAfter(groupId);
    if (!this.groups.some(({ id }) => id === groupId)) void this.readGroups();
    if (this.opened.has(groupId) && (entry.kind === 'finish' || entry.kind === 'join' || entry.kind === 'leave')) {
      void this.readOrder(groupId);
      void this.readMembers(groupId);
    }
  }
  private change(groupId: string, how: (group: ChatGroup) => Partial<ChatGroup>) {
    this.groups = this.groups.map((group) => (group.id === groupId ? { ...group, ...how(group) } : group));
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.socket.probe();
    this.resend();
  }

  // ─── writing

  async send(target: Target, payload: OwnPayload | null, picture?: { file: File; url: string }): Promise<string> {
    const group = this.groupOf(target);
    const out: OutMessage = {
      uuid: this.ports.newId(),
      target: group ? { groupId: group.id } : target,
      payload,
      url: picture?.url ?? null,
      order: Math.max(0, ...this.outbox.map(({ order }) => order)) + 1,
      madeAt: this.ports.serverNow(),
      sendStatus: sendStatus.wait,
      why: null,
      placed: null,
    };
    if (picture) this.pictures.set(out.uuid, picture.file);
    this.outbox = [...this.outbox, out];
    this.tell();
    await this.store.put(this.ports.user, out);
    void this.pump(targetKey(out.target));
    return out.uuid;
  }

  /** Sends a failed message again, under its uuid. */
  async retry(uuid: string): Promise<void> {
    const out = this.outbox.find((one) => one.uuid === uuid);
    if (out) await this.pump(targetKey((await this.put(out, { sendStatus: sendStatus.wait, why: null })).target));
  }
  /** The person gives up on a message that was not sent. */
  discard(uuid: string): void {
    this.settle(uuid);
    this.tell();
  }
  /** Whether a failed message can be sent again: a picture must still be here. */
  canRetry = (out: OutMessage): boolean => out.payload !== null || this.pictures.has(out.uuid);

  private async put(out: OutMessage, change: Partial<OutMessage>): Promise<OutMessage> {
    const next = { ...out, ...change };
    this.outbox = this.outbox.map((one) => (one.uuid === out.uuid ? next : one));
    this.tell();
    await this.store.put(this.ports.user, next);
    return next;
  }

  private resend() {
    for (const key of new Set(this.outbox.filter(resends).map(({ target }) => targetKey(target)))) void this.pump(key);
  }

  /** Sends what waits for one conversation, in the order in which it was written. */
  private async pump(key: string): Promise<void> {
    if (this.pumping.has(key) || this.stopped) return;
    this.pumping.add(key);
    try {
      for (;;) {
        const next = this.outbox.find((out) => targetKey(out.target) === key && out.sendStatus === sendStatus.wait && out.placed === null);
        if (!next || this.stopped) return;
        if (!(await this.sendOne(next))) return;
      }
    } finally {
      this.pumping.delete(key);
    }
  }

  /** False: no answer came, so that whatever follows waits, too. */
  private async sendOne(out: OutMessage): Promise<boolean> {
    const unanswered = this.ports.setTimer(() => this.socket.probe(), chatTimes.unansweredMs);
    const options = { signal: AbortSignal.timeout(noAnswerMs) };
    try {
      const file = this.pictures.get(out.uuid);
      if (!out.payload && file) {
        const form = new FormData();
        form.append('file', file, 'picture');
        const { id } = await this.ports.call('POST im/file/upload', form);
        out = await this.put(out, { payload: { kind: 'IMAGE', file: id } });
      }
      const { payload, target, uuid } = out;
      if (!payload) throw new CallError(0, 400, '');
      const placed = await this.ports.call('POST im/message/send', { ...target, uuid, payload }, options);
      this.tries = 0;
      await this.placed(out, placed);
      return true;
    } catch (error) {
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 401;
      if (refused) {
        await this.put(out, { sendStatus: sendStatus.fail, why: error.message });
        return true;
      }
      this.socket.probe();
      this.ports.clearTimer(this.retryTimer);
      this.retryTimer = this.ports.setTimer(() => this.resend(), backoffMs(this.tries, this.ports.random));
      this.tries += 1;
      return false;
    } finally {
      this.ports.clearTimer(unanswered);
    }
  }

  private async placed(out: OutMessage, { id, groupId, offset }: { id: string; groupId: string; offset: number }) {
    const key = targetKey(out.target);
    if (!('groupId' in out.target)) {
      // What was written meanwhile goes to the conversation that this message has opened.
      this.aliases.set(key, groupId);
      for (const other of this.outbox.filter((one) => one.uuid !== out.uuid && targetKey(one.target) === key))
        await this.put(other, { target: { groupId } });
    }
    this.outbox = this.outbox.map((one) =>
      one.uuid === out.uuid ? { ...one, target: { groupId }, sendStatus: sendStatus.succeed, placed: { id, groupId, offset } } : one,
    );
    await this.store.drop(this.ports.user, out.uuid);
    if (!this.groups.some((group) => group.id === groupId)) await this.readGroups();
    if ((this.logs.get(groupId)?.have ?? 0) >= offset) this.settle(out.uuid);
    // The socket delivers the entry. Where it does not, this asks.
    else if (this.socket.status.link !== 'open') void this.fetchAfter(groupId);
    else this.ports.setTimer(() => (this.logs.get(groupId)?.have ?? 0) < offset && void this.fetchAfter(groupId), 1_000);
    this.tell();
    if (!('groupId' in out.target)) void this.pump(groupId);
  }

  async edit(groupId: string, id: string, text: string): Promise<void> {
    await this.ports.call('POST im/message/edit', { groupId, id, uuid: this.ports.newId(), payload: { kind: 'TEXT', text } });
    await this.fetchAfter(groupId);
  }
  async withdraw(groupId: string, id: string): Promise<void> {
    await this.ports.call('POST im/message/revoke', { groupId, id, uuid: this.ports.newId() });
    await this.fetchAfter(groupId);
  }
  async finish(groupId: string): Promise<void> {
    const order = this.orders.get(groupId);
    if (!order) return;
    this.orders.set(groupId, await this.ports.call('POST im/work-order/finish', { id: order.id, uuid: this.ports.newId() }));
    await this.fetchAfter(groupId);
  }
  async rate(groupId: string, given: Omit<CallInput<'POST im/work-order/evaluation'>, 'id'>): Promise<void> {
    const order = this.orders.get(groupId);
    if (!order) return;
    await this.ports.call('POST im/work-order/evaluation', { ...given, id: order.id });
    await this.readOrder(groupId);
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
    return this.outbox.filter(({ placed }) => placed === null).length;
  }
}

/** A mark never goes back. */
const readTo = (group: ChatGroup, offset: number): Partial<ChatGroup> =>
  offset > group.readOffset ? { readOffset: offset, unreadCount: offset >= group.offset ? 0 : group.unreadCount } : {};
