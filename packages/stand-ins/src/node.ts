import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * How a node misbehaves. `delay`: it answers late. `error`: it answers 500. `nonsense`: it answers text. `wrongHeight`: it claims blocks that nobody mined.
 * `lying`: amounts of what arrives are ten times too large.
 */
export type Fault = 'delay' | 'error' | 'nonsense' | 'wrongHeight' | 'lying';

/** What every stand-in is started with. */
export interface StandInOptions {
  /** 0, or nothing, takes a free one. */
  port?: number;
  /** Keys and hashes follow from it: the same seed gives the same addresses. */
  seed: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
  /** Hears of everything that changes what the stand-in knows, so that the same can be told to it again: a signed transaction, a file, a wish. */
  told?: (text: string) => void;
}

/** One address at which a stand-in answers. */
export interface RunningNode {
  url: string;
  /** From now on, until it is called without a fault. */
  fault(kind?: Fault, delayMs?: number): void;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  body: string;
  type?: string;
}

export interface Request {
  method: string;
  path: string;
  body: string;
  type: string;
}

/** Requests above this are refused. */
const mostBytes = 4 * 1024 * 1024;

/** Listens on this machine only. `answer` learns of `lying` and `wrongHeight`; the other faults happen here. */
export async function serve(
  port: number,
  answer: (request: Request, fault: Fault | undefined) => Answer | Promise<Answer>,
): Promise<RunningNode> {
  let fault: Fault | undefined;
  let delayMs = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (fault === 'delay') await sleep(delayMs);
    if (fault === 'error') return say(response, { status: 500, body: 'the node is broken' });
    if (fault === 'nonsense') return say(response, { status: 200, body: '<html>' });
    if (body === undefined) return say(response, { status: 413, body: 'too large' });
    const asked = { method: request.method ?? '', path: request.url ?? '/', body, type: request.headers['content-type'] ?? '' };
    say(response, await answer(asked, fault));
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error: Error) => say(response, { status: 500, body: error.message }));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    // Somebody has this port: another is as good.
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fault: (kind, ms = 200) => {
      fault = kind;
      delayMs = ms;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function say(response: ServerResponse, { status, body, type = 'application/json' }: Answer): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': type });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    // The rest is read and thrown away, so that the refusal arrives.
    if (bytes <= mostBytes) parts.push(part);
  }
  if (bytes > mostBytes) return undefined;
  return Buffer.concat(parts).toString('utf8');
}

/** A refusal in the node's own numbers. */
export class Refused extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Method = (params: readonly unknown[], fault: Fault | undefined) => unknown;

/** One JSON-RPC call a request, as the clients send it. `statusOfRefusal` is 500 where the real node says so. */
export function answerRpc(
  methods: Readonly<Record<string, Method>>,
  { body }: Request,
  fault: Fault | undefined,
  statusOfRefusal = 200,
): Answer {
  let id: unknown = null;
  try {
    const call = JSON.parse(body) as { id?: unknown; method?: unknown; params?: unknown };
    id = call.id ?? null;
    const method = typeof call.method === 'string' && Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
    if (method === undefined) throw new Refused(-32601, `the method ${String(call.method)} does not exist`);
    const params = Array.isArray(call.params) ? (call.params as unknown[]) : [];
    return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id, result: method(params, fault) ?? null, error: undefined }) };
  } catch (error) {
    const code = error instanceof Refused ? error.code : error instanceof SyntaxError ? -32700 : -32603;
    return { status: statusOfRefusal, body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: (error as Error).message } }) };
  }
}
