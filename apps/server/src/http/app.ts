import { type CallSpec, callTable } from '@bourse/protocol';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import type { FastifyInstance } from 'fastify';
import type { Handlers } from '../calls/handlers.ts';
import type { Authenticator } from '../calls/session.ts';
import type { Operators } from '../operators/port.ts';
import { createSecurityLog } from '../people/security-log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/outbox.ts';
import type { Proofs } from '../proofs/port.ts';
import { type LogFiles, registerLogPages } from '../transparency/pages.ts';
import { Access } from './access.ts';
import { guardAnswers, registerCalls } from './api.ts';
import { type Budgets, createBudgets, spenderOf } from './budget.ts';
import { type Callbacks, registerCallbacks } from './callbacks.ts';
import { type AddressOf, addressBehind } from './client-address.ts';
import { type Pictures, registerFiles } from './files.ts';
import { Turns } from './load/gate.ts';
import { defaultPressure, Pressure, type PressureLimits } from './load/pressure.ts';
import { CallMetrics } from './metrics.ts';
import { forOperators, type OperationsOptions, registerOperations } from './operations.ts';
import { registerOutbox } from './outbox.ts';
import { registerPages } from './pages.ts';
import { registerReference } from './reference.ts';
import { createShell } from './shell.ts';
import { type AnyHandler, bindCalls } from './table.ts';

export interface AppOptions extends Omit<OperationsOptions, 'operatorsToken'> {
  handlers: Handlers;
  authenticator: Authenticator;
  /** The operators of the console. */
  operators: Operators;
  /** Second factors for single calls. */
  proofs: Proofs;
  /** The table of calls. Tests pass calls of their own. */
  table?: Readonly<Record<string, CallSpec>>;
  operatorsToken?: string | undefined;
  pictures: Pictures;
  /** The files of the transparency logs. */
  logFiles: LogFiles;
  /** For the development page that shows the outbox. */
  outbox: Pick<Outbox, 'list'>;
  /** Gateways and providers of payments call back. Without it nobody does. */
  callbacks?: Callbacks | undefined;
  publicUrl: string;
  webFolder: string;
  version: string;
  log: Log;
  clock: Clock;
  weightPerMinute?: number;
  /** Where the sockets spend too. Default: budgets of `weightPerMinute`. */
  budgets?: Budgets;
  /** Whose address a request counts for. Default: the address of its connection. */
  addressOf?: AddressOf;
  pressure?: Partial<PressureLimits>;
  checkOutputs?: boolean;
  /** Hears of every route. Tests walk them. */
  onRoute?: (path: string) => void;
  /** Receives every answer that its call does not declare. Default: it is logged. */
  undeclared?: (call: string, error: ErrorName) => void;
}

/** The gateway: every call of the table, the customers' app, and the pages for operators and programs. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, clock, registry } = options;
  const strictTransport = options.publicUrl.startsWith('https:');
  const calls = bindCalls(options.handlers as Readonly<Record<string, AnyHandler>>, options.table ?? callTable);
  const pressure = new Pressure({ ...defaultPressure, ...options.pressure }, clock);
  const addressOf = options.addressOf ?? addressBehind(0);
  const securityLog = createSecurityLog(log);
  const budgets = options.budgets ?? createBudgets(options.weightPerMinute);
  const { app, failed } = createShell({ log, strictTransport, refused: budgets.refused, addressOf });
  app.addHook('onRoute', ({ url }) => options.onRoute?.(url));
  app.addHook('onClose', async () => pressure.close());

  await registerCalls(app, {
    calls,
    access: new Access(options.authenticator, options.operators, clock, (caller) => securityLog('callRefused', caller)),
    proofs: options.proofs,
    budget: budgets.calls,
    pressure,
    turns: new Turns(),
    metrics: new CallMetrics(registry),
    log,
    clock,
    addressOf,
    checkOutputs: options.checkOutputs ?? false,
    undeclared: options.undeclared ?? ((call, error) => log.error({ call, error }, 'a call gave a refusal that it does not declare')),
    strictTransport,
  });
  // A scope of its own: a call has its own weight, and no hook may touch it.
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ raw, routeOptions }) =>
      budgets.visits.spend(spenderOf(null, raw, addressOf), routeOptions.config.weight ?? 1),
    );
    guardAnswers(scope, strictTransport);
    const operations = { ...options, operatorsToken: options.operatorsToken };
    registerOperations(scope, operations);
    registerReference(scope, options.version, forOperators(operations));
    registerFiles(scope, options.pictures);
    registerLogPages(scope, options.logFiles);
    if (options.callbacks) await registerCallbacks(scope, options.callbacks);
    if (options.environment === 'development') registerOutbox(scope, options.outbox);
    await registerPages(scope, { webFolder: options.webFolder, strictTransport });
  });
  // Whoever looks for what is not there spends from the budget of calls of the address.
  app.setNotFoundHandler((request, reply) => {
    budgets.calls.spend(spenderOf(null, request.raw, addressOf), 1);
    return failed(new Refusal('notFound'), request, reply);
  });
  return app;
}
