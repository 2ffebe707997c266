import {
  adminPrefix,
  apiPrefix,
  type CallInput,
  type CallName,
  type CallOutput,
  type CallSpec,
  callTable,
  errorsOf,
} from '@bourse/protocol';
import { Refusal } from '@bourse/protocol/errors';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { commandRefusals } from '../calls/command-refusals.ts';
import type { Handlers } from '../calls/handlers.ts';
import type { Authenticator, Session } from '../calls/session.ts';
import { type AppOptions, createApp } from '../http/app.ts';
import type { HealthReport } from '../http/health.ts';
import type { PressureLimits } from '../http/load/pressure.ts';
import type { AnyHandler } from '../http/table.ts';
import { nobodyIsOperator } from '../operators/nobody.ts';
import { systemClock } from '../platform/clock.ts';
import { silentLog } from '../platform/log.ts';
import { noProofs } from '../proofs/none.ts';
import { noLogFiles } from '../transparency/pages.ts';

/** The answer to a call as a client sees it. */
export interface Answer<Data = unknown> {
  status: number;
  code: number;
  data: Data;
  msg: string;
  headers: Record<string, unknown>;
  body: string;
}

/** A test's token states its session: `demo:100000`, `real:100000`, `visitor:0`. Real verification has its own tests. */
export const tokenOf = (loginType: 'real' | 'demo' | 'visitor', account: number) => `${loginType}.${account}.x`;

export function testAuthenticator(): Authenticator & { end(token: string): void } {
  const ended = new Set<string>();
  const listeners = new Set<Parameters<Authenticator['onSessionEnd']>[0]>();
  return {
    async authenticate(token) {
      const [kind = '', account = ''] = token.split('.');
      if (ended.has(token)) throw new Refusal('loggedInElsewhere');
      if (!['real', 'demo', 'visitor'].includes(kind)) throw new Refusal('unauthorised');
      const loginType = kind === 'real' ? 1 : kind === 'demo' ? 2 : 3;
      const venue = kind === 'real' ? 'real' : 'demo';
      return {
        sessionId: token,
        customerId: account,
        account: Number(account),
        venue,
        loginType,
        deviceClass: 'desktop',
      } satisfies Session;
    },
    onSessionEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    end(token) {
      ended.add(token);
      for (const listener of listeners) listener(token, 'replaced', { device: 'test' });
    },
  };
}

/** Sends requests to an app as a client would. */
export function callerOf(app: FastifyInstance, table: Readonly<Record<string, CallSpec>> = callTable) {
  return async function call<Name extends CallName>(
    name: Name,
    input: CallInput<Name> | Record<string, unknown>,
    options: { token?: string | undefined; headers?: Record<string, string> } = {},
  ): Promise<Answer<CallOutput<Name>>> {
    const spec = table[name];
    const form = spec?.body === 'multipart';
    const prefix = spec?.audience === 'operator' ? adminPrefix : apiPrefix;
    const { method, url, payload } = requestOf(name, input as Record<string, unknown>, prefix);
    const response = await app.inject({
      method,
      url,
      headers: {
        language: 'en',
        ...(payload === undefined ? {} : { 'content-type': form ? 'multipart/form-data; boundary=x' : 'application/json' }),
        ...(options.token ? { authorization: `Bearer ${options.token}` } : {}),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { payload: form ? '--x--\r\n' : payload }),
    });
    const parsed = JSON.parse(response.body);
    return {
      status: response.statusCode,
      code: parsed.code,
      data: parsed.data,
      msg: parsed.msg,
      headers: response.headers,
      body: response.body,
    };
  };
}

/** The report of a server in which nothing is wrong. */
export const wellHealth: HealthReport = {
  ...{ status: 'ok', reasons: [], warnings: [], venues: {} },
  ...{ chartsToFill: 0, prices: { open: 0, stale: 0 }, uptimeS: 0 },
};

/**
 * Collects answers that no declaration names. Call `check` at the end of a kit: a test that met such an answer fails there, whatever else it checked.
 */
export function undeclaredAnswers() {
  const met = new Set<string>();
  return {
    undeclared: (call: string, error: string) => void met.add(`${call} answered ${error}`),
    check() {
      if (met.size > 0) throw new Error(`Calls gave refusals that they do not declare:\n${[...met].map((line) => `  ${line}`).join('\n')}`);
    },
  };
}

/** Handlers that a test calls without the gateway. Their refusals are still checked against their declarations. */
export function heldToDeclarations<Some extends Partial<Handlers>>(
  handlers: Some,
  answers: Pick<ReturnType<typeof undeclaredAnswers>, 'undeclared'>,
): Some {
  const held = Object.entries(handlers as Record<string, AnyHandler>).map(([name, handler]): [string, AnyHandler] => {
    const spec = callTable[name];
    const declared = new Set(spec ? errorsOf(name, spec, commandRefusals) : []);
    const asked: AnyHandler = async (input, context) => {
      try {
        return await handler(input, context);
      } catch (error) {
        if (error instanceof Refusal && !declared.has(error.refusal)) answers.undeclared(name, error.refusal);
        throw error;
      }
    };
    return [name, asked];
  });
  return Object.fromEntries(held) as Some;
}

/** A test says what it measures. On a machine that is busy with other work, a gateway that sheds load would refuse what a test asks. */
export const unhurried: Partial<PressureLimits> = { loopDelayMs: 600_000, deadlineMs: 600_000 };

/** The gateway alone, with handlers from the test: shows which calls it lets through and which it refuses. */
export async function testGateway(
  table: Readonly<Record<string, CallSpec>>,
  handlers: Readonly<Record<string, AnyHandler>>,
  more: Partial<AppOptions> = {},
) {
  const answers = undeclaredAnswers();
  const app = await createApp({
    handlers: handlers as unknown as Handlers,
    table,
    authenticator: testAuthenticator(),
    operators: nobodyIsOperator,
    proofs: noProofs,
    health: async () => wellHealth,
    registry: new Registry(),
    pictures: { openFile: async () => undefined },
    logFiles: noLogFiles,
    outbox: { list: async () => [] },
    environment: 'production',
    publicUrl: 'http://localhost',
    webFolder: '/nowhere',
    version: 'test',
    log: silentLog,
    clock: systemClock,
    weightPerMinute: 1_000_000_000,
    undeclared: answers.undeclared,
    ...more,
    pressure: { ...unhurried, ...more.pressure },
  });
  const call = callerOf(app, table);
  return {
    app,
    call: (name: string, input: Record<string, unknown>, options: Parameters<typeof call>[2] = {}): Promise<Answer> =>
      call(name as CallName, input, options),
    async close() {
      await app.close();
      answers.check();
    },
  };
}

/** A call's name and input as a request, as the typed client sends it. */
export function requestOf(name: string, input: Record<string, unknown>, prefix = apiPrefix) {
  const [method = 'GET', template = ''] = name.split(' ');
  const rest = { ...input };
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = rest[key];
    delete rest[key];
    return encodeURIComponent(String(value));
  });
  const query =
    method === 'GET'
      ? new URLSearchParams(Object.entries(rest).map(([key, value]): [string, string] => [key, String(value)])).toString()
      : '';
  return {
    method: method as 'GET' | 'POST' | 'PUT',
    url: `${prefix}${path}${query ? `?${query}` : ''}`,
    payload: method === 'GET' ? undefined : JSON.stringify(rest),
  };
}
