import { adminPrefix } from '@bourse/protocol';
import { adminTable } from '@bourse/protocol/admin';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import { openApiDocument } from '@bourse/protocol/openapi';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { commandRefusals } from '../calls/command-refusals.ts';
import { Access, bearer } from '../http/access.ts';
import { guardAnswers, registerCalls } from '../http/api.ts';
import { type Budgets, createBudgets, spenderOf } from '../http/budget.ts';
import { type AddressOf, addressBehind } from '../http/client-address.ts';
import { Turns } from '../http/load/gate.ts';
import { defaultPressure, Pressure, type PressureLimits } from '../http/load/pressure.ts';
import { CallMetrics } from '../http/metrics.ts';
import { documentWeight } from '../http/operations.ts';
import { registerPages } from '../http/pages.ts';
import { createShell } from '../http/shell.ts';
import { type AnyHandler, bindCalls } from '../http/table.ts';
import { createSecurityLog } from '../people/security-log.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { noProofs } from '../proofs/none.ts';
import type { AdminHandlers } from './handlers.ts';
import type { Operators } from './port.ts';

export interface ConsoleOptions {
  handlers: AdminHandlers;
  operators: Operators;
  publicUrl: string;
  /** Folder of the console's build. */
  webFolder: string;
  version: string;
  log: Log;
  clock: Clock;
  registry?: Registry;
  weightPerMinute?: number;
  budgets?: Budgets;
  addressOf?: AddressOf;
  pressure?: Partial<PressureLimits>;
  checkOutputs?: boolean;
  undeclared?: (call: string, error: ErrorName) => void;
}

/** Customers' tokens are nothing here. */
const noCustomers = {
  authenticate: () => Promise.reject(new Refusal('unauthorised')),
  onSessionEnd: () => () => {},
};

/** Where the console's files are on its host. The customers' host answers 404 there. */
export const consoleAssets = '/console/';

/** The console's host: an origin of its own, with the operators' calls and nothing of the customers'. The machinery is the customers' gateway's. */
export async function createConsole(options: ConsoleOptions): Promise<FastifyInstance> {
  const { log, clock } = options;
  const strictTransport = options.publicUrl.startsWith('https:');
  const calls = bindCalls(options.handlers as unknown as Readonly<Record<string, AnyHandler>>, adminTable);
  const addressOf = options.addressOf ?? addressBehind(0);
  const securityLog = createSecurityLog(log);
  const budgets = options.budgets ?? createBudgets(options.weightPerMinute);
  const pressure = new Pressure({ ...defaultPressure, ...options.pressure }, clock);
  const { app, failed } = createShell({ log, strictTransport, refused: budgets.refused, addressOf });
  app.addHook('onClose', async () => pressure.close());
  await registerCalls(app, {
    calls,
    prefix: adminPrefix,
    access: new Access(noCustomers, options.operators, clock, (caller) => securityLog('callRefused', caller)),
    proofs: noProofs,
    budget: budgets.calls,
    pressure,
    turns: new Turns(),
    metrics: new CallMetrics(options.registry ?? new Registry()),
    log,
    clock,
    addressOf,
    checkOutputs: options.checkOutputs ?? false,
    undeclared: options.undeclared ?? ((call, error) => log.error({ call, error }, 'a call gave a refusal that it does not declare')),
    strictTransport,
  });
  const document = JSON.stringify(openApiDocument(options.version, commandRefusals, adminTable, adminPrefix));
  await app.register(async (scope) => {
    scope.addHook('onRequest', async ({ raw, routeOptions }) =>
      budgets.visits.spend(spenderOf(null, raw, addressOf), routeOptions.config.weight ?? 1),
    );
    guardAnswers(scope, strictTransport);
    // The document says what can be done here: it is for those who are signed in.
    scope.get(`${adminPrefix}openapi.json`, { config: { weight: documentWeight } }, async ({ headers: { authorization } }, reply) => {
      await options.operators.authenticate(bearer(authorization) ?? '');
      return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(document);
    });
    await registerPages(scope, { webFolder: options.webFolder, strictTransport, assets: consoleAssets });
  });
  app.setNotFoundHandler((request, reply) => {
    budgets.calls.spend(spenderOf(null, request.raw, addressOf), 1);
    return failed(new Refusal('notFound'), request, reply);
  });
  return app;
}
