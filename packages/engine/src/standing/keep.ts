import { firstCustomer } from '../core/accounts.ts';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { choice, count, id, list, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { accountModes } from './book.ts';

/** Standings that are not the usual one. A venue without any keeps nothing, like the releases before. */
export const standingSection = laterSection(
  29,
  'standing',
  { accounts: list(struct({ account: id(), level: count(), mode: choice(accountModes), payoutsUntil: count() })) },
  {
    save(s) {
      const accounts = s.standing.list();
      return accounts.length === 0 ? undefined : { accounts };
    },
    load(s, { accounts }) {
      for (const { account, ...standing } of accounts) s.standing.change(account, standing);
    },
  },
);

export function checkStanding(s: State): void {
  const all = s.standing.list();
  for (const { account } of all)
    must(account >= firstCustomer && s.accounts.trading(account) !== 0, 'standingsHaveAnAccount', `${account}`);
  const restricted = all.filter(({ mode }) => mode !== 'normal').length;
  must(restricted === s.standing.restricted, 'restrictedAccountsAreCounted', `${restricted}, ${s.standing.restricted}`);
}
