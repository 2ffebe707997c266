import { Acc, accountInts } from '../core/account-book.ts';
import { firstCustomer } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { invitations, mostRebatePpm, type SetInviter } from './declare.ts';

export const nextMidnight = (time: number) => (Math.floor(time / dayMs) + 1) * dayMs;

export function setInviter(s: State, { account, inviter, inviterPpm, friendPpm }: SetInviter) {
  const owner = s.accounts.trading(account);
  if (account < firstCustomer || owner === 0) return refuse('accountUnknown');
  // An inviter was there before: nobody can be invited in a circle.
  if (inviter >= account || inviter < firstCustomer || s.accounts.trading(inviter) === 0) return badField('inviter', 'unknown');
  if (inviterPpm + friendPpm > mostRebatePpm) return badField('friendPpm', { problem: 'atMost', max: mostRebatePpm - inviterPpm });
  if (s.invitations.links.has(account)) return refuse('inviterSet');
  if (hasTraded(s, account, owner)) return refuse('inviterTooLate');
  s.invitations.links.set(account, { account, inviter, inviterPpm, friendPpm });
  const timer = invitations.timers.rebatesDue.number;
  if (s.timers.due(timer, 0) === undefined) s.timers.set(timer, 0, nextMidnight(s.time));
  s.log.tell(invitations.events.invited, { account: inviter, friend: account, inviterPpm, friendPpm });
  return done;
}

/** As far as it is remembered: orders that are open or lately finished, positions, timed contracts. */
const hasTraded = (s: State, account: number, owner: number) =>
  s.accounts.store.i[owner * accountInts + Acc.orders]! > 0 ||
  s.positions.first(owner) !== 0 ||
  s.timed.of(owner).length > 0 ||
  s.finished.accounts.includes(account);
