/**
 * The market socket (product specification, sections 4, 7 and 9): heartbeat every 2 s, ping every 6 s, gzip frames, automatic reconnects
 * with back-off, a forced reconnect after silence, silent token refresh, and fresh snapshots after a gap. Clock, timers and network are
 * injected.
 */
import type { ClientMessage, ServerMessage } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import { Channels, channelOf } from './channels.ts';
import { type LinePorts, SocketLine } from './socket-line.ts';
import { initialStatus, type SocketStatus } from './socket-status.ts';

export type { SocketLike } from './socket-line.ts';

export type Wanted = {
  rows: readonly string[];
  depth: readonly string[];
  trades: readonly string[];
  candles: readonly { s: string; i: string }[];
};
export const nothingWanted: Wanted = { rows: [], depth: [], trades: [], candles: [] };

export type SocketPorts = LinePorts & {
  token: () => string | null;
  language: () => string;
  /** The page's path. */
  path: () => string;
  /** Fetches new tokens for an invalid one; true if there are some. */
  refresh: () => Promise<boolean>;
  deliver: (message: ServerMessage) => void;
  /** Messages of this channel were lost: rebuild what it feeds. */
  gap: (channel: string) => void;
};

/** Public paths (product specification, section 7) that show nothing of a customer's own. On the others a silent refresh keeps their figures live. */
const entries = /^\/(?:(?:bootPage|pc_home|login|register|registered|forgot|chooseArea|proxy|public\/.*)\/?)?$/;

export class MarketSocket extends SocketLine<ServerMessage, SocketPorts> {
  private readonly channels = new Channels();
  private readonly listeners = new Set<() => void>();
  private wanted: Wanted = nothingWanted;
  private sentWanted = '';
  private wishTimer: unknown;
  private manual = 0;
  private refreshing = false;
  subscribed = false;
  status: SocketStatus;

