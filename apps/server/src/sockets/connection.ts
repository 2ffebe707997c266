import type { Socket } from 'node:net';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import type { Venue } from '@bourse/protocol/enums';
import { type ErrorDetail, type ErrorName, catalogue as errors } from '@bourse/protocol/errors';
import type { ControlMessage, PrivateMessage } from '@bourse/protocol/socket';
import { sayRefusal } from '@bourse/words';
import type { WebSocket } from 'ws';
import type { Session } from '../calls/session.ts';
import { bundleFrame } from './frame.ts';
import type { PrivatePush } from './port.ts';
import type { Listener } from './publisher.ts';

/** Above the first number of buffered bytes a client gets no more public bundles; below the second it has caught up. */
const slowBytes = 256 * 1024;
const caughtUpBytes = 16 * 1024;
/** A client that stays slow for this long is disconnected. */
const slowForMs = 20_000;
/** Max. number of private messages that wait for a slow client. Beyond it the oldest are dropped, and the client is told. */
const privateQueue = 500;

type Message = ControlMessage | PrivateMessage | ChatServerMessage;

/** One client. Shared frames go to the raw socket, between whole frames of the library. Nothing here ever waits. */
export class Connection implements Listener {
  readonly socketId: string;
  readonly venue: Venue;
  readonly address: string;
  readonly ws: WebSocket;
  private readonly socket: Socket;
  session: Session | null = null;
  token: string | null = null;
  language = 'en';
  heardAt: number;
  subscribed = false;
  closing = false;
  private slowSince: number | null = null;
  private privateDropped = new Set<string>();
  private readonly privateNumbers = new Map<string, number>();
  private outgoing: Message[] = [];
  private flushing = false;

  constructor(parts: { socketId: string; venue: Venue; address: string; ws: WebSocket; socket: Socket; now: number }) {
    this.socketId = parts.socketId;
    this.venue = parts.venue;
    this.address = parts.address;
    this.ws = parts.ws;
    this.socket = parts.socket;
    this.heardAt = parts.now;
  }

  get open(): boolean {
    return this.ws.readyState === this.ws.OPEN && !this.closing;
  }
  get isSlow(): boolean {
    return this.slowSince !== null;
  }

  /** Sends a public bundle. A slow client misses the whole bundle and gets fresh snapshots later. */
  deliver(frame: Buffer): boolean {
    if (!this.open || this.fallsBehind()) return false;
    this.socket.write(frame);
    return true;
  }

  /** Whether a client reads too slowly for anything more. Whatever is written to it notices, so that nothing piles up for one that never reads. */
  private fallsBehind(): boolean {
    if (this.slowSince === null && this.socket.writableLength > slowBytes) this.slowSince = Number.NaN;
    return this.slowSince !== null;
  }

  /** Called regularly: returns what to do about a client that was slow. */
  health(now: number): 'fine' | 'waiting' | 'caughtUp' | 'hopeless' {
    if (this.slowSince === null) return 'fine';
    if (Number.isNaN(this.slowSince)) this.slowSince = now;
    if (this.socket.writableLength <= caughtUpBytes) {
      this.slowSince = null;
      return 'caughtUp';
    }
    return now - this.slowSince > slowForMs ? 'hopeless' : 'waiting';
  }

  /** Names of private channels whose messages were dropped. Each is returned once. */
  takeDropped(): string[] {
    const names = [...this.privateDropped];
    this.privateDropped = new Set();
    return names;
  }

  control(message: ControlMessage | ChatServerMessage) {
    this.enqueue(message);
  }
  private(push: PrivatePush) {
    const prev = this.privateNumbers.get(push.c) ?? 0;
    this.privateNumbers.set(push.c, prev + 1);
    this.enqueue({ ...push, seq: prev + 1, prev } as PrivateMessage);
  }
  error(name: ErrorName, detail: ErrorDetail = {}) {
    this.control({ c: 'error', code: errors[name].code, msg: sayRefusal(this.language, name, detail) });
  }
  /** Sends messages that are JSON already to this client alone, in one frame. A slow client misses them and gets fresh snapshots later. */
  texts(messages: readonly string[]) {
    if (!this.open || messages.length === 0) return;
    this.flush();
    if (this.fallsBehind()) return;
    this.socket.write(bundleFrame(messages));
  }

  private enqueue(message: Message) {
    if (!this.open) return;
    if (this.outgoing.length >= privateQueue) {
      const oldest = this.outgoing.shift();
      if (oldest) this.privateDropped.add(oldest.c);
    }
    this.outgoing.push(message);
    if (this.flushing) return;
    this.flushing = true;
    // Messages of one turn of the event loop share one frame.
    setImmediate(() => {
      this.flushing = false;
      this.flush();
    });
  }

  flush() {
    if (this.outgoing.length === 0 || this.ws.readyState !== this.ws.OPEN) return;
    // While a client is slow, its private messages wait in this bounded queue and not in the socket.
    if (this.fallsBehind() && this.socket.writableLength > caughtUpBytes) return;
    const messages = this.outgoing;
    this.outgoing = [];
    this.socket.write(bundleFrame(messages.map((message) => JSON.stringify(message))));
  }

  close(code: number, reason: string) {
    if (this.closing) return;
    this.flush();
    this.closing = true;
    this.ws.close(code, reason);
  }
  terminate() {
    this.closing = true;
    this.ws.terminate();
  }
}
