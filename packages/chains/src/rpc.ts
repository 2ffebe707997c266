import { badAnswer, ChainProblem } from './problem.ts';

export interface NodeOptions {
  url: string;
  /** Sent with each request, for nodes that ask for a key. */
  headers?: Record<string, string>;
  /** For one call, with its answer. */
  timeoutMs?: number;
  /** Bytes of one answer. A full block of bitcoin with all its transactions in JSON has about 15 million. */
  maxBytes?: number;
}

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

export type Call = (method: string, params: readonly unknown[]) => Promise<Json>;

/** What a node says when it understood and refused: its number and its words. */
export class NodeRefusal extends ChainProblem {
  readonly code: number;

  constructor(code: number, message: string) {
    super('refused', message);
    this.code = code;
  }
}

/** JSON-RPC over HTTP, as EVM nodes, bitcoind and rippled speak it. Numbers with a decimal point arrive as the text that the node wrote: amounts stay exact. */
export function jsonRpc(options: NodeOptions): Call {
  let calls = 0;
  return async (method, params) => {
    calls += 1;
    const answer = await post(options, JSON.stringify({ jsonrpc: '2.0', id: calls, method, params }));
    if (!isObject(answer)) throw badAnswer('something other than an object');
    const { error } = answer;
    if (isObject(error)) throw new NodeRefusal(Number(error['code'] ?? 0), String(error['message'] ?? 'no reason').slice(0, 300));
    if (answer['result'] === undefined) throw badAnswer('neither a result nor an error');
    return answer['result'];
  };
}

/** Plain JSON over HTTP, one path a question, as TRON's nodes have it beside JSON-RPC. They answer a question that they cannot read with 200 and `Error`. */
export function httpJson(options: NodeOptions): (path: string, body: JsonObject) => Promise<JsonObject> {
  return async (path, body) => {
    const answer = await post({ ...options, url: `${options.url}/${path}` }, JSON.stringify(body));
    if (!isObject(answer)) throw badAnswer('something other than an object');
    if (answer['Error'] !== undefined) throw new NodeRefusal(0, String(answer['Error']).slice(0, 300));
    return answer;
  };
}

async function post({ url, headers, timeoutMs = 10_000, maxBytes = 32 * 1024 * 1024 }: NodeOptions, body: string): Promise<Json> {
  const signal = AbortSignal.timeout(timeoutMs);
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
      redirect: 'error',
    });
    status = response.status;
    text = await textOf(response, maxBytes);
  } catch (error) {
    if (error instanceof ChainProblem) throw error;
    if (signal.aborted) throw new ChainProblem('timeout', `The node did not answer within ${timeoutMs} ms.`, { cause: error });
    throw new ChainProblem('unreachable', 'The node cannot be reached.', { cause: error });
  }
  const json = parseExact(text);
  // bitcoind answers a refusal with 500 and a body that says why.
  if (status !== 200 && !(isObject(json) && isObject(json['error'])))
    throw new ChainProblem('unreachable', `The node answered with status ${status}.`);
  if (json === undefined) throw badAnswer('text that is not JSON');
  return json;
}

/** The body of an answer, read no further than it may be long. */
export async function textOf(response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  if (response.body !== null)
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      if (bytes > maxBytes) throw new ChainProblem('tooLarge', `An answer has more than ${maxBytes} bytes.`);
      parts.push(part);
    }
  return Buffer.concat(parts).toString('utf8');
}

const decimals = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)/g;

/** JSON whose numbers with a point or an exponent stay text. Undefined for what is no JSON. */
export function parseExact(text: string): Json | undefined {
  try {
    return JSON.parse(text.replace(decimals, (found) => (found.startsWith('"') ? found : `"${found}"`))) as Json;
  } catch {
    return undefined;
  }
}

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

export function objectOf(value: Json | undefined, what: string): JsonObject {
  if (!isObject(value)) throw badAnswer(`no ${what}`);
  return value;
}

export function listOf(value: Json | undefined, what: string, most = 100_000): readonly Json[] {
  if (!Array.isArray(value)) throw badAnswer(`no list of ${what}`);
  if (value.length > most) throw new ChainProblem('tooLarge', `The node answered with more than ${most} ${what}.`);
  return value;
}

export function textIn(value: Json | undefined, form: RegExp, what: string): string {
  if (typeof value !== 'string' || !form.test(value)) throw badAnswer(`no ${what}`);
  return value;
}

/** A whole number that fits a JSON number. */
export function wholeOf(value: Json | undefined, what: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw badAnswer(`no ${what}`);
  return value;
}
