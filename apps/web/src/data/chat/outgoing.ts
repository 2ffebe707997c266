/** What the person wrote and the log does not have yet: written down before it is sent, and sent under one uuid until the exchange has answered. */
import { CallError } from '@bourse/protocol/client';
import { backoffMs } from '../backoff.ts';
import { chatRefusals, type OutMessage, type OwnPayload, resends, sendStatus, type Target, targetKey } from './out.ts';
import type { ChatPorts } from './ports.ts';
import { chatTimes } from './socket.ts';
import type { ChatStore } from './store.ts';

const noAnswerMs = 15_000;
/** A picture takes longer than words. */
const noUploadMs = 120_000;
/** A picture that the exchange still checks is sent again so often until it may be. */
const checkedAgainMs = 15_000;

export interface OutgoingHost {
  ports: ChatPorts;
  readonly store: ChatStore;
  readonly stopped: boolean;
  tell(): void;
  /** Asks whether the connection is alive. */
  probe(): void;
  /** Whether the socket is there to deliver entries. */
  connected(): boolean;
  groupIdOf(target: Target): string | undefined;
  have(groupId: string): number;
  /** A message has opened a conversation. */
  opened(key: string, groupId: string): void;
  /** The conversation is among the person's. */
  known(groupId: string): Promise<void>;
  fetchAfter(groupId: string): Promise<void>;
}

export class Outgoing {
  messages: readonly OutMessage[] = [];
  private readonly host: OutgoingHost;
  private readonly pumping = new Set<string>();
  private readonly pictures = new Map<string, File>();
  /** Pictures that the exchange still checks. What was written after them does not wait for that. */
  private readonly checking = new Set<string>();
  private tries = 0;
  private retryTimer: unknown;

  constructor(host: OutgoingHost) {
    this.host = host;
  }

  /** What the device kept comes before what was written meanwhile. A picture that was not uploaded is gone with the page: the person chooses it again. */
  restore(kept: readonly OutMessage[]): void {
    this.messages = [
      ...[...kept].sort((a, b) => a.order - b.order).map((out) => (out.payload ? out : { ...out, sendStatus: sendStatus.fail })),
      ...this.messages,
    ];
  }
  stop(): void {
    this.host.ports.clearTimer(this.retryTimer);
  }
  /** The connection is new: waiting for it begins again. */
  connectedAgain(): void {
    this.tries = 0;
    this.host.ports.setTimer(() => this.resend(), chatTimes.resendMs);
  }
  get unsent(): number {
    return this.messages.filter(({ placed }) => placed === null).length;
  }
  /** Of a target, whether its conversation is opened already or not. */
  of(target: Target): readonly OutMessage[] {
    const group = this.host.groupIdOf(target) ?? targetKey(target);
    return this.messages.filter((out) => targetKey(out.target) === group || targetKey(out.target) === targetKey(target));
  }

  async send(target: Target, payload: OwnPayload | null, picture?: { file: File; url: string }): Promise<string> {
    const { ports } = this.host;
    const groupId = this.host.groupIdOf(target);
    const out: OutMessage = {
      uuid: ports.newId(),
      target: groupId === undefined ? target : { groupId },
      payload,
      url: picture?.url ?? null,
      order: Math.max(0, ...this.messages.map(({ order }) => order)) + 1,
      madeAt: ports.serverNow(),
      sendStatus: sendStatus.wait,
      why: null,
      placed: null,
    };
    if (picture) this.pictures.set(out.uuid, picture.file);
    this.messages = [...this.messages, out];
    this.host.tell();
    await this.host.store.put(ports.user, out);
    void this.pump(targetKey(out.target));
    return out.uuid;
  }
  /** Sends a failed message again, under its uuid. */
  async retry(uuid: string): Promise<void> {
    const out = this.messages.find((one) => one.uuid === uuid);
    if (out) await this.pump(targetKey((await this.put(out, { sendStatus: sendStatus.wait, why: null })).target));
  }
  /** Whether a failed message can be sent again: a picture must still be here. */
  canRetry = (out: OutMessage): boolean => out.payload !== null || this.pictures.has(out.uuid);
  /** The log has it, or the person gives up on it: it is no longer on its way. */
  settle(uuid: string): void {
    this.messages = this.messages.filter((out) => out.uuid !== uuid);
    this.pictures.delete(uuid);
    void this.host.store.drop(this.host.ports.user, uuid);
  }
  /** These uuids are in the log. */
  settleAll(uuids: ReadonlySet<string>): void {
    for (const { uuid } of this.messages.filter((out) => uuids.has(out.uuid))) this.settle(uuid);
  }
  resend(): void {
    for (const key of new Set(this.messages.filter(resends).map(({ target }) => targetKey(target)))) void this.pump(key);
  }

