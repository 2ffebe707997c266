import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Venue } from '@bourse/protocol/enums';
import type { ControlMessage } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import { WebSocketServer } from 'ws';
import type { Authenticator } from '../calls/session.ts';
import { type AddressOf, addressBehind } from '../http/client-address.ts';
import type { Board } from '../market/board.ts';
import type { PublicBooks } from '../market/house/books.ts';
import type { PublicMarks } from '../market/house/marks.ts';
import { Connection } from './connection.ts';
import { Conversation, type ConversationParts } from './conversation.ts';
import { bundleFrame } from './frame.ts';
import { SocketHub } from './hub.ts';
import { Publisher } from './publisher.ts';
import { VenueSource } from './venue-source.ts';

export { SocketHub } from './hub.ts';

export interface SocketOptions extends Omit<ConversationParts, 'catalogue'> {
  authenticator: ConversationParts['authenticator'] & Partial<Pick<Authenticator, 'onSessionEnd'>>;
  market: {
    catalogue: ConversationParts['catalogue'];
    board: Board;
    venueMarkets: ReadonlyMap<Venue, { books: PublicBooks; marks?: PublicMarks }>;
  };
  /** Origins of pages that may connect, in addition to the server's own host. Programs send no origin. */
  origins: readonly string[];
  /** Whose address a socket counts for. Default: the address of its connection. */
  addressOf?: AddressOf;
  /** Spends for one more socket of an address. False, and answered with 429, when the address has asked too often. Default: it may always. */
  mayConnect?: (address: string) => boolean;
  /** Sent to every client on connecting; changes with each release. */
  version: () => Promise<Version>;
  limits?: Partial<Limits>;
}

interface Limits {
  /** Limits of sockets per address and in total. Beyond them: 429 and 503. */
  perAddress: number;
  total: number;
}
const defaultLimits: Limits = { perAddress: 200, total: 20_000 };

/** A client that sends nothing for this long, not even a heartbeat, is disconnected. */
const idleMs = 30_000;
/** Interval of the checks of all sockets: heartbeats, slow clients, dead clients, expired tokens. */
const careMs = 500;
/** How often the published version is looked at. */
const versionMs = 2_000;
const tokenCareMs = 15_000;
const paths: Readonly<Record<string, Venue>> = { '/ws/market': 'real', '/ws/market-demo': 'demo' };

type Version = Pick<Extract<ControlMessage, { c: 'version' }>, 'id' | 'updateType'>;

export interface Sockets {
  attach(server: Server): void;
  /** Tells every client, lets frames leave, and closes. */
  stop(): Promise<void>;
  readonly publishers: Readonly<Record<Venue, Publisher>>;
  readonly count: number;
}

