import type { Server } from 'node:http';
import type { Venue } from '@bourse/protocol/enums';
import type { ControlMessage } from '@bourse/protocol/socket';
import { socketLimits } from '@bourse/protocol/socket-limits';
import type { Authenticator } from '../calls/session.ts';
import type { Board } from '../market/board.ts';
import type { PublicBooks } from '../market/house/books.ts';
import type { PublicMarks } from '../market/house/marks.ts';
import { Connection } from './connection.ts';
import { Conversation, type ConversationParts } from './conversation.ts';
import { createDoor, type Door, type DoorOptions, type Welcome } from './door.ts';
import { bundleFrame } from './frame.ts';
import { SocketHub } from './hub.ts';
import { Publisher } from './publisher.ts';
import { VenueSource } from './venue-source.ts';

export { SocketHub } from './hub.ts';

export interface SocketOptions extends Omit<ConversationParts, 'catalogue'>, DoorOptions {
  authenticator: ConversationParts['authenticator'] & Partial<Pick<Authenticator, 'onSessionEnd'>>;
  market: {
    catalogue: ConversationParts['catalogue'];
    board: Board;
    venueMarkets: ReadonlyMap<Venue, { books: PublicBooks; marks?: PublicMarks }>;
  };
  /** Sent to every client on connecting; changes with each release. */
  version: () => Promise<Version>;
}

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
  /** Other rooms of the same host come in here. */
  readonly door: Pick<Door, 'at'>;
  /** Tells every client, lets frames leave, and closes. */
  stop(): Promise<void>;
  readonly publishers: Readonly<Record<Venue, Publisher>>;
  readonly count: number;
}

/** The market socket of both venues. The hub is created first, because people and trading push through it. */
export function createSockets(options: SocketOptions): Sockets {
  const { hub, clock, log, market } = options;
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

  const welcome =
    (venue: Venue): Welcome =>
    ({ ws, socket, socketId, address }) => {
      const connection = new Connection({ socketId, venue, address, ws, socket, now: clock.now() });
      const conversation = new Conversation(connection, publishers[venue], { ...options, catalogue: market.catalogue });
      hub.add(connection);
      conversations.set(connection, conversation);
      conversation.greet();
      if (announced) connection.control({ c: 'version', ...announced });
      return {
        hear: (data, isBinary) => conversation.hear(data, isBinary),
        gone() {
          publishers[venue].unsubscribe(connection);
          hub.remove(connection);
          conversations.delete(connection);
        },
      };
    };
  const door = createDoor(options);
  for (const [path, venue] of Object.entries(paths)) door.at(path, welcome(venue));

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
    door,
    get count() {
      return hub.connections.size;
    },
    attach(http) {
      door.attach(http);
    },
    async stop() {
      door.close();
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

/** The hub is created first and handed to everything that pushes. */
export const createHub = (): SocketHub => new SocketHub();
