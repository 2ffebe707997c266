import { randomBytes } from 'node:crypto';
import { type CallSpec, callTable } from '@bourse/protocol';
import { type ErrorName, Refusal } from '@bourse/protocol/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Registry } from 'prom-client';
import type { Handlers } from '../calls/handlers.ts';
import { requestLanguage } from '../calls/language.ts';
import type { Authenticator } from '../calls/session.ts';
import type { Operators } from '../operators/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { Outbox } from '../platform/outbox.ts';
import type { Proofs } from '../proofs/port.ts';
import { Access } from './access.ts';
import { answerHeaders, one, registerCalls, sendFailure } from './api.ts';
import { Budget, defaultWeightPerMinute, spenderOf } from './budget.ts';
import { type AddressOf, addressBehind } from './client-address.ts';
import { type Pictures, registerFiles } from './files.ts';
import type { HealthReport } from './health.ts';
import { CallMetrics } from './metrics.ts';
import { registerOutbox } from './outbox.ts';
import { registerPages } from './pages.ts';
import { defaultPressure, Pressure, type PressureLimits } from './pressure.ts';
import { registerReference } from './reference.ts';
import { repeatedKey } from './repeated-keys.ts';
import { type AnyHandler, bindCalls } from './table.ts';
import { fieldName } from './validate.ts';

export interface AppOptions {
  handlers: Handlers;
  authenticator: Authenticator;
  /** The operators of the console. */
  operators: Operators;
  /** Second factors for single calls. */
  proofs: Proofs;
  /** The table of calls. Tests pass calls of their own. */
  table?: Readonly<Record<string, CallSpec>>;
  health: () => Promise<HealthReport>;
  registry: Registry;
  pictures: Pictures;
  /** For the development page that shows the outbox. */
  outbox: Pick<Outbox, 'list'>;
  environment: 'development' | 'production';
  publicUrl: string;
  webFolder: string;
  version: string;
  log: Log;
  clock: Clock;
  weightPerMinute?: number;
  /** Whose address a request counts for. Default: the address of its connection. */
  addressOf?: AddressOf;
  pressure?: Partial<PressureLimits>;
  checkOutputs?: boolean;
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
  const budget = new Budget(options.weightPerMinute ?? defaultWeightPerMinute);
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
  refuseRepeatedKeys(app);
  app.setErrorHandler((error, request, reply) => failed(error, request, reply));
  app.addHook('onClose', async () => pressure.close());

  await registerCalls(app, {
    calls,
    access: new Access(options.authenticator, options.operators, clock),
    proofs: options.proofs,
    budget,
    pressure,
    metrics: new CallMetrics(registry),
    log,
    clock,
    addressOf,
    checkOutputs: options.checkOutputs ?? false,
    undeclared: options.undeclared ?? ((call, error) => log.error({ call, error }, 'a call gave a refusal that it does not declare')),
    strictTransport,
  });
  registerOperations(app, options);
  registerReference(app, options.version);
  registerFiles(app, options.pictures);
  if (options.environment === 'development') registerOutbox(app, options.outbox);
  await registerPages(app, { webFolder: options.webFolder, strictTransport });
  // Whoever looks for what is not there spends from the budget of the address.
  app.setNotFoundHandler((request, reply) =>
    budget.spend(spenderOf(null, request.raw, addressOf), 1).then(
      () => failed(new Refusal('notFound'), request, reply),
      (refusal: unknown) => failed(refusal, request, reply),
    ),
  );
  return app;
}

function registerOperations(app: FastifyInstance, { health, registry }: AppOptions): void {
  app.get('/health', async (_request, reply) => {
    const report = await health();
    return reply
      .code(report.status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(report);
  });
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics()),
  );
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
