import { join } from 'node:path';
import { Refusal } from '@bourse/protocol/errors';
import type { createChatSocket } from './chat/socket.ts';
import type { Config } from './config.ts';
import { createBudgets, network } from './http/budget.ts';
import type { AddressOf } from './http/client-address.ts';
import { capConnections, listenWhenFree } from './http/connections.ts';
import { createConsole } from './operators/host.ts';
import type { createOperators } from './operators/index.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Shutdown } from './platform/shutdown.ts';
import { projectFolder } from './project.ts';
import { createDoor, socketWeight } from './sockets/door.ts';

export interface ConsoleHostOptions {
  config: Config;
  desk: ReturnType<typeof createOperators>;
  chatSocket: Pick<ReturnType<typeof createChatSocket>, 'welcome'>;
  addressOf: AddressOf;
  version: string;
  clock: Clock;
  log: Log;
  shutdown: Shutdown;
}

/** The operators' host: the console, its calls, and the agents' socket of the chat. It listens when this returns. */
export async function openConsoleHost({ config, desk, chatSocket, addressOf, version, clock, log, shutdown }: ConsoleHostOptions) {
  const budgets = createBudgets(config.weightPerMinute);
  const app = await createConsole({
    ...{ ...desk, publicUrl: config.consoleUrl, version, log, clock, addressOf, budgets },
    webFolder: join(projectFolder(), 'apps/console/dist'),
  });
  const door = createDoor({
    ...{ log, addressOf, origins: [config.consoleUrl] },
    mayConnect: (address) => budgets.visits.take(network(address), socketWeight) === 0,
  });
  door.at(
    '/ws/chat',
    chatSocket.welcome(async (token) => {
      const { operatorId, sessionId, permissions } = await desk.operators.authenticate(token);
      if (!permissions.has('support') && !permissions.has('compliance')) throw new Refusal('permissionMissing', { permission: 'support' });
      return { reader: { operator: Number(operatorId) }, sessionId };
    }),
  );
  door.attach(app.server);
  capConnections(app.server, config.connectionsPerAddress, log);
  await listenWhenFree(app, { port: config.consolePort, host: config.host }, clock);
  shutdown.add('console', () => app.close());
}
