import type { AdminActName, AdminCallName, AdminCalls, AdminInput, AdminOutput, Me } from '@bourse/protocol/admin';
import { CallError, createClientOf } from '@bourse/protocol/client';
import { language } from '../words.ts';

export type { AdminCallName, AdminInput, AdminOutput, Me } from '@bourse/protocol/admin';
export { CallError } from '@bourse/protocol/client';

const tokenKey = 'console.token';
const unauthorised = 401;
const busy = 503;
/** A busy server says that it is. A read is asked again after these milliseconds, before it fails. */
const againAfterMs = [500, 1_500] as const;

/** Who is signed in. The token is in this tab only, and is sent only by our own calls. */
class Session {
  me: Me | undefined;
  private readonly listeners = new Set<() => void>();

  get token(): string | null {
    return sessionStorage.getItem(tokenKey);
  }
  begin(token: string, me: Me): void {
    sessionStorage.setItem(tokenKey, token);
    this.set(me);
  }
  set(me: Me | undefined): void {
    this.me = me;
    for (const listener of this.listeners) listener();
  }
  end(): void {
    sessionStorage.removeItem(tokenKey);
    this.set(undefined);
  }
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };
}
export const session = new Session();

const client = createClientOf<AdminCalls>(
  {
    origin: '',
    fetch: (url, init) => fetch(url, init),
    headers: () => ({ language: language(), ...(session.token ? { Authorization: `Bearer ${session.token}` } : {}) }),
  },
  '/api/admin-api/',
);

/** Any call. A session that is over brings the page of signing in. */
export async function ask<Name extends AdminCallName>(
  name: Name,
  input: AdminInput<Name>,
  options: { commandId?: string; signal?: AbortSignal } = {},
): Promise<AdminOutput<Name>> {
  const waits = name.startsWith('GET ') ? [...againAfterMs] : [];
  for (;;) {
    try {
      return await client(name, input, options);
    } catch (error) {
      if (error instanceof CallError && error.code === unauthorised && session.me) session.end();
      const wait = error instanceof CallError && error.status === busy ? waits.shift() : undefined;
      if (wait === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** An act, once: an answer that was lost is asked for again under the same command id. */
export async function act<Name extends AdminActName>(
  name: Name,
  input: AdminInput<Name>,
  commandId: string = crypto.randomUUID(),
): Promise<AdminOutput<Name>> {
  try {
    return await ask(name, input, { commandId });
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error;
    return ask(name, input, { commandId });
  }
}

export const whyOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