  constructor(ports: SocketPorts) {
    super(ports);
    this.status = { ...initialStatus, link: 'closed', since: ports.now() };
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
  private set(change: Partial<SocketStatus>) {
    this.status = { ...this.status, ...change };
    for (const listener of this.listeners) listener();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.set({ link: 'closed', offline: false, venue: null, signedIn: false });
  }

  /** The tab is visible again. */
  becameVisible(): void {
    if (!this.stopped && !this.subscribed) this.restart();
  }

  protected override drop() {
    this.subscribed = false;
    this.sentWanted = '';
    this.channels.forget();
    this.ports.clearTimer(this.wishTimer);
    this.wishTimer = undefined;
    super.drop();
  }

  protected connecting(address: string, socketId: string) {
    this.set({ link: 'connecting', address, socketId });
  }
  protected override begun() {
    // A connection that never opens is silent too.
    this.every(socketLimits.reconnectCheckMs, () => this.checkSilence());
  }

  protected opened() {
    this.manual = 0;
    this.set({ link: 'open', lastMessageAt: this.ports.now() });
    this.every(socketLimits.heartbeatMs, () => this.send({ type: 'heartbeat', t: this.ports.now() }));
    this.every(socketLimits.pingMs, () => this.send({ type: 'ping', t: this.ports.now() }));
    this.every(1_000, () => this.checkOffline());
    const token = this.ports.token();
    if (token) this.send({ type: 'auth', Authorization: `Bearer ${token}` });
    this.send({ type: 'language', language: this.ports.language() });
    this.wish(true);
  }

  protected lost() {
    if (this.status.link !== 'closed') this.set({ link: 'closed' });
    if (!this.status.offline) this.set({ offline: true, since: this.ports.now() });
  }
  protected reconnecting() {
    this.set({ reconnects: this.status.reconnects + 1 });
  }

  /** Every 5 s: if silent for longer than 5 s, and fewer than five times in a row, reconnect. */
  private checkSilence() {
    const silent = this.ports.now() - Math.max(this.status.lastMessageAt, 0);
    if (this.status.link === 'open' && silent <= socketLimits.reconnectCheckMs) return;
    if (this.manual >= socketLimits.maxManualReconnects) return;
    this.manual += 1;
    this.set({ manualReconnects: this.status.manualReconnects + 1 });
    this.drop();
    this.connect();
  }

  private checkOffline() {
    const offline = this.ports.now() - this.status.lastMessageAt > socketLimits.offlineMs;
    if (offline !== this.status.offline) this.set({ offline, since: offline ? this.status.lastMessageAt : this.ports.now() });
  }

  private send(message: ClientMessage) {
    this.transmit(message);
  }

  /** The current subscriptions. Changes are collected for a moment, so that moving through screens sends one message. */
  want(wanted: Wanted): void {
    this.wanted = wanted;
    if (this.wishTimer === undefined) this.wishTimer = this.ports.setTimer(() => this.wish(false), 50);
  }

  private wish(always: boolean) {
    this.ports.clearTimer(this.wishTimer);
    this.wishTimer = undefined;
    if (!this.isOpen) return;
    const { rows, depth, trades, candles } = this.wanted;
    const text = JSON.stringify([[...rows].sort(), [...depth].sort(), [...trades].sort(), candles]);
    if (!always && text === this.sentWanted) return;
    this.sentWanted = text;
    const token = this.ports.token();
    this.send({
      type: 'SUB',
      rows: rows.slice(0, 200),
      depth: depth.slice(-4),
      trades: trades.slice(-4),
      candles: candles.slice(-4),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    });
    this.subscribed = true;
  }

  /** The language of the server's pushes. */
  languageChanged(): void {
    const token = this.ports.token();
    if (this.subscribed)
      this.send({ type: 'language', language: this.ports.language(), ...(token ? { Authorization: `Bearer ${token}` } : {}) });
  }

  /** New tokens of the same account. */
  tokenChanged(): void {
    const token = this.ports.token();
    if (token) this.send({ type: 'auth', Authorization: `Bearer ${token}` });
  }

  protected heard(now: number, bytes: number) {
    this.status = { ...this.status, lastMessageAt: now, messages: this.status.messages + 1, bytes: this.status.bytes + bytes };
    if (this.status.offline) this.set({ offline: false, since: now });
  }

  protected handle(message: ServerMessage, now: number) {
    const channel = channelOf(message);
    if (channel !== undefined && 'seq' in message) {
      const snapshot = 'snap' in message ? message.snap === 1 : false;
      const sequence = this.channels.note(channel, message.seq, message.prev, snapshot);
      if (sequence === 'old') return;
      if (sequence === 'gap') {
        this.set({ gaps: this.status.gaps + 1 });
        this.ports.gap(channel);
        // A row or a candle is complete in one message. A book or a tape is not: it waits for its new snapshot.
        if (message.c === 'depth' || message.c === 'trades') {
          this.channels.forget(channel);
          this.wish(true);
          return;
        }
      }
    }
    switch (message.c) {
      case 'hello':
        this.set({ socketId: message.socketId, venue: message.venue, signedIn: message.signedIn });
        break;
      case 'pong':
        this.set({ roundTripMs: Math.max(0, now - message.t) });
        break;
      case 'TOKEN_INVALID':
        this.tokenInvalid();
        break;
      case 'dropped':
        this.set({ gaps: this.status.gaps + 1 });
        for (const lost of message.channels) {
          this.channels.forget(lost);
          this.ports.gap(lost);
        }
        this.wish(true);
        break;
      case 'shutdown':
        this.afterMs = message.afterMs;
        break;
      default:
    }
    this.ports.deliver(message);
  }

  /** Refreshes an invalid token silently; reconnects with the new one. Not where somebody is about to sign in: the form brings tokens of its own. */
  protected tokenInvalid() {
    if (this.refreshing || entries.test(this.ports.path())) return;
    this.refreshing = true;
    void this.ports
      .refresh()
      .then((fresh) => fresh && this.restart())
      .finally(() => {
        this.refreshing = false;
      });
  }
}
