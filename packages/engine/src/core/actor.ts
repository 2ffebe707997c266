import type { Command } from '../commands.ts';
import { commandByKind } from '../declared.ts';
import type { Sender } from '../define/declare.ts';
import { firstCustomer } from './accounts.ts';

/**
 * Who sent a command: a customer by account number, an operator by number, a part of the server (0), or a feed (0: the command names it).
 * Numbers only: the journal holds no personal data.
 */
export interface Actor {
  readonly by: Sender;
  readonly id: number;
}

export const actorKinds: readonly Sender[] = ['system', 'customer', 'operator', 'feed'];

export const system: Actor = Object.freeze({ by: 'system', id: 0 });
export const feed: Actor = Object.freeze({ by: 'feed', id: 0 });
export const customer = (account: number): Actor => ({ by: 'customer', id: account });
export const operator = (number: number): Actor => ({ by: 'operator', id: number });

/** Who sends such a command when nobody else is named: a customer the customer's own, a feed its ticks, the system all others and the house's. */
export function usualActor(command: Command): Actor {
  const by = commandByKind.get(command.kind)?.by;
  if (by === 'feed') return feed;
  return by === 'customer' && 'account' in command && command.account >= firstCustomer ? customer(command.account) : system;
}
