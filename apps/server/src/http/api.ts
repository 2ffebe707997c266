import { gzip } from 'node:zlib';
import { adminPrefix, apiPrefix, errorsOf, type ProofAnswer, proofAnswer } from '@bourse/protocol';
import { canonicalJson } from '@bourse/protocol/canonical';
import { catalogue, type ErrorName, Refusal } from '@bourse/protocol/errors';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { commandRefusals } from '../calls/command-refusals.ts';
import type { RequestSignature } from '../calls/handlers.ts';
import { requestLanguage } from '../calls/language.ts';
import type { Session } from '../calls/session.ts';
import type { OperatorSession } from '../operators/port.ts';
import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { provenInput } from '../proofs/challenge.ts';
import type { Proofs } from '../proofs/port.ts';
import type { Access } from './access.ts';
import { type Budget, spenderOf } from './budget.ts';
import type { AddressOf } from './client-address.ts';
import { commandsByGet, refuseBrowsing } from './command-by-get.ts';
import { isCommandId } from './command-id.ts';
import { RequestContext } from './context.ts';
import { failureOf, failureText, successText } from './envelope.ts';
import type { Turns } from './load/gate.ts';
import type { Pressure } from './load/pressure.ts';
import type { CallMetrics } from './metrics.ts';
import type { BoundCall } from './table.ts';
import { multipartLimits, uploadLimitBytes } from './upload.ts';
import { readInput } from './validate.ts';

export interface Gateway {
  calls: readonly BoundCall[];
  access: Access;
  proofs: Proofs;
  budget: Budget;
  pressure: Pressure;
  /** Calls of a session begin so many at a time. */
  turns: Turns;
  metrics: CallMetrics;
  log: Log;
  clock: Clock;
  addressOf: AddressOf;
  /** Tests check every answer against its declared output. Production trusts the types. */
  checkOutputs: boolean;
  /** Receives every answer that its call does not declare. */
  undeclared: (call: string, error: ErrorName) => void;
  /** Set when customers can reach the server only over TLS. */
  strictTransport: boolean;
  /** Of every path. Default: the customers' prefix, or the console's for a call of operators. */
  prefix?: string;
}

export const jsonType = 'application/json; charset=utf-8';

