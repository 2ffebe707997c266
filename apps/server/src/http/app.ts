import { randomBytes } from 'node:crypto';
import { type CallSpec, callTable } from '@bourse/protocol';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Handlers } from '../calls/handlers.ts';
import { requestLanguage } from '../calls/language.ts';
import type { Authenticator } from '../calls/session.ts';
import type { Operators } from '../operators/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/outbox.ts';
import type { Proofs } from '../proofs/port.ts';
import { type LogFiles, registerLogPages } from '../transparency/pages.ts';
import { Access } from './access.ts';
import { answerHeaders, one, registerCalls, sendFailure } from './api.ts';
import { type Budgets, createBudgets, spenderOf } from './budget.ts';
import { type AddressOf, addressBehind } from './client-address.ts';
import { type Pictures, registerFiles } from './files.ts';
import { boundTurns, Turns } from './gate.ts';
import { CallMetrics } from './metrics.ts';
import { forOperators, type OperationsOptions, registerOperations } from './operations.ts';
import { registerOutbox } from './outbox.ts';
import { registerPages } from './pages.ts';
import { defaultPressure, Pressure, type PressureLimits } from './pressure.ts';
import { registerReference } from './reference.ts';
import { repeatedKey } from './repeated-keys.ts';
import { type AnyHandler, bindCalls } from './table.ts';
import { fieldName } from './validate.ts';

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

const bodyLimitBytes = 64 * 1024;
/** The head of a request must arrive within this time after its connection opened, so that half-open connections do not stay. */
const headersTimeoutMs = 10_000;
/** A whole request must arrive within this time. Slower senders are disconnected. */
const requestTimeoutMs = 30_000;

/** The gateway: every call of the table, the customers' app, and the pages for operators and programs. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { log, clock, registry } = options;
  const strictTransport = options.publicUrl.startsWith('https:');
  const calls = bindCalls(options.handlers as Readonly<Record<string, AnyHandler>>, options.table ?? callTable);
  const pressure = new Pressure({ ...defaultPressure, ...options.pressure }, clock);
  const headers = answerHeaders(strictTransport);
  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id);
    sendFailure(reply, error, languageOf(request), log, request.routeOptions?.url ?? 'unrouted');
    return reply;
  };
  const addressOf = options.addressOf ?? addressBehind(0);
  const budgets = options.budgets ?? createBudgets(options.weightPerMinute);
  const app = fastify({
    logger: false,
    genReqId: requestIds(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: 0,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: 5_000 },
    keepAliveTimeout: 65_000,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // Strict schemas read all inputs. They refuse these names as they refuse any unknown field.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: failed,
  });
  boundTurns(app.server, { refused: budgets.refused, addressOf });
  refuseRepeatedKeys(app);
  app.setErrorHandler((error, request, reply) => failed(error, request, reply));
  app.addHook('onRoute', ({ url }) => options.onRoute?.(url));
  app.addHook('onClose', async () => pressure.close());

  await registerCalls(app, {
    calls,
    access: new Access(options.authenticator, options.operators, clock),
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
    const operations = { ...options, operatorsToken: options.operatorsToken };
    registerOperations(scope, operations);
    registerReference(scope, options.version, forOperators(operations));
    registerFiles(scope, options.pictures);
    registerLogPages(scope, options.logFiles);
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

function refuseRepeatedKeys(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body, (error, value) => {
      const field = error ? undefined : repeatedKey(body, value);
      done(field === undefined ? error : new Refusal('badRequest', { field: fieldName([field]), problem: 'sentTwice' }), value);
    });
  });
}

const languageOf = (request: FastifyRequest) => requestLanguage(one(request.headers['language']), request.headers['accept-language']);

/** A short id, unique in this exchange and without meaning. */
function requestIds(): () => string {
  const process = randomBytes(5).toString('hex');
  let count = 0;
  return () => {
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
