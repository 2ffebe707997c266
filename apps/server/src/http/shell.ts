import { randomBytes } from 'node:crypto';
import { Refusal } from '@bourse/protocol/errors';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { requestLanguage } from '../calls/language.ts';
import type { Log } from '../platform/log.ts';
import { answerHeaders, one, sendFailure } from './api.ts';
import { repeatedKey } from './body/repeated-keys.ts';
import type { Budget } from './budget.ts';
import type { AddressOf } from './client-address.ts';
import { boundTurns } from './load/gate.ts';
import { fieldName } from './validate.ts';

const bodyLimitBytes = 64 * 1024;
/** The head of a request must arrive within this time after its connection opened, so that half-open connections do not stay. */
const headersTimeoutMs = 10_000;
/** A whole request must arrive within this time. Slower senders are disconnected. */
const requestTimeoutMs = 30_000;

export interface Shell {
  app: FastifyInstance;
  /** Answers a failure as the catalogue says, in the language of the request. */
  failed: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** What the customers' host and the console's have alike: bounds of requests, the gate before them, ids, and answers to failures. */
export function createShell(parts: { log: Log; strictTransport: boolean; refused: Budget; addressOf: AddressOf }): Shell {
  const { log, strictTransport, refused, addressOf } = parts;
  const headers = answerHeaders(strictTransport);
  const failed = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(headers).header('x-request-id', request.id);
    sendFailure(reply, error, languageOf(request), log, request.routeOptions?.url ?? 'unrouted');
    return reply;
  };
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
  boundTurns(app.server, { refused, addressOf });
  refuseRepeatedKeys(app);
  app.setErrorHandler((error, request, reply) => failed(error, request, reply));
  return { app, failed };
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