/** Headers of an answer for programs: browsers must not sniff, frame, store or run it. */
export const answerHeaders = (strictTransport: boolean): Record<string, string> => ({
  'content-type': jsonType,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(strictTransport ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/** Headers of whatever is no call, unless its route has stricter ones of its own. */
export function guardAnswers(scope: FastifyInstance, strictTransport: boolean): void {
  const { 'content-type': _, 'cache-control': __, ...guards } = answerHeaders(strictTransport);
  // On Node's response: what a route or helmet sets takes their place.
  scope.addHook('onRequest', async (_request, { raw }) => {
    for (const [name, value] of Object.entries(guards)) raw.setHeader(name, value);
  });
}

/** Registers one route per call. Calls that read a form have a scope of their own, and only there is a form body parsed. */
export async function registerCalls(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const headers = answerHeaders(gateway.strictTransport);
  const add = (scope: FastifyInstance, call: BoundCall, bodyLimit?: number) =>
    scope.route({
      method: call.method,
      url: (gateway.prefix ?? (call.spec.audience === 'operator' ? adminPrefix : apiPrefix)) + call.path,
      ...(bodyLimit ? { bodyLimit } : {}),
      ...(call.spec.bodyBytes ? { onRequest: async (request: FastifyRequest) => void (await admit(gateway, call, request)) } : {}),
      handler: respond(gateway, call, headers),
    });
  await app.register(async (scope) => {
    scope.removeContentTypeParser('text/plain');
    for (const call of gateway.calls) if (call.spec.body !== 'multipart') add(scope, call, call.spec.bodyBytes);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { limits: multipartLimits });
    for (const call of gateway.calls) if (call.spec.body === 'multipart') add(scope, call, uploadLimitBytes + 64 * 1024);
  });
}

function respond(gateway: Gateway, call: BoundCall, headers: Record<string, string>) {
  const { pressure, metrics, log, checkOutputs } = gateway;
  const late: ErrorName = call.spec.idempotency === 'command' ? 'outcomeUnknown' : 'unavailable';
  const headerList = Object.entries(headers).flat();
  const declared = new Set(errorsOf(call.name, call.spec, commandRefusals));
  // Returns nothing: the framework awaits a returned reply, at the cost of half a dozen listeners per answer.
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const started = performance.now();
    const language = requestLanguage(one(request.headers['language']), request.headers['accept-language']);
    pressure
      .run(late, () => answer(gateway, call, request, language))
      .then(({ data, asOf, leaf }) => {
        if (checkOutputs) z.parse(call.spec.output, data);
        const own = leaf === undefined ? headerList : headerList.concat('bourse-leaf', leaf);
        sendSuccess(request, reply, asOf === undefined ? own : own.concat('x-sequence', String(asOf)), data);
        metrics.observe(call.name, 200, performance.now() - started);
      })
      .catch((error: unknown) => {
        reply.headers(headers).header('x-request-id', request.id);
        const name = sendFailure(reply, error, language, log, call.name);
        if (!declared.has(name)) gateway.undeclared(call.name, name);
        metrics.observe(call.name, catalogue[name].http, performance.now() - started);
      });
  };
}

/**
 * Answers of at least this many characters are compressed, on another thread. This serves lists on a phone's connection; the answer to an order is
 * far smaller.
 */
const compressFrom = 4_096;
/** Low compression levels shrink JSON almost as well as the highest, in a third of the time. */
const compressLevel = 3;

/**
 * Writes straight to Node's response. No hook touches a call's answer, and at ten thousand answers a second the framework's own path is measurable.
 */
function sendSuccess(request: FastifyRequest, reply: FastifyReply, headers: readonly string[], data: unknown): void {
  const body = successText(data);
  const response = reply.hijack().raw;
  const send = (bytes: string | Buffer, encoding: readonly string[]) => {
    response.writeHead(200, headers.concat('x-request-id', request.id, 'content-length', String(Buffer.byteLength(bytes)), encoding));
    response.end(bytes);
  };
  if (body.length >= compressFrom && /\bgzip\b/.test(request.headers['accept-encoding'] ?? ''))
    gzip(body, { level: compressLevel }, (error, bytes) => (error ? send(body, []) : send(bytes, ['content-encoding', 'gzip'])));
  else send(body, []);
}

interface Answered {
  data: unknown;
  /** The venue's sequence that the answer reflects, where the handler read one. */
  asOf: number | undefined;
  /** The command that it sent, as a leaf of its venue's transparency log. */
  leaf: string | undefined;
}

/** Every wait costs an order a microsecond together with what it leaves behind, so nothing is waited for that is known already. */
async function answer(gateway: Gateway, call: BoundCall, request: FastifyRequest, language: string): Promise<Answered> {
  const { spec } = call;
  const admitted = admit(gateway, call, request);
  const caller = admitted instanceof Promise ? await admitted : admitted;
  if (commandsByGet(call)) refuseBrowsing(request.headers);
  gateway.budget.spend(spenderOf(caller, request.raw, gateway.addressOf), spec.weight);
  const turn = gateway.turns.wait();
  if (turn) await turn;
  const commandId = spec.idempotency === 'command' ? commandIdOf(request) : undefined;
  const raw = rawInput(call, request);
  if (spec.proof === null) {
    const input = readInput(spec.input, raw);
    const context = new RequestContext(request, caller, language, commandId, gateway, { signature: signatureOf(call, request, raw) });
    const data = await call.handler(input, context);
    return { data, asOf: context.asOf, leaf: context.leaf };
  }
  const { answer: proof, act } = withoutProof(raw);
  const input = readInput(spec.input, act);
  const session = caller as Session;
  const used = await gateway.proofs.use({ session, call: call.name, input: provenInput(spec, input), commandId }, spec.proof, proof);
  const own = { proof: used, signature: signatureOf(call, request, act) };
  const context = new RequestContext(request, session, language, commandId, gateway, own);
  const data = await call.handler(input, context);
  return { data, asOf: context.asOf, leaf: context.leaf };
}

function signatureOf({ name }: BoundCall, request: FastifyRequest, input: unknown): RequestSignature | undefined {
  const header = request.headers['x-signature'];
  return header === undefined ? undefined : { header: String(header), call: name, body: () => canonicalJson(input) };
}

const proofField = z.strictObject({ proof: proofAnswer });

/** The proof is sent next to the call's own input and is not part of it. */
function withoutProof(raw: unknown): { answer: ProofAnswer | undefined; act: unknown } {
  if (raw === null || typeof raw !== 'object' || !Object.hasOwn(raw, 'proof')) return { answer: undefined, act: raw };
  const { proof, ...act } = raw as Record<string, unknown>;
  const { proof: answer } = readInput(proofField, { proof }) as z.output<typeof proofField>;
  return { answer, act };
}

type Caller = Session | OperatorSession | null;

/** A refused token costs its address the call's weight, so that guessing tokens is rate-limited like everything else. */
function admit({ access, budget, addressOf }: Gateway, { name, spec }: BoundCall, request: FastifyRequest): Caller | Promise<Caller> {
  const { authorization } = request.headers;
  const refused = (refusal: unknown): never => {
    budget.spend(spenderOf(null, request.raw, addressOf), spec.weight);
    throw refusal;
  };
  try {
    const admitted: Caller | Promise<Caller> =
      spec.audience === 'operator' ? access.admitOperator(spec, authorization, name) : access.admit(spec, authorization, name);
    return admitted instanceof Promise ? admitted.catch(refused) : admitted;
  } catch (refusal) {
    return refused(refusal);
  }
}

function commandIdOf(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !isCommandId(key)) throw new Refusal('commandIdInvalid');
  return key.toLowerCase();
}

const noInput = Object.freeze({});

function rawInput(call: BoundCall, request: FastifyRequest): unknown {
  const sent = call.method === 'GET' ? request.query : call.spec.body === 'multipart' ? noInput : (request.body ?? noInput);
  if (call.pathParameters.length === 0) return sent;
  if (sent === null || typeof sent !== 'object') return sent;
  const inPath = request.params as Record<string, string>;
  for (const name of call.pathParameters) if (Object.hasOwn(sent, name)) throw new Refusal('unknownField', { field: name });
  return { ...sent, ...inPath };
}

/** Answers a failure in the customer's language. An unexpected error is logged with its stack under the request's id. */
export function sendFailure(reply: FastifyReply, error: unknown, language: string, log: Log, route: string): ErrorName {
  const failure = failureOf(error, reply.request.id);
  const { http } = catalogue[failure.name];
  if (failure.unexpected) log.error({ err: error, requestId: reply.request.id, route }, 'a call failed');
  else if (http >= 500) log.warn({ refusal: failure.name, requestId: reply.request.id, route }, 'the server could not answer a call');
  reply.code(http).header('content-type', jsonType);
  if (failure.retryAfterS > 0) reply.header('retry-after', failure.retryAfterS);
  // The rest of a body that was refused for its size is not read, so the connection ends with this answer.
  if (http === 413) reply.header('connection', 'close');
  reply.send(failureText(failure.name, language, failure.detail));
  return failure.name;
}

export const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);