/** The market socket of both venues. The hub is created first, because people and trading push through it. */
export function createSockets(options: SocketOptions): Sockets {
  const { hub, clock, log, market, addressOf = addressBehind(0) } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const origins = new Set(options.origins.map((origin) => origin.replace(/\/$/, '')));
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: socketLimits.maxFrameBytes,
    clientTracking: false,
  });
  const perAddress = new Map<string, number>();
  const conversations = new Map<Connection, Conversation>();
  const sources = (['real', 'demo'] as const).map(
    (venue) =>
      [
        venue,
        new VenueSource({
          catalogue: market.catalogue,
          board: market.board,
          books: () => market.venueMarkets.get(venue)?.books,
          marks: () => market.venueMarkets.get(venue)?.marks,
          clock,
        }),
      ] as const,
  );
  const publishers = Object.fromEntries(sources.map(([venue, source]) => [venue, new Publisher(source)])) as Record<Venue, Publisher>;
  let stopping = false;

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
    const venue = paths[url.pathname];
    if (!venue) return refuse(socket, '404 Not Found');
    if (stopping) return refuse(socket, '503 Service Unavailable');
    if (!originAllowed(request)) return refuse(socket, '403 Forbidden');
    const version = url.searchParams.get('version');
    if (version !== null && version !== 'v1') return refuse(socket, '400 Bad Request');
    const address = addressOf(request);
    if (options.mayConnect?.(address) === false || (perAddress.get(address) ?? 0) >= limits.perAddress)
      return refuse(socket, '429 Too Many Requests');
    if (hub.connections.size >= limits.total) return refuse(socket, '503 Service Unavailable');
    const asked = url.searchParams.get('socketId') ?? '';
    const socketId = /^[\w-]{1,64}$/.test(asked) ? asked : randomUUID();
    server.handleUpgrade(request, socket, head, (ws) => {
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
      const connection = new Connection({ socketId, venue, address, ws, socket, now: clock.now() });
      const conversation = new Conversation(connection, publishers[venue], { ...options, catalogue: market.catalogue });
      hub.add(connection);
      conversations.set(connection, conversation);
      ws.on('message', (data: Buffer, isBinary) => conversation.hear(data, isBinary));
      ws.on('error', (error) => log.debug({ err: error, socketId }, 'a socket sent a frame that breaks the protocol; it is closed'));
      ws.on('close', () => {
        publishers[venue].unsubscribe(connection);
        hub.remove(connection);
        conversations.delete(connection);
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left > 0) perAddress.set(address, left);
        else perAddress.delete(address);
      });
      conversation.greet();
      if (announced) connection.control({ c: 'version', ...announced });
    });
  };

  /** The version that pages were told. An operator's change reaches open pages within `versionMs`. */
  let announced: Version | undefined;
  const announce = async () => {
    const now = await options.version();
    const same = announced?.id === now.id && announced.updateType === now.updateType;
    announced = now;
    if (!same) for (const connection of hub.connections) connection.control({ c: 'version', ...now });
  };
  const announceVersion = () =>
    void announce().catch((error) => log.warn({ err: error }, 'the server could not read the published version; it tries again'));
  announceVersion();

  const timers = new Map<string, () => void>();
  const every = (name: string, ms: number, work: () => void) => {
    const loop = () => {
      timers.set(name, clock.after(ms, loop));
      work();
    };
    timers.set(name, clock.after(ms, loop));
  };
  every('publish', socketLimits.bundleMs, () => {
    for (const publisher of Object.values(publishers)) publisher.publish();
  });
  every('version', versionMs, announceVersion);
  let heartbeatAt = 0;
  let tokensAt = 0;
  every('care', careMs, () => {
    const now = clock.now();
    const beat = now - heartbeatAt >= socketLimits.heartbeatMs;
    if (beat) heartbeatAt = now;
    // Built once, like every frame that is the same for all clients.
    const heartbeat = beat ? bundleFrame([JSON.stringify({ c: 'heartbeat', t: now })]) : undefined;
    const tokens = now - tokensAt >= tokenCareMs;
    if (tokens) tokensAt = now;
    for (const [connection, conversation] of conversations) {
      if (now - connection.heardAt > idleMs) {
        connection.terminate();
        continue;
      }
      care(connection, now);
      if (heartbeat) connection.deliver(heartbeat);
      // An access token expires without a message. The client is asked for a fresh one, once.
      if (tokens && connection.token)
        conversation
          .authenticate(connection.token)
          .catch((error) => log.warn({ err: error }, 'the server could not check a token; the next round of checks tries again'));
    }
  });

  const care = (connection: Connection, now: number) => {
    const health = connection.health(now);
    if (health === 'hopeless') return connection.terminate();
    if (health !== 'caughtUp') return;
    const publisher = publishers[connection.venue];
    connection.control({ c: 'dropped', channels: [...publisher.channelsOf(connection), ...connection.takeDropped()] });
    connection.texts(publisher.snapshots(connection));
  };

  const unlisten = options.authenticator.onSessionEnd?.((sessionId) => hub.endSession(sessionId));

  return {
    publishers,
    get count() {
      return hub.connections.size;
    },
    attach(http) {
      http.on('upgrade', accept);
    },
    async stop() {
      stopping = true;
      for (const cancel of timers.values()) cancel();
      unlisten?.();
      for (const [, source] of sources) source.stop();
      hub.broadcast({ c: 'shutdown', afterMs: 1_000 });
      for (const connection of [...hub.connections]) connection.close(1001, 'going away');
      await new Promise<void>((resolve) => {
        clock.after(200, resolve);
      });
      for (const connection of [...hub.connections]) connection.terminate();
    },
  };
}

function urlOf(request: IncomingMessage): URL | undefined {
  try {
    return new URL(`http://local${request.url ?? '/'}`);
  } catch {
    return undefined;
  }
}

/** The hub is created first and handed to everything that pushes. */
export const createHub = (): SocketHub => new SocketHub();
