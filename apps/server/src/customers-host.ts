import { createServer } from 'node:http';
import { join } from 'node:path';
import { chatSocketLimits } from '@bourse/protocol/chat-limits';
import { createFan } from './chat/fan.ts';
import { createChatSocket } from './chat/socket.ts';
import type { Bus } from './chat/told.ts';
import type { Config } from './config.ts';
import { type AppOptions, createApp } from './http/app.ts';
import { createBudgets, network } from './http/budget.ts';
import type { AddressOf } from './http/client-address.ts';
import { capConnections, listenWhenFree } from './http/connections.ts';
import { boundTurns } from './http/load/gate.ts';
import { registerProcessMetrics } from './http/metrics.ts';
import { cameInForOperators } from './http/operations.ts';
import { carryNotices } from './notices/across.ts';
import { missedNotices } from './notices/missed.ts';
import { nobodyIsOperator } from './operators/nobody.ts';
import type { Database } from './platform/database.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { projectFolder } from './project.ts';
import type { Rooms } from './rooms.ts';
import { socketWeight } from './sockets/door.ts';
import { createSockets, type SocketHub } from './sockets/index.ts';
import { storedLogFiles } from './transparency/index.ts';

export interface CustomersHostOptions
  extends Pick<AppOptions, 'handlers' | 'health' | 'registry' | 'outbox' | 'version' | 'log' | 'clock'> {
  config: Config;
  database: Database;
  shutdown: Shutdown;
  rooms: Rooms;
  hub: SocketHub;
  bus: Bus;
  addressOf: AddressOf;
}

/** The customers' host: calls, pages and sockets on one port, and what is for operators on another. It listens when this returns. */
export async function openCustomersHost(options: CustomersHostOptions) {
  const { config, database, shutdown, rooms, hub, bus, addressOf, log, clock } = options;
  const { people, market } = rooms;
  const budgets = createBudgets(config.weightPerMinute);
  const app = await createApp({
    ...{ handlers: options.handlers, health: options.health, registry: options.registry, outbox: options.outbox },
    ...{ budgets, addressOf, log, clock, version: options.version },
    authenticator: people.authenticator,
    // Operators have a host of their own.
    operators: nobodyIsOperator,
    proofs: rooms.security.proofs,
    pictures: people,
    logFiles: storedLogFiles(database),
    callbacks: rooms.payments.callback,
    environment: config.environment,
    publicUrl: config.publicUrl,
    operatorsToken: config.operatorsToken,
    webFolder: join(projectFolder(), 'apps/web/dist'),
  });
  const sockets = createSockets({
    ...{ hub, clock, log, market, addressOf },
    authenticator: people.authenticator,
    mayConnect: (address) => budgets.visits.take(network(address), socketWeight) === 0,
    origins: [config.publicUrl],
    version: rooms.content.version,
    missedNotices: ({ venue, account }) => missedNotices(database, venue, account, clock.now()),
  });
  sockets.attach(app.server);
  const fan = createFan({ readers: rooms.chat.readers, bus, clock, log, gather: chatSocketLimits.gather });
  shutdown.add('fan-out of the chat', async () => fan.stop());
  const chatSocket = createChatSocket({ clock, log, bus, fan });
  const carried = await carryNotices({ database, hub, bus: bus.notices, clock, log });
  shutdown.add('notices of other servers', async () => carried.stop());
  sockets.door.at(
    '/ws/chat',
    chatSocket.welcome(async (token) => {
      const { customerId, sessionId } = await people.authenticator.authenticate(token);
      return { reader: { customer: customerId }, sessionId };
    }),
  );
  people.authenticator.onSessionEnd((sessionId) => chatSocket.endSession(sessionId));
  registerProcessMetrics(options.registry, {
    bourse_sockets: { help: 'Open market sockets', read: () => sockets.count },
    bourse_tick_lag_seconds: {
      help: 'Longest age of the newest price when an engine had it, since the last reading',
      read: () => market.takeTickLag() / 1000,
    },
  });
  capConnections(app.server, config.connectionsPerAddress, log);
  await listenWhenFree(app, { port: config.port, host: config.host }, clock);
  shutdown.add('gateway', () => app.close());
  if (config.operatorsPort > 0) {
    const operators = createServer((request, response) => {
      cameInForOperators(request);
      app.routing(request, response);
    });
    boundTurns(operators, { refused: budgets.refused, addressOf });
    await listenWhenFree(operators, { port: config.operatorsPort, host: config.operatorsHost }, clock);
    shutdown.add('operators’ port', () => new Promise<void>((resolve) => operators.close(() => resolve()).closeAllConnections()));
  }
  shutdown.add('sockets', () => sockets.stop());
  shutdown.add('chat sockets', () => chatSocket.stop());
  shutdown.add('sessions', people.start());

  const address = app.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  return { chatSocket, origin: `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}` };
}
