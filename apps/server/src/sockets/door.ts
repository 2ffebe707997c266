import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { socketLimits } from '@bourse/protocol/socket-limits';
import { type WebSocket, WebSocketServer } from 'ws';
import { network } from '../http/budget.ts';
import { type AddressOf, addressBehind } from '../http/client-address.ts';
import type { Log } from '../platform/log.ts';

export interface DoorLimits {
  /** Limits of sockets per address and in total. Beyond them: 429 and 503. An IPv6 address counts as its /64, of which one household has all. */
  perAddress: number;
  total: number;
}
const defaultLimits: DoorLimits = { perAddress: 200, total: 20_000 };

/** What opening a socket spends from the budget of pages and files: its snapshots are larger than most of them. */
export const socketWeight = 5;

export interface DoorOptions {
  log: Log;
  /** Origins of pages that may connect, in addition to the server's own host. Programs send no origin. */
  origins: readonly string[];
  /** Whose address a socket counts for. Default: the address of its connection. */
  addressOf?: AddressOf | undefined;
  /** Spends for one more socket of an address. False, and answered with 429, when the address has asked too often. Default: it may always. */
  mayConnect?: ((address: string) => boolean) | undefined;
  limits?: Partial<DoorLimits> | undefined;
}

export interface Guest {
  ws: WebSocket;
  socket: Socket;
  socketId: string;
  address: string;
}
/** Serves what came in at a path. Its `hear` gets every frame, its `gone` the end. */
export type Welcome = (guest: Guest) => { hear(data: Buffer, isBinary: boolean): void; gone(): void };

/** Where sockets come in: one for all paths of a host, so that their limits are counted together. */
export function createDoor(options: DoorOptions) {
  const { log, addressOf = addressBehind(0) } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const origins = new Set(options.origins.map((origin) => origin.replace(/\/$/, '')));
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: socketLimits.maxFrameBytes,
    clientTracking: false,
  });
  const rooms = new Map<string, Welcome>();
  const perAddress = new Map<string, number>();
  let inside = 0;
  let closed = false;

  const refuse = (socket: Socket, status: string) => {
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  };
  const originAllowed = ({ headers }: IncomingMessage) => {
    const { origin, host } = headers;
    if (origin === undefined) return true;
    return origins.has(origin) || origin === `http://${host}` || origin === `https://${host}`;
  };

  const accept = (request: IncomingMessage, socket: Socket, head: Buffer) => {
    // Until the handshake is done, an error of the raw socket has no other listener.
    socket.on('error', () => socket.destroy());
    const url = urlOf(request);
    if (!url) return refuse(socket, '400 Bad Request');
    const welcome = rooms.get(url.pathname);
    if (!welcome) return refuse(socket, '404 Not Found');
    if (closed) return refuse(socket, '503 Service Unavailable');
    if (!originAllowed(request)) return refuse(socket, '403 Forbidden');
    const version = url.searchParams.get('version');
    if (version !== null && version !== 'v1') return refuse(socket, '400 Bad Request');
    const address = addressOf(request);
    const from = network(address);
    if (options.mayConnect?.(address) === false || (perAddress.get(from) ?? 0) >= limits.perAddress)
      return refuse(socket, '429 Too Many Requests');
    if (inside >= limits.total) return refuse(socket, '503 Service Unavailable');
    const asked = url.searchParams.get('socketId') ?? '';
    const socketId = /^[\w-]{1,64}$/.test(asked) ? asked : randomUUID();
    server.handleUpgrade(request, socket, head, (ws) => {
      inside += 1;
      perAddress.set(from, (perAddress.get(from) ?? 0) + 1);
      const served = welcome({ ws, socket, socketId, address });
      ws.on('message', (data: Buffer, isBinary) => served.hear(data, isBinary));
      ws.on('error', (error) => log.debug({ err: error, socketId }, 'a socket sent a frame that breaks the protocol; it is closed'));
      ws.on('close', () => {
        served.gone();
        inside -= 1;
        const left = (perAddress.get(from) ?? 1) - 1;
        if (left > 0) perAddress.set(from, left);
        else perAddress.delete(from);
      });
    });
  };

  return {
    at(path: string, welcome: Welcome) {
      rooms.set(path, welcome);
    },
    attach(http: Server) {
      http.on('upgrade', accept);
    },
    close() {
      closed = true;
    },
  };
}
export type Door = ReturnType<typeof createDoor>;

function urlOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(`http://local${request.url ?? '/'}`);
  } catch {
    return undefined;
  }
}
