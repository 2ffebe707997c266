import { Wallet } from '@bourse/protocol/enums';
import { must } from '../core/ledger.ts';
import type { State } from '../core/state.ts';
import { count, id, list, struct } from '../define/field.ts';
import { laterSection } from '../define/section.ts';
import { Rail } from './book.ts';
import { depositFields, keptDestination, payoutFields, payoutRules, railRules } from './declare.ts';
import { isOpen } from './states.ts';

const fields = {
  rails: list(struct({ ...railRules, minutes: list(struct({ minute: count(), value: count() })) })),
  rules: list(struct(payoutRules)),
  /** Bits of the numbers of credited deposits. */
  credited: list(count()),
  deposits: list(struct(depositFields)),
  nextDestination: count(),
  destinations: list(struct(keptDestination)),
  nextPayout: count(),
  payouts: list(struct({ ...payoutFields, endedBy: count() })),
  /** Accounts that were ever paid. */
  paid: list(id()),
};

/** Money from and to the world outside. A venue without rails keeps nothing, like the releases before. */
export const paymentsSection = laterSection(28, 'payments', fields, {
  save({ payments: p }) {
    if (p.rails.size === 0 && p.rules === undefined) return undefined;
    const rails = [...p.rails.values()].sort((a, b) => a.rules.rail - b.rules.rail);
    return {
      rails: rails.map(({ rules, minutes }) => ({ ...rules, minutes })),
      rules: p.rules === undefined ? [] : [p.rules],
      credited: p.deposits.numbers.bits(),
      deposits: p.deposits.list(),
      nextDestination: p.destinations.next,
      destinations: p.destinations.list(),
      nextPayout: p.payouts.next,
      payouts: p.payouts.list(),
      paid: [...p.payouts.paid].sort((a, b) => a - b),
    };
  },
  load({ payments: p }, { rails, rules, credited, deposits, nextDestination, destinations, nextPayout, payouts, paid }) {
    for (const { minutes, ...of } of rails) {
      const rail = new Rail(of);
      rail.minutes = minutes;
      p.rails.set(of.rail, rail);
    }
    p.rules = rules[0];
    p.deposits.numbers.load(credited);
    for (const deposit of deposits) p.deposits.put(deposit);
    p.destinations.next = nextDestination;
    for (const destination of destinations) p.destinations.add(destination);
    p.payouts.next = nextPayout;
    p.payouts.load(payouts);
    for (const account of paid) p.payouts.paid.add(account);
  },
});

/** Each open payout has its whole amount frozen, ended ones nothing. Adds to `reserved` by balance. */
export function checkPayments(s: State, reserved: Map<number, bigint>): void {
  const { deposits, payouts } = s.payments;
  for (const { payout, account, asset, amount, fee, state, attempt, returned, endedBy } of payouts.list()) {
    must(fee < amount && returned <= amount - fee, 'payoutsPayLessThanTheyTook', `payout ${payout}`);
    must(isOpen(state) === (endedBy === 0), 'payoutsEndOnce', `payout ${payout}: ${state}`);
    must(
      (attempt === 0) !== ['sending', 'errored', 'completed', 'notSent', 'returned'].includes(state),
      'sentByAnAttempt',
      `payout ${payout}`,
    );
    if (!isOpen(state)) continue;
    const slot = s.ledger.find(s.accounts.slot(account), Wallet.coin, s.assets.get(asset)!.index);
    reserved.set(slot, (reserved.get(slot) ?? 0n) + BigInt(amount));
  }
  for (const { deposit, amount, fee, taken, lost } of deposits.list()) {
    must(deposits.numbers.has(deposit), 'creditedDepositsAreNoted', `deposit ${deposit}`);
    must(taken + lost <= amount && taken <= amount - fee, 'reversedAtMostOnce', `deposit ${deposit}`);
  }
}
