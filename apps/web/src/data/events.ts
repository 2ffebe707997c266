/** Events of the session and the connection. A shared hub, so that the data layer never imports screens. */
import type { PrivateMessage } from '@bourse/protocol/socket';

export type Notice = Extract<PrivateMessage, { c: 'notice' }>;
export type AppEvents = {
  /** The page should go to this address (login, home, an order). */
  go: { to: string; replace: boolean };
  /** Tokens arrived, changed or were removed; `elsewhere`: by another tab. */
  session: { signedIn: boolean; elsewhere: boolean };
  otherLogin: { device: string; graceS: number; at: number };
  canLogin: Record<never, never>;
  forcedLogout: { reason: string };
  version: { id: string; updateType: 0 | 1 | 2 };
  notice: Pick<Notice, 'id' | 'kind' | 'params'>;
  /** A command was acknowledged with the leaf that covers it in the transparency log: `takeLeaves` has it. */
  leaf: Record<string, never>;
  /** The logs contradict what this device has seen, and the customer has not closed the page about it. */
  contradiction: Record<never, never>;
};

type Listener<Name extends keyof AppEvents> = (event: AppEvents[Name]) => void;
const listeners = new Map<keyof AppEvents, Set<Listener<never>>>();

export function on<Name extends keyof AppEvents>(name: Name, listener: Listener<Name>): () => void {
  const known = listeners.get(name) ?? new Set();
  listeners.set(name, known);
  known.add(listener as Listener<never>);
  return () => {
    known.delete(listener as Listener<never>);
  };
}

export function emit<Name extends keyof AppEvents>(name: Name, event: AppEvents[Name]): void {
  for (const listener of [...(listeners.get(name) ?? [])]) (listener as Listener<Name>)(event);
}
