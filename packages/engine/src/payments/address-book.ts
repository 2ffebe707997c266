import type { State } from '../core/state.ts';
import { destinationResult, done, refuse } from '../outcomes.ts';
import { type AddDestination, type Destination, type DropDestination, payments } from './declare.ts';
import { railOpen } from './states.ts';

/** A destination is paid only after a wait, in which its owner hears of it. The same one, dropped and added again, waits again. */
export function addDestination(s: State, _owner: number, { account, rail, digest }: AddDestination) {
  const { destinations, rails, rules } = s.payments;
  const known = rails.get(rail)?.rules;
  if (known === undefined || (known.open & railOpen.out) === 0 || rules === undefined) return refuse('railOff');
  if (destinations.of(account).some((one) => one.rail === rail && one.digest === digest)) return refuse('destinationExists');
  const limit = s.limits.destinationsPerAccount;
  if (destinations.countOf(account) >= limit) return refuse('destinationsTooMany', { limit });
  const usableFrom = s.time + rules.destinationWaitMs;
  const added: Destination = { destination: destinations.next++, account, rail, digest, addedAt: s.time, usableFrom };
  destinations.add(added);
  s.log.tell(payments.events.destination, { ...added, dropped: false });
  return destinationResult(added.destination, usableFrom);
}

/** Payouts that are under way keep the destination that they were asked for. */
export function dropDestination(s: State, _owner: number, { account, destination }: DropDestination) {
  const known = s.payments.destinations.get(destination);
  if (known === undefined || known.account !== account) return refuse('destinationUnknown');
  s.payments.destinations.remove(known);
  s.log.tell(payments.events.destination, { ...known, dropped: true });
  return done;
}
