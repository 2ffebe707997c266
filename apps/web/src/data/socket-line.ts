/**
 * One connection that keeps itself open: automatic reconnects with back-off, timers that end with the connection, bundles of messages. What is said
 * on it is the business of the market socket and the chat socket. Clock, timers and network are injected.
 */
import { socketLimits } from '@bourse/protocol/socket-limits';
import { backoffMs } from './backoff.ts';

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

export type LinePorts = {
  open: (address: string) => SocketLike;
  now: () => number;
  random: () => number;
  newId: () => string;
  /** Address without query. */
  address: () => string;
  gunzip: (bytes: Uint8Array) => string | null;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
};

const isOpen = 1;

export abstract class SocketLine<Message extends { c: string }, Ports extends LinePorts> {
  protected readonly ports: Ports;
  private socket: SocketLike | undefined;
  private timers: unknown[] = [];
  private reconnectTimer: unknown;
  private attempt = 0;
  protected stopped = true;
  /** The server said when to come back. */
  protected afterMs = 0;

  constructor(ports: Ports) {
    this.ports = ports;
  }

  /** A connection is being made. */
  protected abstract connecting(address: string, socketId: string): void;
  protected abstract opened(): void;
  protected abstract lost(): void;
  /** It tries again after a wait. */
  protected abstract reconnecting(): void;
  /** A frame came, whatever is in it. */
  protected abstract heard(now: number, bytes: number): void;
  protected abstract tokenInvalid(): void;
  protected abstract handle(message: Message, now: number): void;

  start(): void {
    if (!this.stopped) return;
    this.stopped = false;
    this.attempt = 0;
    this.connect();
  }

  /** Reconnects now. */
  restart(): void {
    this.drop();
    this.stopped = false;
    this.attempt = 0;
    this.connect();
  }

  protected get isOpen(): boolean {
    return this.socket?.readyState === isOpen;
  }

  protected drop(): void {
    for (const timer of this.timers) this.ports.clearTimer(timer);
    this.timers = [];
    this.ports.clearTimer(this.reconnectTimer);
    const old = this.socket;
    this.socket = undefined;
    if (!old) return;
    old.onopen = old.onclose = old.onerror = old.onmessage = null;
    old.close(1000);
  }

  protected connect(): void {
    if (this.stopped) return;
    const socketId = this.ports.newId();
    const address = `${this.ports.address()}?socketId=${socketId}&version=v1`;
    this.connecting(address, socketId);
    let socket: SocketLike;
    try {
      socket = this.ports.open(address);
    } catch {
      this.reconnectLater();
      return;
    }
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      this.attempt = 0;
      this.opened();
    };
    socket.onmessage = ({ data }) => this.received(data);
    socket.onclose = () => {
      this.drop();
      if (this.stopped) return;
      this.lost();
      this.reconnectLater();
    };
    socket.onerror = () => {};
    this.begun();
  }

  /** The connection is under way, not yet open. */
  protected begun(): void {}

  /** A repeating timer built from single ones, so that the injected clock drives it. It ends with this connection. */
  protected every(ms: number, run: () => void): void {
    const socket = this.socket;
    this.after(ms, () => {
      run();
      if (this.socket === socket && !this.stopped) this.every(ms, run);
    });
  }
  /** Runs once, unless this connection has ended. */
  protected after(ms: number, run: () => void): void {
    const socket = this.socket;
    const timer = this.ports.setTimer(() => {
      this.timers = this.timers.filter((other) => other !== timer);
      if (this.socket === socket) run();
    }, ms);
    this.timers.push(timer);
  }

  private reconnectLater() {
    if (this.attempt >= socketLimits.maxReconnects) return;
    const wait = Math.max(this.afterMs, backoffMs(this.attempt, this.ports.random));
    this.afterMs = 0;
    this.attempt += 1;
    this.ports.clearTimer(this.reconnectTimer);
    this.reconnectTimer = this.ports.setTimer(() => {
      this.reconnecting();
      this.connect();
    }, wait);
  }

  protected transmit(message: object): void {
    if (this.isOpen) this.socket?.send(JSON.stringify(message));
  }

  private received(data: unknown) {
    const now = this.ports.now();
    const text = typeof data === 'string' ? data : this.ports.gunzip(new Uint8Array(data as ArrayBuffer));
    this.heard(now, typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength);
    if (text === null) return;
    if (text.includes('Invalid token') && !text.startsWith('{')) {
      this.tokenInvalid();
      return;
    }
    let bundle: { m?: Message[] } & Partial<Message>;
    try {
      bundle = JSON.parse(text);
    } catch {
      return;
    }
    for (const message of bundle.m ?? (bundle.c ? [bundle as Message] : [])) this.handle(message, now);
  }
}
