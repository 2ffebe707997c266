/**
 * The market socket (product specification, sections 4, 7 and 9): heartbeat every 2 s, ping every 6 s, gzip frames, automatic reconnects
 * with back-off, a forced reconnect after silence, silent token refresh, and fresh snapshots after a gap. Clock, timers and network are
 * injected.
 */
import type { ClientMessage, ServerMessage } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import { backoffMs } from './backoff.ts';
import { Channels, channelOf } from './channels.ts';
import { initialStatus, type SocketStatus } from './socket-status.ts';

export type SocketLike = {
  binaryType: string;
  readyState: number;
  send: (text: string) => void;
  close: (code?: number) => void;
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onerror: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
};

export type Wanted = {
  rows: readonly string[];
  depth: readonly string[];
  trades: readonly string[];
  candles: readonly { s: string; i: string }[];
};
export const nothingWanted: Wanted = { rows: [], depth: [], trades: [], candles: [] };

export type SocketPorts = {
  open: (address: string) => SocketLike;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** Address without query: the real venue's with a real account, otherwise the demo venue's. */
  address: () => string;
  token: () => string | null;
  language: () => string;
  gunzip: (bytes: Uint8Array) => string | null;
  /** The page's path. */
  path: () => string;
  /** Fetches new tokens for an invalid one; true if there are some. */
  refresh: () => Promise<boolean>;
  deliver: (message: ServerMessage) => void;
  /** Messages of this channel were lost: rebuild what it feeds. */
  gap: (channel: string) => void;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
};

const open = 1;

/** Public paths (product specification, section 7) that show nothing of a customer's own. On the others a silent refresh keeps their figures live. */
const entries = /^\/(?:(?:bootPage|pc_home|login|register|registered|forgot|chooseArea|proxy|public\/.*)\/?)?$/;

export class MarketSocket {
  private readonly ports: SocketPorts;
  private readonly channels = new Channels();
  private readonly listeners = new Set<() => void>();
  private socket: SocketLike | undefined;
  private wanted: Wanted = nothingWanted;
  private sentWanted = '';
  private timers: unknown[] = [];
  private reconnectTimer: unknown;
  private wishTimer: unknown;
  private stopped = true;
  private attempt = 0;
  private manual = 0;
  private refreshing = false;
  private afterMs = 0;
  subscribed = false;
  status: SocketStatus;

  constructor(ports: SocketPorts) {
    this.ports = ports;
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

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.attempt = 0;
    this.connect();
  }

  stop(): void {
    this.stopped = true;
    this.drop();
    this.set({ link: 'closed', offline: false, venue: null, signedIn: false });
  }

  /** Reconnects now, for another account or because the person asked. */
  restart(): void {
    this.drop();
    this.stopped = false;
    this.attempt = 0;
    this.connect();
  }

  /** The tab is visible again. */
  becameVisible(): void {
    if (!this.stopped && !this.subscribed) this.restart();
  }

  private drop() {
    this.subscribed = false;
    this.sentWanted = '';
    this.channels.forget();
    for (const timer of this.timers) this.ports.clearTimer(timer);
    this.timers = [];
    this.ports.clearTimer(this.reconnectTimer);
    this.ports.clearTimer(this.wishTimer);
    this.wishTimer = undefined;
    const old = this.socket;
    this.socket = undefined;
    if (!old) return;
    old.onopen = old.onclose = old.onerror = old.onmessage = null;
    old.close(1000);
  }

  private connect() {
    if (this.stopped) return;
    const socketId = this.ports.newId();
    const address = `${this.ports.address()}?socketId=${socketId}&version=v1`;
    this.set({ link: 'connecting', address, socketId });
    let socket: SocketLike;
    try {
      socket = this.ports.open(address);
    } catch {
      this.reconnectLater();
      return;
    }
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => this.opened();
    socket.onmessage = ({ data }) => this.received(data);
    socket.onclose = () => this.lost();
    socket.onerror = () => {};
    // A connection that never opens is silent too.
    this.timers.push(this.every(socketLimits.reconnectCheckMs, () => this.checkSilence()));
  }

  /** A repeating timer built from single ones, so that the injected clock drives it. Returns a box that `drop` can clear. */
  private every(ms: number, run: () => void): unknown {
    const socket = this.socket;
    const timer = this.ports.setTimer(() => {
      this.timers = this.timers.filter((other) => other !== timer);
      if (this.socket !== socket) return;
      run();
      if (this.socket === socket && !this.stopped) this.timers.push(this.every(ms, run));
    }, ms);
    return timer;
  }

  private opened() {
    this.attempt = 0;
    this.manual = 0;
    this.set({ link: 'open', lastMessageAt: this.ports.now() });
    this.timers.push(
      this.every(socketLimits.heartbeatMs, () => this.send({ type: 'heartbeat', t: this.ports.now() })),
      this.every(socketLimits.pingMs, () => this.send({ type: 'ping', t: this.ports.now() })),
      this.every(1_000, () => this.checkOffline()),
    );
    const token = this.ports.token();
    if (token) this.send({ type: 'auth', Authorization: `Bearer ${token}` });
    this.send({ type: 'language', language: this.ports.language() });
    this.wish(true);
  }

  private lost() {
    this.drop();
    if (this.stopped) return;
    if (this.status.link !== 'closed') this.set({ link: 'closed' });
    if (!this.status.offline) this.set({ offline: true, since: this.ports.now() });
    this.reconnectLater();
  }

  private reconnectLater() {
    if (this.attempt >= socketLimits.maxReconnects) return;
    const wait = Math.max(this.afterMs, backoffMs(this.attempt, this.ports.random));
    this.afterMs = 0;
    this.attempt += 1;
    this.ports.clearTimer(this.reconnectTimer);
    this.reconnectTimer = this.ports.setTimer(() => {
      this.set({ reconnects: this.status.reconnects + 1 });
      this.connect();
    }, wait);
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
    if (this.socket?.readyState === open) this.socket.send(JSON.stringify(message));
  }

  /** The current subscriptions. Changes are collected for a moment, so that moving through screens sends one message. */
  want(wanted: Wanted): void {
    this.wanted = wanted;
    if (this.wishTimer === undefined) this.wishTimer = this.ports.setTimer(() => this.wish(false), 50);
  }

  private wish(always: boolean) {
    this.ports.clearTimer(this.wishTimer);
    this.wishTimer = undefined;
    if (this.socket?.readyState !== open) return;
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

  private received(data: unknown) {
    const now = this.ports.now();
    const text = typeof data === 'string' ? data : this.ports.gunzip(new Uint8Array(data as ArrayBuffer));
    const bytes = typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength;
    this.status = {
      ...this.status,
      lastMessageAt: now,
      messages: this.status.messages + 1,
      bytes: this.status.bytes + bytes,
    };
    if (this.status.offline) this.set({ offline: false, since: now });
    if (text === null) return;
    if (text.includes('Invalid token') && !text.startsWith('{')) {
      void this.tokenInvalid();
      return;
    }
    let bundle: { m?: ServerMessage[] } & Partial<ServerMessage>;
    try {
      bundle = JSON.parse(text);
    } catch {
      return;
    }
    for (const message of bundle.m ?? (bundle.c ? [bundle as ServerMessage] : [])) this.handle(message, now);
  }

  private handle(message: ServerMessage, now: number) {
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
        void this.tokenInvalid();
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
  private async tokenInvalid() {
    if (this.refreshing || entries.test(this.ports.path())) return;
    this.refreshing = true;
    try {
      if (await this.ports.refresh()) this.restart();
    } finally {
      this.refreshing = false;
    }
  }
}
