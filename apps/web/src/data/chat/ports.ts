/** What the chat of one person needs from the page, or from a program that is none. */
import type { CallInput, CallName, CallOutput } from '@bourse/protocol/calls';
import type { LinePorts } from '../socket-line.ts';
import type { ChatStore } from './store.ts';

export type ChatCall = <Name extends CallName>(
  name: Name,
  input: CallInput<Name> | FormData,
  options?: { signal?: AbortSignal },
) => Promise<CallOutput<Name>>;

export type ChatPorts = LinePorts & {
  /** The person: their user id. */
  user: string;
  call: ChatCall;
  token: () => string | null;
  refresh: () => Promise<boolean>;
  store: (failed: (what: 'open' | 'read') => void) => Promise<ChatStore>;
  /** The server's clock, whatever the device's says. */
  serverNow: () => number;
  heardTime: (server: number, here: number) => void;
};
