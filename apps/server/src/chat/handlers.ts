import { type CallName, callTable } from '@bourse/protocol';
import { adminTable } from '@bourse/protocol/admin';
import { Refusal } from '@bourse/protocol/errors';
import type { Handlers } from '../calls/handlers.ts';
import type { MakeAct } from '../operators/acts.ts';
import type { AdminHandlers, AuditedName } from '../operators/handlers.ts';

export type ChatName = Extract<CallName, `${string} im/${string}`>;
export type ChatAdminName = Extract<keyof AdminHandlers, `${string} chat/${string}`>;

/** Until its room is open, every call of the chat says that it is not available. */
const closed = async (): Promise<never> => {
  throw new Refusal('unavailable');
};
const ofChat = (table: object, folder: RegExp) => Object.keys(table).filter((name) => folder.test(name));

export const chatHandlers = Object.fromEntries(
  ofChat(callTable, /^\w+ im\//).map((name) => [name, closed]),
) as unknown as Handlers<ChatName>;
export const chatAdminHandlers = (act: MakeAct) =>
  Object.fromEntries(
    ofChat(adminTable, /^\w+ chat\//).map((name) => [
      name,
      adminTable[name]?.idempotency === 'command' ? act(name as AuditedName, closed) : closed,
    ]),
  ) as unknown as AdminHandlers<ChatAdminName>;