  private async put(out: OutMessage, change: Partial<OutMessage>): Promise<OutMessage> {
    const next = { ...out, ...change };
    this.messages = this.messages.map((one) => (one.uuid === out.uuid ? next : one));
    this.host.tell();
    await this.host.store.put(this.host.ports.user, next);
    return next;
  }

  /** Sends what waits for one conversation, in the order in which it was written. */
  private async pump(key: string): Promise<void> {
    if (this.pumping.has(key) || this.host.stopped) return;
    this.pumping.add(key);
    try {
      for (;;) {
        const next = this.messages.find(
          (out) =>
            targetKey(out.target) === key && out.sendStatus === sendStatus.wait && out.placed === null && !this.checking.has(out.uuid),
        );
        if (!next || this.host.stopped) return;
        if (!(await this.sendOne(next))) return;
      }
    } finally {
      this.pumping.delete(key);
    }
  }

  /** False: no answer came, so that whatever follows waits, too. */
  private async sendOne(out: OutMessage): Promise<boolean> {
    const { ports } = this.host;
    const unanswered = ports.setTimer(() => this.host.probe(), chatTimes.unansweredMs);
    const options = { signal: AbortSignal.timeout(noAnswerMs) };
    try {
      const file = this.pictures.get(out.uuid);
      if (!out.payload && file) {
        const form = new FormData();
        form.append('file', file, 'picture');
        const { id } = await ports.call('POST im/file/upload', form, { signal: AbortSignal.timeout(noUploadMs) });
        out = await this.put(out, { payload: { kind: 'IMAGE', file: id } });
      }
      const { payload, target, uuid } = out;
      if (!payload) throw new CallError(0, 400, '');
      const placed = await ports.call('POST im/message/send', { ...target, uuid, payload }, options);
      this.tries = 0;
      await this.placed(out, placed);
      return true;
    } catch (error) {
      const refused = error instanceof CallError && error.status >= 400 && error.status < 500 && error.status !== 401;
      if (refused && error.code === chatRefusals.fileChecking) {
        await this.put(out, { why: error.message });
        this.checking.add(out.uuid);
        ports.setTimer(() => {
          this.checking.delete(out.uuid);
          this.resend();
        }, checkedAgainMs);
        return true;
      }
      if (refused) {
        await this.put(out, { sendStatus: sendStatus.fail, why: error.message });
        return true;
      }
      this.host.probe();
      ports.clearTimer(this.retryTimer);
      this.retryTimer = ports.setTimer(() => this.resend(), backoffMs(this.tries, ports.random));
      this.tries += 1;
      return false;
    } finally {
      ports.clearTimer(unanswered);
    }
  }

  private async placed(out: OutMessage, { id, groupId, offset }: { id: string; groupId: string; offset: number }) {
    const { ports } = this.host;
    const key = targetKey(out.target);
    if (!('groupId' in out.target)) {
      // What was written meanwhile goes to the conversation that this message has opened.
      this.host.opened(key, groupId);
      for (const other of this.messages.filter((one) => one.uuid !== out.uuid && targetKey(one.target) === key))
        await this.put(other, { target: { groupId } });
    }
    this.messages = this.messages.map((one) =>
      one.uuid === out.uuid ? { ...one, target: { groupId }, sendStatus: sendStatus.succeed, placed: { id, groupId, offset } } : one,
    );
    await this.host.store.drop(ports.user, out.uuid);
    await this.host.known(groupId);
    const missing = () => this.host.have(groupId) < offset;
    if (!missing()) this.settle(out.uuid);
    // The socket delivers the entry. Where it does not, this asks.
    else if (!this.host.connected()) void this.host.fetchAfter(groupId);
    else ports.setTimer(() => missing() && void this.host.fetchAfter(groupId), 1_000);
    this.host.tell();
    if (!('groupId' in out.target)) void this.pump(groupId);
  }
}
