import { isId } from './base/exact.ts';
import { refuseUnannounced } from './changes/announce.ts';
import { payFundingFirst } from './contract/funding/parts.ts';
import type { State } from './core/state.ts';
import { Dispatcher } from './define/dispatch.ts';
import { rooms } from './rooms.ts';
import { isChanging, settleStocksFirst } from './stock/tick.ts';

/** While a funding round, a corporate action or a close is under way, an account that a command is for has its part of it before. */
export function settleFirst(s: State, command: { readonly kind: string }): void {
  if (s.funding.size === 0 && !isChanging(s)) return;
  const owner = 'account' in command && isId(command.account) ? s.accounts.trading(command.account) : 0;
  if (owner === 0) return;
  payFundingFirst(s, owner);
  settleStocksFirst(s, owner);
}

/** The code of every command. */
export const dispatcher = new Dispatcher(rooms, refuseUnannounced, settleFirst);
