import type { z } from 'zod';
import type { CallSpec, Calls } from './calls/index.ts';

/** `{code, data, msg}`: 0 is success, anything else a refusal from the catalogue. */
export interface Envelope<Data> {
  code: number;
  data: Data | null;
  msg: string;
}

/** A refusal or a missing answer, as the caller sees it. `status` 0: no response came. */
export class CallError extends Error {
  readonly code: number;
  readonly status: number;
  constructor(code: number, status: number, message: string) {
    super(message);
    this.name = 'CallError';
    this.code = code;
    this.status = status;
  }
}

export interface CallOptions {
  /** Idempotency-Key of a command; repeat it to ask again safely. */
  commandId?: string | undefined;
  /** X-Signature of a command. */
  signature?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Wait until histories include this sequence. */
  readAfter?: string | undefined;
  /** Stands for an answer without data. Without it, lists and pages have an empty one of their own. */
  whenNull?: unknown;
  /** Told the headers of an answer that is no refusal. */
  answered?: ((headers: Headers) => void) | undefined;
}

export interface ClientOptions<Name extends string = string> {
  /** Origin, or empty for the page's own. */
  origin: string;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Headers of a call: language, Authorization, userType. */
  headers: (name: Name) => Record<string, string>;
}

/** Null data becomes the call's default (product specification, section 7). */
const emptyOf = (name: string): unknown =>
  /page\d?$/.test(name) ? { list: [], total: 0, pageNo: 1, pageSize: 15 } : name.endsWith('list') ? [] : null;

/**
 * The typed client. It knows no schemas: method and path are the call's name, the types come from the table.
 * Resolves to the data; rejects with CallError.
 */
export function createClientOf<Table extends Readonly<Record<string, CallSpec>>>(
  { origin, fetch, headers }: ClientOptions<keyof Table & string>,
  prefix: string,
) {
  return async function call<Name extends keyof Table & string>(
    name: Name,
    input: z.input<Table[Name]['input']> | FormData,
    options: CallOptions = {},
  ): Promise<z.output<Table[Name]['output']>> {
    const [method = 'GET', template = ''] = name.split(' ');
    const values: Record<string, unknown> = input instanceof FormData ? {} : { ...(input as Record<string, unknown>) };
    const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
      const value = input instanceof FormData ? input.get(key) : values[key];
      if (input instanceof FormData) input.delete(key);
      delete values[key];
      return encodeURIComponent(String(value));
    });
    const sent: Record<string, string> = { ...headers(name) };
    if (options.commandId) sent['Idempotency-Key'] = options.commandId;
    if (options.signature) sent['X-Signature'] = options.signature;
    if (options.readAfter) sent['X-Read-After'] = options.readAfter;
    const init: RequestInit = { method, headers: sent };
    if (options.signal) init.signal = options.signal;
    let url = origin + prefix + path;
    if (method === 'GET') {
      const query = new URLSearchParams(
        Object.entries(values).flatMap(([key, value]) => (value === undefined || value === null ? [] : [[key, String(value)]])),
      ).toString();
      if (query) url += `?${query}`;
    } else if (input instanceof FormData) init.body = input;
    else {
      sent['Content-Type'] = 'application/json';
      init.body = JSON.stringify(values);
    }
    let response: Response;
    let envelope: Envelope<z.output<Table[Name]['output']>>;
    try {
      response = await fetch(url, init);
      envelope = await response.json();
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new CallError(-1, 0, 'None response! Please retry.');
    }
    if (envelope.code !== 0) throw new CallError(envelope.code, response.status, envelope.msg);
    options.answered?.(response.headers);
    return (envelope.data ?? options.whenNull ?? emptyOf(name)) as z.output<Table[Name]['output']>;
  };
}
/** The customers' client. */
export const createClient = (options: ClientOptions<keyof Calls>) => createClientOf<Calls>(options, '/api/app-api/');
export type Client = ReturnType<typeof createClient>;
