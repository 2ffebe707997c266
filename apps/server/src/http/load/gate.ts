import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Budget, network, secondsOf } from '../budget.ts';
import type { AddressOf } from '../client-address.ts';

/** How long requests may begin in one turn of the event loop before the next ones wait for the next turn. */
const turnMs = 15;
/** Requests that waited and begin in one turn. Their bodies are parsed after they begin, so this is a number and not a time. */
const perTurn = 16;
/** Requests that wait. Beyond it: 503. */
const mostWaiting = 4_096;
/** Requests of one connection that are not answered yet. Browsers send one at a time. Beyond it the connection is closed. */
const mostUnanswered = 16;

/** A refused request's body up to this size is read past. The connection of a longer one is closed. */
const mostReadBytes = 256 * 1024;

/**
 * Work that begins later than its request, because it waited for the customer's session. Many requests wait for the same answer of the database and would
 * all run in one turn of the loop; instead so many of them begin in each turn.
 */
export class Turns {
  private waiting: (() => void)[] = [];
  private endsAt = 0;
  private armed = false;

  /** Undefined: it may begin now. */
  wait(): Promise<void> | undefined {
    this.arm();
    if (this.waiting.length === 0 && performance.now() < this.endsAt) return undefined;
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private arm(): void {
    if (this.armed) return;
    this.armed = true;
    this.endsAt = performance.now() + turnMs;
    setImmediate(() => {
      this.armed = false;
      this.endsAt = 0;
      for (const begin of this.waiting.splice(0, perTurn)) begin();
      if (this.waiting.length > 0) this.arm();
    });
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;
interface Held {
  request: IncomingMessage;
  response: ServerResponse;
}
/** What Node keeps with a socket of its HTTP server. */
type HttpSocket = Socket & { unanswered?: number; parser?: { onIncoming?: (() => number) | null } | null };

/**
 * Stands before everything that a server does with a request, so that no flood of requests holds up the engine, which runs in the same event loop:
 * - only so much begins in one turn of the loop; the rest waits in the order in which it came, while timers, prices and the journal go on;
 * - an address that was refused too often is refused before a header or body is looked at;
 * - a connection that sends many requests without waiting for answers is closed, and the rest of what it sent is not read.
 */
export function boundTurns(server: Server, { refused, addressOf }: { refused: Budget; addressOf: AddressOf }): void {
  const [handle] = server.listeners('request') as Handle[];
  if (!handle) throw new Error('the server has nothing that answers requests');
  let waiting: Held[] = [];
  let endsAt = 0;
  let armed = false;

  const endTurn = () => {
    armed = false;
    endsAt = 0;
    for (const { request, response } of waiting.splice(0, perTurn)) if (!response.destroyed) handle(request, response);
    if (waiting.length > 0) arm();
  };
  const arm = () => {
    if (armed) return;
    armed = true;
    endsAt = performance.now() + turnMs;
    setImmediate(endTurn);
  };

  server.removeListener('request', handle);
  server.on('request', (request, response) => {
    const socket = request.socket as HttpSocket;
    // The rest of a closed connection's last packet.
    if (socket.destroyed) return;
    socket.unanswered = (socket.unanswered ?? 0) + 1;
    if (socket.unanswered > mostUnanswered) return cut(socket);
    response.once('close', () => {
      socket.unanswered! -= 1;
      if (response.statusCode === 429) refused.take(network(addressOf(request)), 1);
    });
    const waitMs = refused.wait(network(addressOf(request)));
    if (waitMs > 0) return refuse(request, response, 429, secondsOf(waitMs));
    arm();
    if (waiting.length === 0 && performance.now() < endsAt) handle(request, response);
    else if (waiting.length < mostWaiting) waiting.push({ request, response });
    else refuse(request, response, 503, 1);
  });
  server.on('close', () => {
    waiting = [];
  });
}

/**
 * Closes the connection. Node would still parse every request of the packet that it is reading, which may be thousands; an answer of 2 tells its parser
 * that the rest is not HTTP.
 */
function cut(socket: HttpSocket): void {
  if (socket.parser) socket.parser.onIncoming = () => 2;
  socket.destroy();
}

function refuse({ headers }: IncomingMessage, response: ServerResponse, status: number, seconds: number): void {
  // Reading past an ordinary body is cheaper than a new connection.
  const long = Number(headers['content-length'] ?? 0) > mostReadBytes || headers['transfer-encoding'] !== undefined;
  response.writeHead(status, { 'retry-after': String(seconds), 'content-length': '0', ...(long ? { connection: 'close' } : {}) }).end();
}
