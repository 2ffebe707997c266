/**
 * The chat socket (product specification, sections 4 and 9): ping every 6 s, offline after 10 minutes of silence. Nobody has to believe a dead socket so
 * long: a send without an answer, a page that becomes visible and a network that returns each ask it at once, and without an answer it is opened again.
 */
import type { ChatClientMessage, ChatServerMessage } from '@bourse/protocol/chat-socket';
import { type LinePorts, SocketLine } from '../socket-line.ts';

/** The limits of `@bourse/protocol/chat-limits`, which a test compares: that module would bring the server's limits along. */
export const chatTimes = { pingMs: 6_000, offlineMs: 600_000, probeMs: 3_000, unansweredMs: 5_000, resendMs: 1_000 } as const;

export type ChatLink = {
  link: 'closed' | 'connecting' | 'open';
  /** Since when nothing was heard; 0: it is heard. */
  lostSince: number;
};

export type ChatSocketPorts = LinePorts & {
  token: () => string | null;
  refresh: () => Promise<boolean>;
  deliver: (message: ChatServerMessage) => void;
  /** The connection is open and signed in as far as it will be. */
  ready: () => void;
  changed: (status: ChatLink) => void;
};

export class ChatSocket extends SocketLine<ChatServerMessage, ChatSocketPorts> {
  status: ChatLink = { link: 'closed', lostSince: 0 };
  private lastHeard = 0;
  private framesHeard = 0;
  private probing = false;
  private refreshing = false;

  private set(change: Partial<ChatLink>) {
    this.status = { ...this.status, ...change };
    this.ports.changed(this.status);
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.set({ link: 'closed', lostSince: 0 });
  }

  /** Asks whether anybody is there. */
  probe(): void {
    if (this.stopped || this.probing) return;
    if (!this.isOpen) {
      if (this.status.link === 'closed') this.restart();
      return;
    }
    this.probing = true;
    // Frames are counted: the device's clock may be set back at any time.
    const before = this.framesHeard;
    this.say({ type: 'ping', t: this.ports.now() });
    this.after(chatTimes.probeMs, () => {
      this.probing = false;
      if (this.framesHeard === before) this.giveUp();
    });
  }

  say(message: ChatClientMessage): void {
    this.transmit(message);
  }

  private giveUp() {
    this.lost();
    this.restart();
  }
  protected override drop() {
    this.probing = false;
    super.drop();
  }
  protected connecting() {
    this.set({ link: 'connecting' });
  }
  protected override begun() {
    // A connection that never opens is as dead as one that is silent.
    this.after(10_000, () => {
      if (!this.isOpen) this.giveUp();
    });
  }
  protected opened() {
    this.lastHeard = this.ports.now();
    this.every(chatTimes.pingMs, () => this.say({ type: 'ping', t: this.ports.now() }));
    this.every(chatTimes.pingMs, () => {
      const now = this.ports.now();
      // The device's clock was set back: silence counts from here.
      if (now < this.lastHeard) this.lastHeard = now;
      if (now - this.lastHeard > chatTimes.offlineMs) this.giveUp();
    });
    const token = this.ports.token();
    if (token) this.say({ type: 'auth', Authorization: `Bearer ${token}` });
    this.set({ link: 'open', lostSince: 0 });
    this.ports.ready();
  }
  protected lost() {
    this.set({ link: 'closed', lostSince: this.status.lostSince || this.lastHeard || this.ports.now() });
  }
  protected reconnecting() {}
  protected heard(now: number) {
    this.lastHeard = now;
    this.framesHeard += 1;
  }
  protected handle(message: ChatServerMessage) {
    if (message.c === 'TOKEN_INVALID') this.tokenInvalid();
    else if (message.c === 'shutdown') this.afterMs = message.afterMs;
    this.ports.deliver(message);
  }
  protected tokenInvalid() {
    if (this.refreshing) return;
    this.refreshing = true;
    void this.ports
      .refresh()
      .then((fresh) => fresh && !this.stopped && this.restart())
      .finally(() => {
        this.refreshing = false;
      });
  }
}
