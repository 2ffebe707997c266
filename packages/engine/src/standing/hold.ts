import { firstCustomer } from '../core/accounts.ts';
import { dayMs } from '../core/limits.ts';
import type { State } from '../core/state.ts';
import { badField, done, refuse } from '../outcomes.ts';
import { type Standing, strictness } from './book.ts';
import { type HoldAccount, type SetLevel, standing } from './declare.ts';

/** A customer's account that is open. */
const known = (s: State, account: number) => account >= firstCustomer && s.accounts.trading(account) !== 0;

export function holdAccount(s: State, command: HoldAccount) {
  const { account, payouts, payoutsUntil } = command;
  if (!known(s, account)) return refuse('accountUnknown');
  if (payouts !== 'until' && payoutsUntil !== 0) return badField('payoutsUntil', { problem: 'atMost', max: 0 });
  changeStanding(s, account, heldStanding(s, command));
  return done;
}

/** Two people where a restriction of any kind is lifted. A wait that is over restricts nobody. */
export function personsToHold(s: State, command: HoldAccount): number {
  const before = s.standing.of(command.account);
  const after = heldStanding(s, command);
  const sooner = after.payoutsUntil < before.payoutsUntil && before.payoutsUntil > s.time;
  return strictness(after.mode) < strictness(before.mode) || sooner ? 2 : 0;
}

export function setLevel(s: State, { account, level }: SetLevel) {
  if (!known(s, account)) return refuse('accountUnknown');
  changeStanding(s, account, { level });
  return done;
}

/** Payouts wait at least until then, whatever they waited for before. */
export function holdPayoutsUntil(s: State, account: number, until: number): void {
  if (until > s.standing.of(account).payoutsUntil) changeStanding(s, account, { payoutsUntil: until });
}

function heldStanding(s: State, { account, mode, payouts, payoutsUntil }: HoldAccount): Standing {
  const before = s.standing.of(account);
  const wait = s.payments.rules?.credentialWaitMs ?? dayMs;
  const until = { keep: before.payoutsUntil, until: payoutsUntil, afterCredential: Math.max(before.payoutsUntil, s.time + wait) };
  return { ...before, mode: mode === 'keep' ? before.mode : mode, payoutsUntil: until[payouts] };
}

function changeStanding(s: State, account: number, change: Partial<Standing>): void {
  const before = s.standing.of(account);
  const after = { ...before, ...change };
  if (after.level === before.level && after.mode === before.mode && after.payoutsUntil === before.payoutsUntil) return;
  s.standing.change(account, change);
  s.log.tell(standing.events.accountStanding, { account, ...after });
}
