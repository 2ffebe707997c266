import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Notary, type NotaryOptions, publicKeys } from './notary.ts';

/** A head, 63 hashes and a hundred signatures fit in it many times. */
const mostBytes = 64 * 1024;

/** `POST /add-checkpoint` as in C2SP tlog-witness, and `GET /key`, the public keys, a line for each log that a notary signs. */
export function createNotaryServer(notary: Notary, options: Pick<NotaryOptions, 'key' | 'logs'>): Server {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000, keepAliveTimeout: 30_000 }, (request, response) => {
    answer(request, response).catch(() => say(response, 500, 'The head could not be kept, so it was not signed.\n'));
  });
  server.maxConnections = 64;
  return server;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'GET' && request.url === '/key') return say(response, 200, `${publicKeys(options).join('\n')}\n`);
    if (request.url !== '/add-checkpoint') return say(response, 404, 'There are two addresses here: POST /add-checkpoint and GET /key.\n');
    if (request.method !== 'POST') return say(response, 405, 'A head is sent with POST.\n');
    const body = await bodyOf(request);
    if (body === undefined) {
      response.setHeader('connection', 'close');
      return say(response, 413, `A request has at most ${mostBytes} bytes.\n`);
    }
    const { status, body: text, type } = await notary.addCheckpoint(body);
    say(response, status, text, type);
  }
}

function say(response: ServerResponse, status: number, body: string, type = 'text/plain'): void {
  response.writeHead(status, { 'content-type': type === 'text/plain' ? 'text/plain; charset=utf-8' : type });
  response.end(body);
}

/** Undefined when there is too much of it. */
async function bodyOf(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > mostBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
