import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import type { HealthReport } from './health.ts';
import { fromHere } from './outbox.ts';

export interface OperationsOptions {
  environment: 'development' | 'production';
  /** Opens what is for operators on the customers' port. */
  operatorsToken: string | undefined;
  health: () => Promise<HealthReport>;
  registry: Registry;
}

/** Requests that came in at the operators' port. */
const atOperatorsPort = new WeakSet<IncomingMessage>();
export const cameInForOperators = (request: IncomingMessage) => atOperatorsPort.add(request);

/** Whether a request may see what is for operators. A server in development is reached only from its own machine, so its one port is theirs too. */
export function forOperators({ environment, operatorsToken }: Pick<OperationsOptions, 'environment' | 'operatorsToken'>) {
  const expected = operatorsToken === undefined ? undefined : digest(`Bearer ${operatorsToken}`);
  return (request: FastifyRequest): boolean =>
    atOperatorsPort.has(request.raw) ||
    (environment === 'development' && fromHere(request)) ||
    (expected !== undefined && timingSafeEqual(digest(request.headers.authorization ?? ''), expected));
}

const digest = (text: string) => createHash('sha256').update(text).digest();

const metricsMs = 1_000;

/** What a large document spends from the budget of pages and files. */
export const documentWeight = 50;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What asking once spends from the budget of pages and files. Default: 1. */
    weight?: number;
  }
}

/** `/health` says to everybody whether the server serves, and to operators why not. `/metrics` is for operators. Both are made once a second at most. */
export function registerOperations(app: FastifyInstance, options: OperationsOptions): void {
  const { health, registry } = options;
  const isOperator = forOperators(options);
  let metrics = { at: Number.NEGATIVE_INFINITY, text: Promise.resolve('') };
  const plain = (reply: FastifyReply) => reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  app.get('/health', async (request, reply) => {
    const report = await health();
    const { status } = report;
    return plain(reply)
      .code(status === 'ok' ? 200 : 503)
      .send(isOperator(request) ? report : { status });
  });
  app.get('/metrics', { config: { weight: documentWeight } }, async (request, reply) => {
    if (!isOperator(request)) return reply.callNotFound();
    const now = performance.now();
    if (now - metrics.at >= metricsMs) metrics = { at: now, text: registry.metrics() };
    return plain(reply)
      .type(registry.contentType)
      .send(await metrics.text);
  });
}
