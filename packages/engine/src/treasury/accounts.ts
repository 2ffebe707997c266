import type { OpenAccount, SetFeeClass } from '../commands.ts';
import { Acc, accountInts, Kind } from '../core/account-book.ts';
import { firstCustomer, House } from '../core/accounts.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';

/** Opens a customer account, or the market maker's, which is the one house account that trades like a customer. */
export function openAccount(s: State, command: OpenAccount) {
  const { account, feeClass } = command;
  if (account < firstCustomer && account !== House.marketMaker) return badField('account', { problem: 'accountFrom', min: firstCustomer });
  if (s.accounts.trading(account) !== 0) return refuse('accountExists', { field: 'account' });
  if (account >= firstCustomer && s.accounts.count >= s.limits.accounts) return refuse('overloaded');
  const known = s.accounts.slot(account);
  const slot = known === 0 ? s.accounts.add(account) : known;
  s.accounts.store.i[slot * accountInts + Acc.kind] = Kind.trading;
  s.accounts.store.i[slot * accountInts + Acc.feeClass] = feeClass;
  return done;
}

export const checkFeeClass = (s: State, { account }: SetFeeClass) =>
  s.accounts.trading(account) === 0 ? refuse('accountUnknown') : undefined;

export function setFeeClass(s: State, command: SetFeeClass) {
  const problem = checkFeeClass(s, command);
  if (problem !== undefined) return problem;
  const slot = s.accounts.trading(command.account);
  s.accounts.store.i[slot * accountInts + Acc.feeClass] = command.feeClass;
  return done;
}
