import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import type { ChatServerMessage } from '@bourse/protocol/chat-socket';
import { createFan } from '@bourse/server/src/chat/fan.ts';
import { createReaders, type Reader } from '@bourse/server/src/chat/readers.ts';
import { createChatSocket } from '@bourse/server/src/chat/socket.ts';
import { createLocalBus } from '@bourse/server/src/chat/told.ts';
import { systemClock } from '@bourse/server/src/platform/clock.ts';
import { silentLog } from '@bourse/server/src/platform/log.ts';
import { type Connection, openDatabase } from '@bourse/server/src/platform/postgres.ts';
import { createDoor } from '@bourse/server/src/sockets/door.ts';
import { chatParts } from '@bourse/server/src/testing/chat-desk.ts';
import { type WebSocket, WebSocketServer } from 'ws';
import type { FromChatServer, ToChatServer } from './chat-messages.ts';
import type { Way } from './messages.ts';

/**
 * One server process of the bench. `ours` is the product's chat socket. The others read new entries from the same log with the same statements, once for a
 * group, and then make a message for each client.
 */
const way = (process.argv[2] ?? 'ours') as Way;
const connection = JSON.parse(process.argv[3] ?? '{}') as Connection;

const database = openDatabase({ connection, log: silentLog, poolSize: 8 });
const bus = createLocalBus();
const readers = createReaders(chatParts({ database, clock: systemClock, bus }));
const readerOf = (token: string): Reader => {
  const [kind, number] = token.split(':');
  return kind === 'operator' ? { operator: Number(number) } : { customer: number ?? '' };
};

const http = createServer();
if (way === 'ours') {
  const fan = createFan({ readers, bus, clock: systemClock, log: silentLog, gather: chatSocketLimits.gather });
  const socket = createChatSocket({ clock: systemClock, log: silentLog, bus, fan });
  const door = createDoor({ log: silentLog, origins: [], limits: { perAddress: 100_000, total: 100_000 } });
  door.at(
    '/ws/chat',
    socket.welcome(async (token) => ({ reader: readerOf(token), sessionId: token })),
  );
  door.attach(http);
} else {
  const server = new WebSocketServer({ server: http, perMessageDeflate: false });
  const rooms = new Map<string, { reached: number; clients: Map<WebSocket, Reader>; again: boolean; reading: boolean }>();
  const send = (client: WebSocket, message: ChatServerMessage | { c: 'hello'; signedIn: boolean }) => {
    const text = JSON.stringify({ m: [message] });
    client.send(way === 'stringify' ? Buffer.from(text) : gzipSync(text, way === 'stringify-gzip-fastest' ? { level: 1 } : {}));
  };
  server.on('connection', (client) => {
    client.on('error', () => {});
    client.on('message', (data) => {
      const message = JSON.parse(String(data)) as { type: string; Authorization?: string; t?: number };
      if (message.type === 'ping') return send(client, { c: 'pong', t: message.t ?? 0, st: Date.now() });
      if (message.type !== 'auth') return;
      const reader = readerOf((message.Authorization ?? '').replace('Bearer ', ''));
      void readers.groups(reader).then((groups) => {
        for (const { id, offset } of groups) {
          const room = rooms.get(id) ?? { reached: offset, clients: new Map(), again: false, reading: false };
          rooms.set(id, room);
          room.clients.set(client, reader);
        }
        send(client, { c: 'hello', signedIn: true });
      });
    });
  });
  bus.subscribe(async (group) => {
    const room = rooms.get(group);
    if (!room) return;
    room.again = true;
    if (room.reading) return;
    room.reading = true;
    while (room.again) {
      room.again = false;
      const [news] = await readers.news([{ group, after: room.reached, owned: true }]);
      if (!news) break;
      const { entries, view } = news;
      room.reached = entries.at(-1)?.offset ?? room.reached;
      for (const [client, reader] of room.clients) {
        for (const v of entries) send(client, { c: 'entry', v });
        if ('customer' in reader && view) send(client, { c: 'group', v: view });
      }
    }
    room.reading = false;
  });
}

const say = (message: FromChatServer) => process.send?.(message);
let from = { cpu: process.cpuUsage(), at: 0 };
process.on('message', (message: ToChatServer) => {
  if ('group' in message) bus.publish(message.group, { what: 'entry' });
  else if (message.kind === 'begin') from = { cpu: process.cpuUsage(), at: performance.now() };
  else {
    const { user, system } = process.cpuUsage(from.cpu);
    say({ kind: 'measured', cpuMicros: user + system, wallMs: performance.now() - from.at });
  }
});
process.on('disconnect', () => process.exit(0));
http.listen({ port: 0, host: '127.0.0.1', backlog: 1_024 }, () => {
  const address = http.address();
  say({ kind: 'listening', port: address !== null && typeof address === 'object' ? address.port : 0 });
});
