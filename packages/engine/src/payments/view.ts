import type { State } from '../core/state.ts';
import { checkFields } from '../define/field.ts';
import type { Refused } from '../events.ts';
import { refuse } from '../outcomes.ts';
import {
  type Deposit,
  type Destination,
  type PayoutFacts,
  type PayoutRules,
  payments,
  type RailRules,
  type RequestPayout,
} from './declare.ts';
import { dayLimit, readyPayout } from './request.ts';
import { worthOf } from './value.ts';

/** What a payout would cost, and why people would look at it (`reviewFlags`), or why it would be refused. */
export interface PayoutPreview {
  readonly refusal: Refused | undefined;
  readonly fee: number;
  readonly flags: number;
}

/** Money from and to the world outside, to be read. */
export interface PaymentsView {
  rails(): readonly RailRules[];
  rules(): PayoutRules | undefined;
  /** The number after the highest that was credited. */
  nextDeposit(): number;
  deposit(deposit: number): Deposit | undefined;
  /** An account's, oldest first. */
  destinations(account: number): readonly Destination[];
  payout(payout: number): PayoutFacts | undefined;
  /** Those that have not ended, of everybody, by number. */
  openPayouts(): readonly PayoutFacts[];
  /** An account's, by number: open ones, and those that ended and are still known. */
  payoutsOf(account: number): readonly PayoutFacts[];
  /** What the account may take out in 24 hours, and what is left of it: minor units of USDT. */
  limit(account: number): { limit: bigint; left: bigint };
  preview(request: RequestPayout): PayoutPreview;
  /** What an amount is worth, in minor units of USDT; undefined while there was never a price, or no such asset. */
  worth(asset: number, amount: bigint): number | undefined;
}

export const paymentsView = (s: State): PaymentsView => ({
  rails: () => [...s.payments.rails.values()].map(({ rules }) => rules).sort((a, b) => a.rail - b.rail),
  rules: () => s.payments.rules,
  nextDeposit: () => s.payments.deposits.numbers.highest + 1,
  deposit: (deposit) => s.payments.deposits.get(deposit),
  destinations: (account) => s.payments.destinations.of(account),
  payout: (payout) => s.payments.payouts.get(payout),
  openPayouts: () => s.payments.payouts.open(),
  payoutsOf: (account) => s.payments.payouts.of(account),
  limit(account) {
    const owner = s.accounts.trading(account);
    const { rules, payouts } = s.payments;
    const limit = owner === 0 || rules === undefined ? 0n : dayLimit(s, rules, owner, account);
    const asked = payouts.lastDay(account, s.time).reduce((sum, { value }) => sum + BigInt(value), 0n);
    return { limit, left: asked < limit ? limit - asked : 0n };
  },
  worth(asset, amount) {
    const known = s.assets.get(asset);
    return known && worthOf(s, known, amount);
  },
  preview(request) {
    const refused = (refusal: Refused) => ({ refusal, fee: 0, flags: 0 });
    const owner = s.accounts.trading(request.account);
    if (owner === 0) return refused(refuse('accountUnknown'));
    const wrong = checkFields(Object.entries(payments.commands.requestPayout.fields), { ...request });
    if (wrong !== undefined) return refused(refuse(wrong.refusal ?? 'badRequest', { field: wrong.field }));
    const ready = readyPayout(s, owner, request);
    return 'error' in ready ? refused(ready) : { refusal: undefined, fee: ready.payout.fee, flags: ready.payout.flags };
  },
});
